/** The members of an answer's schema as a tree, for people: types in words, references resolved. */
import { nameOf, type Schema, type Schemas } from './openapi.ts';

/** What a member is: a type of JSON, an array or a map of one, or a type that may be null. */
export interface MemberType {
  readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'any';
  /** `date-time`, `uri` and other formats of strings. */
  readonly format?: string;
  /** Around the kind, the outermost first. */
  readonly within: readonly ('array' | 'map' | 'nullable')[];
}

export interface Member {
  readonly name: string;
  readonly type: MemberType;
  readonly description: string;
  /** Whether every answer has it. */
  readonly isAlwaysPresent: boolean;
  /** Values that it may have; empty if it may have any. */
  readonly values: readonly string[];
  /** Of the object that it is, or that its elements are. */
  readonly members: readonly Member[];
}

/** What the whole body is. */
export type Root = Omit<Member, 'name' | 'isAlwaysPresent'>;

/** Resolves a schema; throws if a schema contains itself. */
export function toRoot(schema: Schema, schemas: Schemas, outer: readonly string[] = []): Root {
  const { $ref, items, additionalProperties, anyOf } = schema;
  const wrap = (inner: Schema, around: MemberType['within'][number]): Root => {
    const root = toRoot(inner, schemas, outer);
    const type = { ...root.type, within: [around, ...root.type.within] };
    return { ...root, type, description: schema.description ?? root.description };
  };
  if ($ref !== undefined) {
    const name = nameOf($ref);
    const target = schemas[name];
    if (target === undefined || outer.includes(name)) {
      throw new Error(`the schema ${name} is missing or contains itself`);
    }
    const root = toRoot(target, schemas, [...outer, name]);
    return { ...root, description: schema.description ?? root.description };
  }
  if (items !== undefined) return wrap(items, 'array');
  if (hasKeywords(additionalProperties) && schema.properties === undefined) {
    return wrap(additionalProperties, 'map');
  }
  const alternative = anyOf?.find(({ type }) => type !== 'null');
  if (alternative !== undefined) return wrap(alternative, 'nullable');
  return toLeaf(schema, schemas, outer);
}

function toLeaf(schema: Schema, schemas: Schemas, outer: readonly string[]): Root {
  const { type = 'any', format, description = '', properties = {}, required = [] } = schema;
  return {
    type: {
      kind: type as MemberType['kind'],
      ...(format !== undefined && { format }),
      within: [],
    },
    description,
    values: schema.enum ?? (schema.const === undefined ? [] : [schema.const]),
    members: Object.entries(properties).map(([name, member]) => ({
      name,
      ...toRoot(member, schemas, outer),
      isAlwaysPresent: required.includes(name),
    })),
  };
}

/** Whether `additionalProperties` says anything: `{}` and `true` allow anything. */
function hasKeywords(schema: Schema | undefined): schema is Schema {
  return schema !== undefined && Object.keys(schema).length > 0;
}
