/**
 * Converts the schemas of response bodies into tables of fields, one table for each named schema. A field whose value
 * has a named schema, such as `PriceTier`, refers to the table of that schema by name.
 */
import { type ResolvedSchema, resolveSchema } from './members.ts';
import { type ApiDescription, listOperations, type Schema, schemaNameOf } from './openapi.ts';

/** A field of an API schema, or of an unnamed object nested in the schema. */
export interface Field extends Pick<ResolvedSchema, 'type' | 'description' | 'values' | 'example'> {
  /** Path within the schema, such as `minimumOrder.quantity`. */
  readonly path: string;
  /** True if the schema requires the field. */
  readonly isAlwaysPresent: boolean;
  /**
   * Name of the schema of the value, or of its elements: `PriceTier` for the array `msrp`. Absent for a schema without
   * name.
   */
  readonly schema?: string;
  /**
   * True if the value, or each of its elements, is an object whose schema has no name. The members of the object are
   * then the next fields of the table: `minimumOrder` is followed by `minimumOrder.quantity`.
   */
  readonly isObject: boolean;
}

/** The fields of one schema. */
export interface FieldTable {
  /** Name of the schema, such as `ProductDetail`. */
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

/**
 * Returns true if a field has no fields below it, such as `minimumOrder.quantity`; pages then show its source and, if
 * there is one, an example. The value is then plain (text, a number or a boolean), or an array or map of plain values.
 * Returns false if the value, or each element of an array or map, is an object with fields, such as `minimumOrder`, or
 * has a named schema, such as `PriceTier`.
 */
export function isLeaf({ schema, isObject }: Field): boolean {
  return schema === undefined && !isObject;
}

/**
 * Returns a table for each named schema that has fields and is part of the answer of an operation. The table of a
 * nested schema comes after the table of the first schema that refers to it.
 */
export function createFieldTables(api: ApiDescription): FieldTable[] {
  const tables = new Map<string, FieldTable>();
  const add = (name: string) => {
    const schema = api.schemas[name] && mergeForms(api.schemas[name], api);
    if (schema === undefined || tables.has(name)) return;
    const { description } = resolveSchema(schema, api.schemas);
    const fields = fieldsOf(schema, api, '');
    if (fields.length > 0) tables.set(name, { name, description, fields });
    for (const each of schemaNames(schema)) add(each);
  };
  for (const { bodies } of listOperations(api)) {
    for (const { schema } of bodies) add(referencedSchemaName(schema) ?? '');
  }
  return [...tables.values()];
}

/** Returns a schema with the members of all its forms (`anyOf`, `oneOf`); other schemas unchanged. */
function mergeForms(schema: Schema, api: ApiDescription): Schema {
  const forms = (schema.anyOf ?? schema.oneOf ?? []).flatMap(
    ({ $ref }) => ($ref === undefined ? undefined : api.schemas[schemaNameOf($ref)]) ?? [],
  );
  if (forms.length === 0) return schema;
  const properties = Object.assign({}, ...forms.map((form) => form.properties));
  const required = Object.keys(properties).filter((name) =>
    forms.every((form) => form.required?.includes(name)),
  );
  return { ...schema, properties, required };
}

/** Returns the name of the schema of a body or of its elements; undefined if it has none. */
export function tableNameOf(
  schema: Schema,
  schemas: ApiDescription['schemas'],
): string | undefined {
  const name = referencedSchemaName(schema);
  const target = schemas[name ?? ''];
  return target?.items === undefined ? name : tableNameOf(target, schemas);
}

function fieldsOf(schema: Schema, api: ApiDescription, prefix: string): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, member]) => {
    const { type, description, values, example } = resolveSchema(member, api.schemas);
    const path = `${prefix}${name}`;
    const reference = referencedSchemaName(member);
    const members = fieldsOf(unwrapSchema(member), api, `${path}.`);
    const field = {
      ...{ path, type, description, values, example, isAlwaysPresent: required.includes(name) },
      isObject: members.length > 0,
      ...(reference && { schema: reference }),
    };
    return [field, ...members];
  });
}

/**
 * Returns the schema inside arrays, maps and nullable schemas: for an array of nullable strings, the schema of the
 * strings. Returns any other schema unchanged. References are not followed.
 */
export function unwrapSchema(schema: Schema): Schema {
  const { items, additionalProperties, anyOf } = schema;
  const inner = items ?? anyOf?.find(({ type }) => type !== 'null') ?? additionalProperties;
  return typeof inner !== 'object' || schema.properties !== undefined
    ? schema
    : unwrapSchema(inner);
}

/**
 * Returns the name of the schema to which a schema, or the schema of its elements, refers with `$ref`: `PriceTier` for
 * an array of `#/components/schemas/PriceTier`. Returns undefined if neither is a reference.
 */
export function referencedSchemaName(schema: Schema): string | undefined {
  const { $ref } = unwrapSchema(schema);
  return $ref === undefined ? undefined : schemaNameOf($ref);
}

/**
 * Returns the names of the schemas that a schema, or an unnamed object in it, refers to, in order of
 * appearance, with duplicates. References are not followed.
 */
function schemaNames(schema: Schema): string[] {
  const reference = referencedSchemaName(schema);
  const members = Object.values(unwrapSchema(schema).properties ?? {});
  return [...(reference === undefined ? [] : [reference]), ...members.flatMap(schemaNames)];
}
