/**
 * Extracts the valid members of a JSON object that does not match its schema, so that rules can still check them. In
 * this file, a table is a JSON object with ids as keys (`z.record`), such as `{"navy": {…}, "red": {…}}`, not a CSV
 * table.
 */
import { z } from 'zod';
import { withoutWrappers } from './schemas/names-at.ts';

/**
 * Parses `json` with `schema` and returns its valid members; an empty object if it is not an object. An invalid list or
 * table stays with its valid entries: `{"colors": {"navy": {…}, "red": 5}}` → `{"colors": {"navy": {…}}}`.
 */
export function acceptedPart<Schema extends z.ZodObject>(
  schema: Schema,
  json: unknown,
): Partial<z.infer<Schema>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return {};
  const members = Object.entries(schema.shape).flatMap(([name, member]): [string, unknown][] => {
    const value: unknown = (json as Record<string, unknown>)[name];
    const part = value === undefined ? undefined : acceptedValue(member, value);
    return part === undefined ? [] : [[name, part]];
  });
  return Object.fromEntries(members) as Partial<z.infer<Schema>>;
}

function acceptedValue(schema: z.core.$ZodType, value: unknown): unknown {
  const whole = z.safeParse(schema, value);
  if (whole.success) return whole.data;
  const inner = withoutWrappers(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    // A list may refuse an element that is valid by itself, such as a repeated one.
    const refused = new Set(whole.error.issues.map(({ path }) => path.length === 1 && path[0]));
    return value.flatMap((element: unknown, index) =>
      refused.has(index) ? [] : acceptedEntry(inner.element, element),
    );
  }
  if (inner instanceof z.ZodRecord && typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).flatMap(([key, entry]) =>
      acceptedEntry(inner.valueType, entry).map((validEntry) => [key, validEntry] as const),
    );
    return Object.fromEntries(entries);
  }
  return undefined;
}

/**
 * Parses one entry of a list or table, if necessary without the invalid entries of the tables inside it. Returns a list
 * with the entry, or an empty list if it is still invalid.
 */
function acceptedEntry(schema: z.core.$ZodType, value: unknown): unknown[] {
  const result = z.safeParse(schema, value);
  if (result.success) return [result.data];
  const again = z.safeParse(schema, withValidTables(schema, value));
  return again.success ? [again.data] : [];
}

/**
 * Returns a copy of an object without the invalid entries of its tables, such as a size chart without an invalid row.
 * Returns other values unchanged.
 */
function withValidTables(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = withoutWrappers(schema);
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const table: z.core.$ZodType | undefined = inner.shape[name];
    const isTable = table !== undefined && withoutWrappers(table) instanceof z.ZodRecord;
    return [name, isTable ? acceptedValue(table, member) : member];
  });
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
