/** Reads one JSON file of the content and checks its shape. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Finding } from '../findings.ts';

/** What a file held, or what is wrong with it. */
export type Reading<Value> =
  | { readonly value: Value; readonly findings: readonly [] }
  | { readonly value?: never; readonly findings: readonly [Finding, ...Finding[]] };

/** Reads `file` below `folder` as JSON of a schema; every fault of it is a finding. */
export async function readJson<Schema extends z.ZodType>(
  folder: string,
  file: string,
  schema: Schema,
): Promise<Reading<z.infer<Schema>>> {
  const text = await readText(folder, file);
  if (text.value === undefined) return text;
  let json: unknown;
  try {
    json = JSON.parse(text.value.replace(/^\uFEFF/, ''));
  } catch (error) {
    return fault({ file, message: `is not JSON: ${(error as Error).message}` });
  }
  const result = schema.safeParse(json);
  if (result.success) return { value: result.data, findings: [] };
  const [first, ...rest] = result.error.issues.map((issue) => toFinding(file, issue));
  return { findings: [first as Finding, ...rest] };
}

/** Reads `file` below `folder` as text; a file that cannot be read is a finding. */
export async function readText(folder: string, file: string): Promise<Reading<string>> {
  try {
    return { value: await readFile(join(folder, file), 'utf8'), findings: [] };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'is missing; add it' : `cannot be read (${code})`;
    return fault({ file, message: reason });
  }
}

function fault(finding: Finding): { findings: readonly [Finding] } {
  return { findings: [finding] };
}

function toFinding(file: string, issue: z.core.$ZodIssue): Finding {
  return { file, path: issue.path.join('.'), message: issue.message };
}
