/** The part of a value that a schema accepts: what is left once everything with a fault is taken out. */
import { z } from 'zod';
import { withoutWrappers } from './schemas/names-at.ts';

/**
 * The members of an object that its schema accepts, as the schema gives them. Of a list or a table
 * with faults the sound elements stay; any other member with a fault is left out.
 */
export function soundPart<Schema extends z.ZodObject>(
  schema: Schema,
  json: unknown,
): Partial<z.infer<Schema>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return {};
  const members = Object.entries(schema.shape).flatMap(([name, member]): [string, unknown][] => {
    const value: unknown = (json as Record<string, unknown>)[name];
    const sound = value === undefined ? undefined : soundValue(member, value);
    return sound === undefined ? [] : [[name, sound]];
  });
  return Object.fromEntries(members) as Partial<z.infer<Schema>>;
}

function soundValue(schema: z.core.$ZodType, value: unknown): unknown {
  const whole = z.safeParse(schema, value);
  if (whole.success) return whole.data;
  const inner = withoutWrappers(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((element: unknown) => accepted(inner.element, element));
  }
  if (inner instanceof z.ZodRecord && typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).flatMap(([key, entry]) =>
      accepted(inner.valueType, entry).map((sound) => [key, sound] as const),
    );
    return Object.fromEntries(entries);
  }
  return undefined;
}

function accepted(schema: z.core.$ZodType, value: unknown): unknown[] {
  const result = z.safeParse(schema, value);
  return result.success ? [result.data] : [];
}
