/** Which names a schema knows at a place: for "did you mean …?" and the list of what is allowed. */
import { z } from 'zod';
import type { JsonPath } from '../findings/finding.ts';

/** The names of the members that may stand in the object a path leads to; empty where any may. */
export function namesAt(schema: z.core.$ZodType, path: JsonPath): readonly string[] {
  const [part, ...rest] = path;
  const inner = withoutWrappers(schema);
  if (part === undefined) {
    if (inner instanceof z.ZodObject) return Object.keys(inner.shape);
    if (inner instanceof z.ZodRecord && inner.keyType instanceof z.ZodEnum) {
      return inner.keyType.options.map(String);
    }
    return [];
  }
  if (inner instanceof z.ZodObject) {
    const member: z.core.$ZodType | undefined = inner.shape[part];
    return member === undefined ? [] : namesAt(member, rest);
  }
  if (inner instanceof z.ZodArray) return namesAt(inner.element, rest);
  return inner instanceof z.ZodRecord ? namesAt(inner.valueType, rest) : [];
}

/** The schema inside `exactOptional` and its like. */
export function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodExactOptional)
    inner = inner.unwrap();
  return inner;
}
