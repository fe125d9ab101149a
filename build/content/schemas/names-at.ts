/** Finds the part of a schema at a JSON path, such as `['colors', 2]`. */
import { z } from 'zod';
import type { JsonPath } from '../findings/finding.ts';

/** Returns the names that members of the object at a path may have; none if any name is allowed. */
export function namesAt(schema: z.core.$ZodType, path: JsonPath): readonly string[] {
  const found = schemaAt(schema, path);
  const inner = found instanceof z.ZodUnion ? objectOption(found) : found;
  if (inner instanceof z.ZodObject) return Object.keys(inner.shape);
  const names = inner instanceof z.ZodRecord ? inner.keyType : undefined;
  return names instanceof z.ZodEnum ? names.options.map(String) : [];
}

/** Returns the schema of the value at a path, without `optional` wrappers; undefined if there is none. */
export function schemaAt(schema: z.core.$ZodType, path: JsonPath): z.core.$ZodType | undefined {
  const [part, ...rest] = path;
  const inner = withoutWrappers(schema);
  if (part === undefined) return inner;
  const holder = inner instanceof z.ZodUnion ? objectOption(inner) : inner;
  if (holder instanceof z.ZodArray) return schemaAt(holder.element, rest);
  if (holder instanceof z.ZodRecord) return schemaAt(holder.valueType, rest);
  if (!(holder instanceof z.ZodObject) || !Object.hasOwn(holder.shape, part)) return undefined;
  return schemaAt(holder.shape[part], rest);
}

/** Returns the option of a union that is an object: the plural forms of a text, which may also be a string. */
function objectOption({ options }: z.ZodUnion): z.core.$ZodType | undefined {
  return options.find((option) => option instanceof z.ZodObject);
}

/** Removes the `optional` and `exactOptional` wrappers around a schema. */
export function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodExactOptional) {
    inner = inner.unwrap();
  }
  return inner;
}
