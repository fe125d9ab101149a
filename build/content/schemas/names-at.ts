/**
 * Finds the part of a schema at a JSON path, such as `['colors', 2]`, to suggest and list the field names allowed
 * there.
 */
import { z } from 'zod';
import type { JsonPath } from '../findings/finding.ts';

/**
 * Returns the names that the members of the object at a path may have. Returns an empty list if the schema allows any
 * name, or has no object at the path.
 */
export function namesAt(schema: z.core.$ZodType, path: JsonPath): readonly string[] {
  const found = schemaAt(schema, path);
  const inner = found instanceof z.ZodUnion ? objectOption(found) : found;
  if (inner instanceof z.ZodObject) return Object.keys(inner.shape);
  if (inner instanceof z.ZodRecord && inner.keyType instanceof z.ZodEnum) {
    return inner.keyType.options.map(String);
  }
  return [];
}

/**
 * Returns the schema of the value at a path, without `optional` wrappers, or undefined if the path does not
 * exist in the schema.
 */
export function schemaAt(schema: z.core.$ZodType, path: JsonPath): z.core.$ZodType | undefined {
  const [part, ...rest] = path;
  const inner = withoutWrappers(schema);
  if (part === undefined) return inner;
  if (inner instanceof z.ZodObject) {
    const member: z.core.$ZodType | undefined = Object.hasOwn(inner.shape, part)
      ? inner.shape[part]
      : undefined;
    return member && schemaAt(member, rest);
  }
  if (inner instanceof z.ZodArray) return schemaAt(inner.element, rest);
  if (inner instanceof z.ZodUnion) {
    const object = objectOption(inner);
    return object && schemaAt(object, path);
  }
  return inner instanceof z.ZodRecord ? schemaAt(inner.valueType, rest) : undefined;
}

/**
 * Returns the option of a union that is an object schema, or undefined. In content schemas, this is the option for
 * plural forms: a text may be `"piece"` or `{"one": "piece", "other": "pieces"}`.
 */
function objectOption({ options }: z.ZodUnion): z.core.$ZodType | undefined {
  return options.find((option) => option instanceof z.ZodObject);
}

/** Removes the `optional` and `exactOptional` wrappers around a schema, and returns the schema inside. */
export function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodExactOptional)
    inner = inner.unwrap();
  return inner;
}
