/** Reads one JSON file of the content: returns the valid part of its value, and its faults. */
import type { z } from 'zod';
import { acceptedPart } from './accepted-part.ts';
import type { Found } from './findings/finding.ts';
import { decodeFile } from './rules/file-rules.ts';
import { parseJson } from './rules/json-rules.ts';
import { explainIssues } from './rules/shape-rules.ts';
import { checkTexts } from './rules/text-rules.ts';

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
  found.push(...checkTexts(file, json));
  const result = schema.safeParse(json);
  if (result.success) return { value: result.data, whole: found.length === 0, json, found };
  found.push(...explainIssues(file, schema, json, result.error.issues));
  return { value: acceptedPart(schema, json), whole: false, json, found };
}
