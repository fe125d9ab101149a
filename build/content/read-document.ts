/**
 * Reads one JSON file of the content: returns its faults, and the valid part of its value, so that rules can still check
 * it. In this file, a table is a JSON object with ids as keys (`z.record`), not a CSV table.
 */
import { z } from 'zod';
import type { Found } from './findings/finding.ts';
import { decodeFile } from './rules/file-rules.ts';
import { parseJson } from './rules/json-rules.ts';
import { explainIssues } from './rules/shape-rules.ts';
import { checkTexts } from './rules/text-rules.ts';
import { withoutWrappers } from './schemas/names-at.ts';

/** The result of reading a JSON file: its valid part, and its faults. */
export interface DocumentReading<Value> {
  /** The part of the value that conforms to the schema: everything if `whole` is true. */
  readonly value: Partial<Value>;
  /** True if the file has no faults. */
  readonly whole: boolean;
  /** The parsed value before validation; undefined if the file cannot be parsed (`parseJson`). */
  readonly json: unknown;
  readonly found: readonly Found[];
}

/** Reads and validates a JSON file. Does not throw: the value of a file that cannot be parsed is empty. */
export function readDocument<Schema extends z.ZodObject>(
  file: string,
  bytes: Buffer,
  schema: Schema,
): DocumentReading<z.infer<Schema>> {
  const unread = { value: {} as Partial<z.infer<Schema>>, whole: false, json: undefined };
  const text = decodeFile(file, bytes);
  if (typeof text !== 'string') return { ...unread, found: [text] };
  const { json, isUsable, found } = parseJson(file, text);
  if (!isUsable) return { ...unread, found };
  checkTexts(file, json, [], found);
  const result = schema.safeParse(json);
  if (result.success) return { value: result.data, whole: found.length === 0, json, found };
  found.push(...explainIssues(file, schema, json, result.error.issues));
  return { value: acceptedPart(schema, json), whole: false, json, found };
}

/**
 * Parses `json` with `schema` and returns its valid members; an empty object if it is not an object. An invalid list or
 * table stays with its valid entries: `{"colors": {"navy": {…}, "red": 5}}` → `{"colors": {"navy": {…}}}`.
 */
function acceptedPart<Schema extends z.ZodObject>(
  schema: Schema,
  json: unknown,
): Partial<z.infer<Schema>> {
  if (!isObject(json) || Array.isArray(json)) return {};
  const members = Object.entries(schema.shape).map(([name, member]): [string, unknown] => {
    const value = json[name];
    return [name, value === undefined ? undefined : acceptedValue(member, value)];
  });
  return withoutUndefined(members) as Partial<z.infer<Schema>>;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function withoutUndefined(members: readonly [string, unknown][]) {
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function acceptedValue(schema: z.core.$ZodType, value: unknown): unknown {
  const whole = z.safeParse(schema, value);
  if (whole.success) return whole.data;
  const inner = withoutWrappers(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    // A list may refuse an element that is valid by itself, such as a repeated one.
    const refused = new Set(whole.error.issues.map(({ path }) => path.length === 1 && path[0]));
    const accepted = value.map((element) => acceptedEntry(inner.element, element));
    return accepted.filter((element, at) => element !== undefined && !refused.has(at));
  }
  if (!(inner instanceof z.ZodRecord) || !isObject(value)) return undefined;
  return withoutUndefined(
    Object.entries(value).map(([key, entry]) => [key, acceptedEntry(inner.valueType, entry)]),
  );
}

/** Parses an entry of a list or table; an object, such as a size chart, if necessary without invalid entries of its tables. */
function acceptedEntry(schema: z.core.$ZodType, value: unknown): unknown {
  const whole = z.safeParse(schema, value);
  const inner = withoutWrappers(schema);
  if (whole.success || !(inner instanceof z.ZodObject) || !isObject(value)) return whole.data;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const table: z.core.$ZodType | undefined = inner.shape[name];
    const isTable = table !== undefined && withoutWrappers(table) instanceof z.ZodRecord;
    return [name, isTable ? acceptedValue(table, member) : member];
  });
  return z.safeParse(schema, withoutUndefined(members)).data;
}
