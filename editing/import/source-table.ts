/** A table of another system: its rows with the lines that they begin on. */
import { parseRecordsWithLines } from './import-files.ts';

export interface SourceRow {
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  /** Cells by column, as the header names it. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface SourceTable {
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: readonly SourceRow[];
}

/** Reads a table of another system; throws `ImportError` if it cannot be read. */
export function readForeignTable(file: string, bytes: Uint8Array): SourceTable {
  const [header, ...records] = parseRecordsWithLines(file, bytes);
  const columns = (header?.cells ?? []).map((name) => name.trim());
  const rows = records.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])),
  }));
  return { file, columns, rows };
}

/** Returns a column name as names are compared: exports differ in letter case, spaces and apostrophes. */
export function normalizeColumn(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
}

/** Returns a function that reads the cell of the first column that a table has, trimmed; '' if it has none. */
export function createCellReader(columns: readonly string[]) {
  const byName = new Map(columns.map((column) => [normalizeColumn(column), column]));
  const read = (row: SourceRow, ...names: readonly string[]): string => {
    const column = names.map((name) => byName.get(name)).find((found) => found !== undefined);
    return column === undefined ? '' : (row.cells[column] ?? '').trim();
  };
  const has = (...names: readonly string[]) => names.some((name) => byName.has(name));
  return { read, has };
}

/**
 * Returns a code without the apostrophe that shops and spreadsheets write before digits and formulas, so that neither
 * is computed.
 */
export function withoutGuard(cell: string): string {
  return cell.replace(/^['’](?=[\d=+\-@])/, '');
}
