/** Reads one JSON file of the content. Returns the valid part of its value and all faults. */
import { type ParseError, parse } from 'jsonc-parser';
import type { z } from 'zod';
import { acceptedPart } from './accepted-part.ts';
import { type Found, foundBy } from './findings/finding.ts';
import { emptyFile, encoding } from './rules/file-rules.ts';
import { duplicateName, jsonSyntax } from './rules/json-rules.ts';
import { explainIssues } from './rules/shape-rules.ts';
import { checkTexts } from './rules/text-rules.ts';

export interface DocumentReading<Value> {
  /** The whole value if `whole`, otherwise its valid members. */
  readonly value: Partial<Value>;
  readonly whole: boolean;
  /** The parsed value before validation; undefined if it could not be parsed. */
  readonly json: unknown;
  readonly found: readonly Found[];
}

/** Parses a file, validates it with a schema, and finds all faults. */
export function readDocument<Schema extends z.ZodObject>(
  file: string,
  bytes: Buffer,
  schema: Schema,
): DocumentReading<z.infer<Schema>> {
  const decoded = encoding.decode(file, bytes);
  if ('fault' in decoded) return nothing([foundBy(encoding, decoded.fault)]);
  const { text } = decoded;
  if (text.trim() === '') {
    return nothing([foundBy(emptyFile, { file, message: 'is empty; write its content' })]);
  }
  const { json, understood, found } = parseText(file, text);
  if (!understood) return nothing(found);
  found.push(...checkTexts(file, json));
  const result = schema.safeParse(json);
  if (result.success) return { value: result.data, whole: found.length === 0, json, found };
  found.push(...explainIssues(file, schema, json, result.error.issues));
  return { value: acceptedPart(schema, json), whole: false, json, found };
}

/** Reads a file in which `readDocument` found no error, without checks, in a quarter of the time. */
export function readSound<Schema extends z.ZodObject>(bytes: Buffer): z.infer<Schema> {
  return JSON.parse(decoder.decode(bytes)) as z.infer<Schema>;
}

/** Skips a byte order mark. */
const decoder = new TextDecoder();

function nothing<Value>(found: readonly Found[]): DocumentReading<Value> {
  return { value: {} as Partial<Value>, whole: false, json: undefined, found };
}

interface Parsed {
  readonly json: unknown;
  readonly understood: boolean;
  readonly found: Found[];
}

function parseText(file: string, text: string): Parsed {
  const repeatedNames = (json?: unknown) =>
    duplicateName.find(text, json).map((fault) => foundBy(duplicateName, { file, ...fault }));
  try {
    const json: unknown = JSON.parse(text);
    return { json, understood: true, found: repeatedNames(json) };
  } catch {
    // The tolerant parser finds every fault; the strict one stops at the first.
    const errors: ParseError[] = [];
    const json: unknown = parse(text, errors, { disallowComments: true });
    const understood = jsonSyntax.isUnderstood(text, errors);
    const faults = jsonSyntax.explain(text, errors, understood);
    return {
      json,
      understood,
      found: [
        ...faults.map((fault) => foundBy(jsonSyntax, { file, ...fault })),
        ...repeatedNames(),
      ],
    };
  }
}
