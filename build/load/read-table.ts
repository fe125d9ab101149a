/** Reads one CSV table of the content and checks its columns and every row. */
import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import type { Finding } from '../findings.ts';
import type { Placed } from './content.ts';
import { type Reading, readText } from './read-json.ts';

interface ParsedRow {
  readonly record: Record<string, string>;
  readonly info: { readonly lines: number };
}

/** Reads `file` below `folder` as a table whose rows have the schema's members as columns. */
export async function readTable<Shape extends z.ZodObject>(
  folder: string,
  file: string,
  schema: Shape,
): Promise<Reading<readonly Placed<z.infer<Shape>>[]>> {
  const text = await readText(folder, file);
  if (text.value === undefined) return text;
  const parsed = parseRows(file, text.value, Object.keys(schema.shape));
  if (parsed.value === undefined) return parsed;

  const rows: Placed<z.infer<Shape>>[] = [];
  const findings: Finding[] = [];
  for (const { record, info } of parsed.value) {
    const at = { file, line: info.lines };
    const result = schema.safeParse(record);
    if (result.success) rows.push({ ...result.data, at });
    else {
      for (const issue of result.error.issues) {
        findings.push({ ...at, path: issue.path.join('.'), message: issue.message });
      }
    }
  }
  const [first, ...rest] = findings;
  return first ? { findings: [first, ...rest] } : { value: rows, findings: [] };
}

function parseRows(
  file: string,
  text: string,
  columns: readonly string[],
): Reading<readonly ParsedRow[]> {
  let header: readonly string[] = [];
  try {
    const rows = parse(text, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      columns: (cells: string[]) => {
        header = cells;
        return cells;
      },
    }) as unknown as ParsedRow[];
    if (header.join() === columns.join()) return { value: rows, findings: [] };
    const message = `has the columns ${header.join()}; it must have ${columns.join()}`;
    return { findings: [{ file, line: 1, message }] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? { line: error['lines'] } : {};
    return { findings: [{ file, ...line, message: error.message }] };
  }
}
