/** One CSV file of an export: bytes in, rows by column name out. */
import { parse } from 'csv-parse/sync';
import { ImportProblem } from '../import-problem.ts';

const advice = 'export it again as CSV: UTF-8, commas, double quotes';

export type Cells = ReadonlyMap<string, string>;

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ImportProblem(`${file} is not UTF-8; ${advice}`, { cause });
  }
}

function parseRecords(file: string, text: string): string[][] {
  try {
    return parse(text, { skip_empty_lines: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ImportProblem(`${file} is not good CSV: ${reason}; ${advice}`, { cause });
  }
}

/** Reads a table; throws ImportProblem when it is no UTF-8, no CSV, or lacks a column. */
export function parseTable(
  file: string,
  bytes: Uint8Array,
  columns: readonly string[],
): readonly Cells[] {
  const [header = [], ...records] = parseRecords(file, decode(file, bytes));
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    const which = missing.length === 1 ? 'column' : 'columns';
    throw new ImportProblem(`${file} has no ${which} ${missing.join(', ')}; ${advice}`);
  }
  return records.map((record) => new Map(names.map((name, index) => [name, record[index] ?? ''])));
}
