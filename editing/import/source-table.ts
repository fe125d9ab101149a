/** Reads the cells of a table that another system exported, such as a shop. */
import { explainSpreadsheet, isSpreadsheetError } from '../../build/content/rules/value-formats.ts';
import { controlCharacter, explainCharacters } from '../tables/decode-text.ts';
import type { ForeignRow, ForeignTable } from '../tables/foreign-table.ts';
import { type ColumnMap, foldName, type TableForm } from '../tables/table-form.ts';
import type { NeutralTable } from './neutral.ts';
import type { Report } from './report.ts';

/** A row of a table that is imported from another system. */
export type SourceRow = ForeignRow;
/** A table of another system, whose columns are accessed by name. */
export type SourceTable = ForeignTable<string>;

/** Converts the exports of one source, such as Shopify, to the neutral table. */
export interface TableReader {
  readonly form: TableForm<string>;
  /** Field → column, as the user assigns them with `--map`; undefined for a source without this option. */
  readonly map?: ColumnMap<string>;
  readonly read: (table: SourceTable, cells: CellReader, report: Report) => NeutralTable;
}

/** Reads the cells of a table; the caller gives all possible names of a column, and the first in the table is used. */
export interface CellReader {
  /** Returns a cell of a row; an empty string without the column, and for a cell that cannot be trusted. */
  readonly read: (row: SourceRow, ...names: readonly string[]) => string;
  /** Returns the name of the column in the table; undefined if the table has none of the columns `names`. */
  readonly columnOf: (...names: readonly string[]) => string | undefined;
  /** Returns whether a cell means yes; reports cells that mean neither yes nor no. */
  readonly isYes: (row: SourceRow, column: YesOrNoColumn) => boolean;
  /** Returns the columns with values of which no cell was read, in the order of the table. */
  readonly unread: () => readonly string[];
}

/** A column whose cells mean yes or no. */
export interface YesOrNoColumn {
  readonly names: readonly string[];
  readonly empty: boolean;
  /** The meaning of a cell that means neither yes nor no. */
  readonly unknown: boolean;
  /** Word in lower case → its meaning in this column, besides the usual words. */
  readonly words?: ReadonlyMap<string, boolean>;
}

/** Word in lower case → its meaning in every column. French Excel writes `VRAI` and `FAUX`. */
const usualWords: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', 'y', 'x', 'vrai', 'oui'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'n', 'faux', 'non'].map((word) => [word, false] as const),
]);

/** Returns a reader of the cells of a table. */
export function createCellReader({ columns, rows }: SourceTable, report: Report): CellReader {
  const byName = new Map(columns.map((column) => [foldName(column), column] as const).reverse());
  const known = new Map<string, string | undefined>();
  const seen = new Set<string>();
  const used = new Set<string>();
  const columnOf = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      if (!known.has(name)) {
        known.set(name, columns.includes(name) ? name : byName.get(foldName(name)));
      }
      const column = known.get(name);
      if (column !== undefined) return column;
    }
    return undefined;
  };
  const reportCell = (row: SourceRow, column: string, reason: string, advice: string) => {
    const cell = row.cells[column] ?? '';
    const place = `${row.line} ${column}`;
    if (seen.has(place)) return;
    seen.add(place);
    const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
    report.leaveOut(reason, {
      ...{ name: `line ${row.line}, ${column}: "${shown}"`, rows: [row], advice },
    });
  };
  const read: CellReader['read'] = (row, ...names) => {
    const column = columnOf(...names);
    if (column === undefined) return '';
    used.add(column);
    const cell = row.cells[column] ?? '';
    if (isSpreadsheetError(cell)) {
      const remedy =
        'write the value again, or export again and do not open the file in a spreadsheet';
      reportCell(row, column, 'cells with the error of a spreadsheet', remedy);
      return '';
    }
    const problem = explainCharacters(cell);
    if (problem === undefined) return cell;
    if (cell.includes('\uFFFD')) {
      reportCell(row, column, 'cells with a lost character, taken as empty', problem);
      return '';
    }
    reportCell(row, column, 'cells with a control character, taken without it', problem);
    return cell.replaceAll(new RegExp(controlCharacter, 'gu'), '');
  };
  return {
    read,
    columnOf,
    isYes(row, { names, empty, unknown, words }) {
      const cell = read(row, ...names);
      if (cell === '') return empty;
      const meaning = words?.get(cell.toLowerCase()) ?? usualWords.get(cell.toLowerCase());
      if (meaning !== undefined) return meaning;
      const advice = `taken as ${unknown ? 'yes' : 'no'}; write 1 or 0`;
      reportCell(row, columnOf(...names) ?? '', 'cells that are neither yes nor no', advice);
      return unknown;
    },
    unread() {
      return columns.filter(
        (column) => !used.has(column) && rows.some(({ cells }) => (cells[column] ?? '') !== ''),
      );
    },
  };
}

/** Matches names of columns that say a state: whether or how something is sold. */
const stateName =
  /status|statut|publi|visib|hidden|masqu|featured|active|actif|archiv|enabled|online|track|suivi|continue|policy|back ?order|rupture|virtual|virtuel|download|t[ée]l[ée]charg|\btype|typ\b|tax|steuer|in stock|en stock|sold individually|individuel|shipping|exp[ée]dition|gift|draft|brouillon|discontinued|ver[öo]ffentlich|sichtbar|vorr[äa]tig/i;

/** Maximum number of different values that the report shows of a column. */
const shownValues = 4;

/** Adds the columns that were not read to the report: those that say a state with their values, and the others. */
export function noteUnread({ rows }: SourceTable, cells: CellReader, report: Report): void {
  const valuesOf = (column: string) => {
    const values = [...new Set(rows.map((row) => row.cells[column] ?? ''))].filter(Boolean);
    const shown = values.slice(0, shownValues).map((value) => value.slice(0, 20));
    return `${column}: ${shown.join(' | ')}${values.length > shownValues ? ' | …' : ''}`;
  };
  const unread = cells.unread();
  const states = unread.filter((column) => stateName.test(column));
  report.note('not read', 'columns that say a state', states.map(valuesOf));
  const others = unread.filter((column) => !stateName.test(column));
  report.note('not read', 'other columns', others);
}

/** Returns a date such as `2026/11/24 00:00:00` as `2026-11-24`; a day in another order stays as it is. */
export function dayOf(date: string): string {
  const day = date.replace(/[T ]\d{1,2}:\d\d.*$/, '');
  return /^\d{4}[/.]\d\d[/.]\d\d$/.test(day) ? day.replaceAll(/[/.]/g, '-') : day;
}

/** Returns the problem if a spreadsheet has probably changed an id or a size to a date or a number. */
export function explainDamage(text: string, what: string): string | undefined {
  return /[A-Z]{3}/.test(text) ? undefined : explainSpreadsheet(text, what);
}

/** Reports a style, with all its rows, if a spreadsheet has probably changed its SKU, and returns whether it has. */
export function omitChangedSku(sku: string, rows: readonly SourceRow[], report: Report): boolean {
  const advice = explainDamage(sku, 'a SKU');
  if (advice === undefined) return false;
  report.leaveOut('SKUs that a spreadsheet changed', { name: sku, rows, advice });
  return true;
}
