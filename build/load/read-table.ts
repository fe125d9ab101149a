/** One CSV table of the content: bytes in; the rows that are sound, and every fault out. */
import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import type { Fault, Found } from '../findings/finding.ts';
import { cells } from '../rules/csv/cells.ts';
import { columns } from '../rules/csv/columns.ts';
import { decimalComma } from '../rules/csv/decimal-comma.ts';
import { quotes } from '../rules/csv/quotes.ts';
import { separator } from '../rules/csv/separator.ts';
import { wrongCell } from '../rules/csv/wrong-cell.ts';
import { emptyFile } from '../rules/file/empty.ts';
import { encoding } from '../rules/file/encoding.ts';
import { foundBy, type Rule } from '../rules/rule.ts';
import type { Placed } from './content.ts';
import type { TableDraft } from './draft.ts';

export interface TableReading<Row> extends TableDraft<Row> {
  readonly found: readonly Found[];
}

interface ParsedRow {
  readonly record: readonly string[];
  /** The line that the row ends on. */
  readonly info: { readonly lines: number };
}

/** Reads a file as a table whose rows have the schema's members as columns, in any order. */
export function readTable<Shape extends z.ZodObject>(
  file: string,
  bytes: Buffer,
  schema: Shape,
): TableReading<z.infer<Shape>> {
  const unreadable = (rule: Rule, faults: readonly Omit<Fault, 'file'>[]) => ({
    file,
    rows: [],
    readable: false,
    doubtful: new Set<string>(),
    found: faults.map((fault) => foundBy(rule, { file, ...fault })),
  });
  const decoded = encoding.decode(file, bytes);
  if ('fault' in decoded) return unreadable(encoding, [decoded.fault]);
  const { text } = decoded;
  const names = Object.keys(schema.shape);
  if (text.trim() === '') {
    return unreadable(emptyFile, [{ message: `is empty; its first line is ${names.join()}` }]);
  }
  const foreign = separator.find(text.split(/\r?\n/, 1)[0] ?? '', names);
  if (foreign) return unreadable(separator, [foreign]);
  const parsed = parseRows(text);
  if (parsed instanceof CsvError) return unreadable(quotes, [quotes.explain(parsed)]);
  const [header, ...rows] = parsed;
  const wrong = columns.find(header?.record ?? [], names);
  if (wrong.length > 0) return unreadable(columns, wrong);
  return checkRows(file, header?.record ?? [], rows, schema);
}

function checkRows<Shape extends z.ZodObject>(
  file: string,
  header: readonly string[],
  rows: readonly ParsedRow[],
  schema: Shape,
): TableReading<z.infer<Shape>> {
  const sound: Placed<z.infer<Shape>>[] = [];
  const found: Found[] = [];
  const doubtful = new Set<string>();
  for (const { record, info } of rows) {
    const line = info.lines - lineBreaksIn(record);
    const cellOf = (column: string) => record[header.indexOf(column)] ?? '';
    const tell = (rule: Rule, fault: Omit<Fault, 'file' | 'line'>) => {
      found.push(foundBy(rule, { file, line, ...fault }));
      doubtful.add(cellOf('sku'));
    };
    if (record.length !== header.length) {
      tell(cells, cells.find(record, header.length));
      continue;
    }
    const values = Object.fromEntries(header.map((column, index) => [column, record[index]]));
    const result = schema.safeParse(values);
    if (result.success) {
      sound.push({ ...result.data, line });
      continue;
    }
    for (const issue of result.error.issues) {
      const column = String(issue.path[0]);
      const comma = decimalComma.find(cellOf(column));
      if (comma) tell(decimalComma, { column, ...comma });
      else tell(wrongCell, { column, ...wrongCell.explain(cellOf(column), issue) });
    }
  }
  return { file, rows: sound, readable: true, doubtful, found };
}

/** Every row, the header among them; the parser's error when the quotes do not match. */
function parseRows(text: string): readonly ParsedRow[] | CsvError {
  try {
    const options = { bom: true, info: true, skip_empty_lines: true, relax_column_count: true };
    return parse(text, options) as unknown as ParsedRow[];
  } catch (error) {
    if (error instanceof CsvError) return error;
    throw error;
  }
}

function lineBreaksIn(record: readonly string[]): number {
  let count = 0;
  for (const cell of record) if (cell.includes('\n')) count += cell.split('\n').length - 1;
  return count;
}
