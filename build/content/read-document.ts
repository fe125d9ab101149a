/** Reads one JSON file of the content: returns the valid part of its value, and its faults. */
import { type ParseError, parse } from 'jsonc-parser';
import type { z } from 'zod';
import { acceptedPart } from './accepted-part.ts';
import { type Found, foundBy } from './findings/finding.ts';
import { emptyFile, encoding } from './rules/file-rules.ts';
import { duplicateName, jsonSyntax, nesting } from './rules/json-rules.ts';
import { explainIssues } from './rules/shape-rules.ts';
import { checkTexts } from './rules/text-rules.ts';

/** The result of reading a JSON file: its valid part, and its faults. */
export interface DocumentReading<Value> {
  /** The part of the value that conforms to the schema: everything if `whole` is true. */
  readonly value: Partial<Value>;
  /** True if the file has no faults. */
  readonly whole: boolean;
  /**
   * The parsed value before validation. Undefined if the file cannot be decoded, is empty, is nested too
   * deeply, or has a syntax error with more than one possible correction (`jsonSyntax.isRecoverable`).
   */
  readonly json: unknown;
  /** The faults of the file. */
  readonly found: readonly Found[];
}

/**
 * Decodes and parses a JSON file, and validates it with a schema. Does not throw: if the file cannot be
 * parsed, the value is empty, and the faults say why.
 */
export function readDocument<Schema extends z.ZodObject>(
  file: string,
  bytes: Buffer,
  schema: Schema,
): DocumentReading<z.infer<Schema>> {
  const notText = encoding.find(bytes);
  if (notText) return unusable([foundBy(encoding, { file, ...notText })]);
  // Removes the byte order mark.
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') {
    return unusable([foundBy(emptyFile, { file, message: 'is empty; write its content' })]);
  }
  const tooDeep = nesting.find(text);
  if (tooDeep !== undefined) return unusable([foundBy(nesting, { file, ...tooDeep })]);
  const { json, usable, found } = parseText(file, text);
  if (!usable) return unusable(found);
  found.push(...checkTexts(file, json));
  const result = schema.safeParse(json);
  if (result.success) return { value: result.data, whole: found.length === 0, json, found };
  found.push(...explainIssues(file, schema, json, result.error.issues));
  return { value: acceptedPart(schema, json), whole: false, json, found };
}

/** Returns the result for a file whose value cannot be used: an empty object as value, and the given faults. */
function unusable<Value>(found: readonly Found[]): DocumentReading<Value> {
  return { value: {} as Partial<Value>, whole: false, json: undefined, found };
}

/** The result of parsing a JSON text. */
interface Parsed {
  readonly json: unknown;
  /**
   * True if the text has no syntax error, or only errors with one possible correction. Only then is `json`
   * validated.
   */
  readonly usable: boolean;
  readonly found: Found[];
}

function parseText(file: string, text: string): Parsed {
  const repeatedNames = (json?: unknown) =>
    duplicateName.find(text, json).map((fault) => foundBy(duplicateName, { file, ...fault }));
  try {
    const json: unknown = JSON.parse(text);
    return { json, usable: true, found: repeatedNames(json) };
  } catch {
    // The tolerant parser finds every fault; the strict one stops at the first.
    const errors: ParseError[] = [];
    const json: unknown = parse(text, errors, { disallowComments: true });
    const usable = jsonSyntax.isRecoverable(text, errors);
    const faults = jsonSyntax.explain(text, errors, usable);
    return {
      json,
      usable,
      found: [
        ...faults.map((fault) => foundBy(jsonSyntax, { file, ...fault })),
        ...repeatedNames(),
      ],
    };
  }
}
