/** Resolves the JSON Schema of a response body into a tree of members for display. */
import { type Schema, type Schemas, schemaNameOf } from './openapi.ts';

/** The type of a member of a JSON object: a JSON type, optionally wrapped in arrays, maps or nullability. */
export interface MemberType {
  /** The type inside all `wrappers`: for an array of strings, `string`. */
  readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'any';
  /** JSON Schema format of a string, such as `date-time` or `uri`. */
  readonly format?: string;
  /** The types around `kind`, the outermost first: `['array', 'nullable']` is an array of nullable values. */
  readonly wrappers: readonly ('array' | 'map' | 'nullable')[];
}

/** A member of a JSON object in a response body. */
export interface Member {
  readonly name: string;
  readonly type: MemberType;
  readonly description: string;
  /** True if the schema requires the member. */
  readonly isAlwaysPresent: boolean;
  /** The allowed values; empty if any value is allowed. */
  readonly values: readonly string[];
  /** An example value, if the schema has one. */
  readonly example: unknown;
  /** Members of an object, or of the objects in an array or map; empty for other types. */
  readonly members: readonly Member[];
}

/**
 * A schema in which every reference is replaced by the schema that it names, in the form of a `Member` without a name.
 */
export type ResolvedSchema = Omit<Member, 'name' | 'isAlwaysPresent'>;

/**
 * Resolves a schema and the references in it; the forms of `anyOf` and `oneOf` are merged. Throws an `Error`
 * if a referenced schema is missing in `schemas` or contains itself. `outer` has the names of the schemas that contain
 * `schema`; only the recursive calls pass it.
 */
export function resolveSchema(
  schema: Schema,
  schemas: Schemas,
  outer: readonly string[] = [],
): ResolvedSchema {
  const { $ref, items, additionalProperties, anyOf, oneOf } = schema;
  const wrap = (inner: Schema, wrapper: MemberType['wrappers'][number]): ResolvedSchema => {
    const resolved = resolveSchema(inner, schemas, outer);
    const type = { ...resolved.type, wrappers: [wrapper, ...resolved.type.wrappers] };
    return { ...resolved, type, ...ownTexts(schema, resolved) };
  };
  if ($ref !== undefined) {
    const name = schemaNameOf($ref);
    const target = schemas[name];
    if (target === undefined || outer.includes(name)) {
      throw new Error(`the schema ${name} is missing or contains itself`);
    }
    const resolved = resolveSchema(target, schemas, [...outer, name]);
    return { ...resolved, ...ownTexts(schema, resolved) };
  }
  if (items !== undefined) return wrap(items, 'array');
  if (hasKeywords(additionalProperties) && schema.properties === undefined) {
    return wrap(additionalProperties, 'map');
  }
  const alternative = anyOf?.find(({ type }) => type !== 'null');
  if (alternative !== undefined && anyOf?.some(({ type }) => type === 'null')) {
    return wrap(alternative, 'nullable');
  }
  const forms = anyOf ?? oneOf;
  if (forms !== undefined) {
    const resolved = mergeForms(forms.map((form) => resolveSchema(form, schemas, outer)));
    return { ...resolved, ...ownTexts(schema, resolved), description: schema.description ?? '' };
  }
  return resolveUnwrapped(schema, schemas, outer);
}

/** Merges the forms of an answer: a member is always present if every form has it. */
function mergeForms(forms: readonly ResolvedSchema[]): ResolvedSchema {
  const [first] = forms as readonly [ResolvedSchema];
  const names = new Set(forms.flatMap(({ members }) => members.map(({ name }) => name)));
  const members = Array.from(names, (name): Member => {
    const found = forms.flatMap(({ members: own }) => own.filter((each) => each.name === name));
    const isAlwaysPresent =
      found.length === forms.length && found.every((each) => each.isAlwaysPresent);
    const values = [...new Set(found.flatMap((each) => each.values))];
    return { ...(found[0] as Member), isAlwaysPresent, values };
  });
  return { ...first, members };
}

/** Returns the description and example of a schema or, where it has none, those of the schema inside it. */
function ownTexts(
  { description, examples }: Schema,
  inner: ResolvedSchema,
): Pick<ResolvedSchema, 'description' | 'example'> {
  return { description: description ?? inner.description, example: examples?.[0] ?? inner.example };
}

/** Resolves a schema other than a reference, an array, a map or a nullable value. */
function resolveUnwrapped(
  schema: Schema,
  schemas: Schemas,
  outer: readonly string[],
): ResolvedSchema {
  const { type = 'any', format, description = '', properties = {}, required = [] } = schema;
  return {
    type: {
      kind: type as MemberType['kind'],
      ...(format !== undefined && { format }),
      wrappers: [],
    },
    description,
    values: schema.enum ?? (schema.const === undefined ? [] : [schema.const]),
    example: schema.examples?.[0],
    members: Object.entries(properties).map(([name, member]) => ({
      name,
      ...resolveSchema(member, schemas, outer),
      isAlwaysPresent: required.includes(name),
    })),
  };
}

/**
 * Returns true if `schema`, the `additionalProperties` of an object, restricts its values: the object is then shown as
 * a map. Returns false for `{}`, `true` and a missing keyword, which allow any value.
 */
function hasKeywords(schema: Schema | undefined): schema is Schema {
  return schema !== undefined && Object.keys(schema).length > 0;
}
