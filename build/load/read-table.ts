/** Reads one CSV table of the content and checks its columns and every row. */
import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import type { Finding } from '../findings.ts';
import type { Placed } from './content.ts';
import { type Reading, readText } from './read-json.ts';

interface ParsedRow {
  readonly record: readonly string[];
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
  const columns = Object.keys(schema.shape);
  const parsed = parseRows(file, text.value, columns);
  if (parsed.value === undefined) return parsed;

  const rows: Placed<z.infer<Shape>>[] = [];
  const findings: Finding[] = [];
  for (const { record, info } of parsed.value) {
    const at = { file, line: info.lines };
    if (record.length !== columns.length) {
      const message = `has ${count(record.length, 'cell')}; the table has ${columns.length} columns`;
      findings.push({ ...at, message });
      continue;
    }
    const cells = Object.fromEntries(columns.map((column, index) => [column, record[index]]));
    const result = schema.safeParse(cells);
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

/** The rows below the header; a text that is no CSV, or a wrong header, is one finding. */
function parseRows(
  file: string,
  text: string,
  columns: readonly string[],
): Reading<readonly ParsedRow[]> {
  try {
    const options = { bom: true, info: true, skip_empty_lines: true, relax_column_count: true };
    const [header, ...rows] = parse(text, options) as unknown as ParsedRow[];
    const found = header?.record.join() ?? '';
    if (found === columns.join()) return { value: rows, findings: [] };
    const message = `has the columns ${found}; it must have ${columns.join()}`;
    return { findings: [{ file, line: 1, message }] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? { line: error['lines'] } : {};
    return { findings: [{ file, ...line, message: error.message }] };
  }
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
