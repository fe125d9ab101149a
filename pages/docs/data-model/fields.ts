/** The schemas of answers as tables of fields: each schema once, references between them kept. */
import { type ResolvedSchema, resolveSchema } from '../reference/members.ts';
import {
  type ApiDescription,
  listOperations,
  type Schema,
  schemaNameOf,
} from '../reference/openapi.ts';

/** A member of a schema; those of an object without a name of its own have a path, `minimumOrder.quantity`. */
export interface Field extends Pick<ResolvedSchema, 'type' | 'description' | 'values'> {
  readonly path: string;
  /** Whether every answer has it. */
  readonly isAlwaysPresent: boolean;
  /** The schema of its value, or of the elements of its value. */
  readonly schema?: string;
  /** Whether its value, or each element, is an object whose members follow. */
  readonly isObject: boolean;
}

export interface FieldTable {
  /** Name of the schema, `ProductDetail`. */
  readonly name: string;
  readonly description: string;
  /** The operation whose answer it is, if it is a whole answer. */
  readonly operation?: string;
  readonly fields: readonly Field[];
}

/** Operations whose answers are described: those with data of products. */
const describedOperations = [
  'list',
  'detail',
  'productPricing',
  'catalogPricing',
  'inventory',
  'changes',
  'sync',
];

/** Whether a field has a value of its own: not an object or a list of objects, whose members are fields. */
export function isLeaf({ schema, isObject }: Field): boolean {
  return schema === undefined && !isObject;
}

/** Returns every schema that the answers consist of, each after the first one that refers to it. */
export function createFieldTables(api: ApiDescription): FieldTable[] {
  const tables = new Map<string, FieldTable>();
  const add = (name: string, operation?: string) => {
    const schema = api.schemas[name];
    if (schema === undefined || tables.has(name)) return;
    const { description } = resolveSchema(schema, api.schemas);
    const fields = fieldsOf(schema, api, '');
    const table = { name, description, fields, ...(operation && { operation }) };
    if (fields.length > 0) tables.set(name, table);
    // The answer may be an array: then its elements are what the operation answers.
    for (const each of schemaNames(schema)) add(each, fields.length === 0 ? operation : undefined);
  };
  for (const id of describedOperations) {
    const operation = listOperations(api).find((each) => each.id === id);
    const names =
      operation?.bodies.flatMap(({ schema }) => referencedSchemaName(schema) ?? []) ?? [];
    if (names.length === 0) throw new Error(`the operation ${id} is missing or has no schema`);
    for (const name of names) add(name, id);
  }
  return [...tables.values()];
}

function fieldsOf(schema: Schema, api: ApiDescription, prefix: string): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, member]) => {
    const { type, description, values } = resolveSchema(member, api.schemas);
    const path = `${prefix}${name}`;
    const reference = referencedSchemaName(member);
    const members = fieldsOf(unwrapSchema(member), api, `${path}.`);
    const field = {
      ...{ path, type, description, values, isAlwaysPresent: required.includes(name) },
      isObject: members.length > 0,
      ...(reference && { schema: reference }),
    };
    return [field, ...members];
  });
}

/** The schema of the elements of arrays and maps, and of what may be null. */
export function unwrapSchema(schema: Schema): Schema {
  const { items, additionalProperties, anyOf } = schema;
  const inner = items ?? anyOf?.find(({ type }) => type !== 'null') ?? additionalProperties;
  return typeof inner !== 'object' || schema.properties !== undefined
    ? schema
    : unwrapSchema(inner);
}

/** The schema that a value, or its elements, refer to. */
export function referencedSchemaName(schema: Schema): string | undefined {
  const { $ref } = unwrapSchema(schema);
  return $ref === undefined ? undefined : schemaNameOf($ref);
}

/** Names of the schemas that a schema refers to, in its order. */
function schemaNames(schema: Schema): string[] {
  const reference = referencedSchemaName(schema);
  const members = Object.values(unwrapSchema(schema).properties ?? {});
  return [...(reference === undefined ? [] : [reference]), ...members.flatMap(schemaNames)];
}
