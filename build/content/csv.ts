/** Reads CSV tables (RFC 4180): `indexTable` finds the rows of each SKU, and `readRows` validates given rows. */
import { CsvError } from 'csv-parse/sync';
import type { z } from 'zod';
import type { WithLine } from './content.ts';
import { cellsOf, parseRows, type Row } from './csv-rows.ts';
import { findExchanged } from './exchanged-columns.ts';
import { type Fault, type Found, foundBy, type Rule } from './findings/finding.ts';
import { cellsOfTable, rowsOf } from './findings/relations.ts';
import { groupBy } from './group-by.ts';
import type { FaultyRow, PartialTable } from './partial-content.ts';
import { decimalComma, explainCell } from './rules/csv-cell-rules.ts';
import {
  columnNamesOf,
  columns,
  explainExchanged,
  explainHeader,
} from './rules/csv-header-rules.ts';
import { cells, quotes, separator } from './rules/csv-rules.ts';
import { emptyFile, encoding } from './rules/file-rules.ts';

/**
 * The column names of a table in the order of its cells, such as `['sku', 'price']`. An element is undefined if the
 * first line has an unknown name there.
 */
type TableHeader = readonly (string | undefined)[];

/** A table whose rows can be looked up by SKU. */
export interface TableIndex {
  /** Path within the content folder. */
  readonly file: string;
  /**
   * The column that each cell of the first line names, also if the name is misspelt; an element is undefined if its
   * name is unknown. The list is empty if the table is optional and missing. Undefined if the table cannot be read.
   */
  readonly header: TableHeader | undefined;
  /** True if the table can be read and has no rows below the first line; false if it is missing. */
  readonly isEmpty: boolean;
  /** Faults of the whole table, such as an unknown column. */
  readonly found: readonly Found[];
  /** All rows below the first line, in the order of the file. */
  readonly rows: readonly Row[];
  /** Returns each SKU of the table once, in the order of the file, with an empty string if a row has no SKU. */
  skus(): Iterable<string>;
  /** Returns the rows of a SKU in the order of the file; an empty list if no row has this SKU. */
  rowsOf(sku: string): readonly Row[];
}

/** A table without its rows: the file, the columns, and whether it has rows. */
export type TableHead = Pick<TableIndex, 'file' | 'header' | 'isEmpty'>;

/** The parsed rows of a table, with the faulty ones in a separate list, and their faults (`found`). */
export interface TableReading<Row> extends PartialTable<Row> {
  readonly found: readonly Found[];
}

/** Column → the ids that its cells may have, as far as they are known; they show that columns are exchanged. */
export type KnownCells = Readonly<Record<string, ReadonlySet<string> | undefined>>;

/**
 * Returns the index of a table, which finds the rows of each SKU. `bytes` are those of the file. The table must have a
 * column for each required member of `schema` and may have one for each optional member, in any order. Does not throw:
 * if the table cannot be read, for example because a column is missing, the index has no rows, and `found` says why.
 */
export function indexTable(
  file: string,
  bytes: Buffer,
  schema: z.ZodObject,
  known: KnownCells = {},
): TableIndex {
  const unreadable = (rule: Rule, faults: readonly Omit<Fault, 'file'>[]): TableIndex => ({
    ...emptyTable(file),
    found: faults.map((fault) => {
      // Where a name is not only misspelt, the first line is the cause of rows with too many cells.
      const explains = fault.suggestion === undefined ? [cellsOfTable(file)] : [];
      return foundBy(rule, { file, ...fault, about: { explains } });
    }),
  });
  const notText = encoding.find(bytes);
  if (notText) return unreadable(encoding, [notText]);
  const { names, required } = columnNamesOf(schema);
  // Removes the byte order mark.
  const text = new TextDecoder().decode(bytes);
  const first = (text.split('\n', 1)[0] ?? '').replace(/\r$/, '');
  if (text.trim() === '') {
    return unreadable(emptyFile, [{ message: `is empty; its first line is ${required.join()}` }]);
  }
  const foreign = separator.find(first, names);
  if (foreign) return unreadable(separator, [foreign]);
  try {
    // `parseRows` skips blank lines, but nothing may be above the names of the columns.
    const [head, ...below] = parseRows(text);
    const header = first === '' || head === undefined ? [] : cellsOf(head);
    const { faults, columns: meant } = explainHeader(header, { names, required });
    if (meant === undefined) return unreadable(columns, faults);
    const exchanged = findExchanged(meant, below, (column, cell) => {
      const { issue } = cellReaderOf(schema.shape[column] as z.ZodType)(cell);
      return issue === undefined && (cell === '' || known[column]?.has(cell) !== false);
    });
    const order = exchanged ? withExchanged(meant, exchanged) : meant;
    const { found } = unreadable(columns, [
      ...faults,
      ...(exchanged ? [explainExchanged(meant, exchanged)] : []),
    ]);
    // Rows are read in the order that is meant, so that each is not reported too.
    return { ...indexRows(below, order.indexOf('sku')), file, header: order, found };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return unreadable(quotes, [quotes.explain(error, text)]);
  }
}

function withExchanged(header: TableHeader, [first, second]: readonly [number, number]) {
  return header.with(first, header[second]).with(second, header[first]);
}

function indexRows(rows: readonly Row[], column: number) {
  const bySku = groupBy(rows, (row) => cellsOf(row)[column] ?? '');
  return {
    ...{ rows, isEmpty: rows.length === 0 },
    skus: () => bySku.keys(),
    rowsOf: (sku: string) => bySku.get(sku) ?? [],
  };
}

/** Returns an index without rows and without faults, for a table that cannot be read. */
export function emptyTable(file: string): TableIndex {
  return { ...indexRows([], 0), file, header: undefined, isEmpty: false, found: [] };
}

/** Returns the index of an optional table that does not exist: it counts as readable, without columns and rows. */
export function absentTable(file: string): TableIndex {
  return { ...emptyTable(file), header: [] };
}

/**
 * Parses rows of a table and validates each cell with the schema of its column; `schema` is that of a row. Returns the
 * rows without a fault (`rows`), those with a fault (`faulty`) and the faults (`found`). If `header` is undefined,
 * because the table could not be read, returns empty lists and `readable: false`.
 */
export function readRows<Shape extends z.ZodObject>(
  { file, header, schema }: { file: string; header: TableHeader | undefined; schema: Shape },
  given: Iterable<Row>,
): TableReading<z.infer<Shape>> {
  const rows: WithLine<z.infer<Shape>>[] = [];
  const found: Found[] = [];
  const faulty: FaultyRow<z.infer<Shape>>[] = [];
  if (header === undefined) return { file, rows, readable: false, faulty, found };
  const readers = header.map((column) => column && cellReaderOf(schema.shape[column] as z.ZodType));
  for (const each of given) {
    const { line } = each;
    const row = cellsOf(each);
    const { value, faults } = readRow(row, { file, header, line, readers });
    if (faults.length === 0) {
      rows.push(Object.assign(value, { line }) as WithLine<z.infer<Shape>>);
      continue;
    }
    const absent = Object.keys(schema.shape).filter((column) => !header.includes(column));
    const empty = Object.fromEntries(absent.map((column) => [column, undefined]));
    const cells = { ...empty, ...value, line } as Partial<WithLine<z.infer<Shape>>>;
    faulty.push({ sku: row[header.indexOf('sku')] ?? '', cells });
    found.push(...faults);
  }
  return { file, rows, readable: true, faulty, found };
}

/**
 * What `readRow` needs besides the cells of a row: its file and line, and for each cell the name of its column
 * (`header`) and the function that validates it (`readers`). Both are undefined for a cell in an unknown column.
 */
interface RowReading {
  readonly file: string;
  readonly header: TableHeader;
  readonly line: number;
  readonly readers: readonly (CellReader | '' | undefined)[];
}

/**
 * Validates the cells of a row. Returns `value`, which maps each column with a valid cell to the parsed value, and the
 * faults of the row.
 */
function readRow(row: readonly string[], { file, header, line, readers }: RowReading) {
  const value: Record<string, unknown> = {};
  const wrong = cells.find(row, header);
  if (wrong !== undefined) {
    const { sku, ...fault } = wrong;
    const explains = sku === undefined ? [] : [rowsOf(file, sku)];
    const about = { explains, explainedBy: [cellsOfTable(file)] };
    return { value, faults: [foundBy(cells, { file, line, ...fault, about })] };
  }
  const cut = decimalComma.find(row, header);
  const faults: Found[] = cut ? [foundBy(decimalComma, { file, line, ...cut })] : [];
  for (let index = 0; index < readers.length; index += 1) {
    const [read, column] = [readers[index], header[index]];
    // The comma that cuts a price in two moves the cells after it.
    if (cut !== undefined && column === 'price') break;
    if (!read || column === undefined) continue;
    const cell = row[index] as string;
    const reading = read(cell);
    if (reading.issue === undefined) value[column] = reading.value;
    else {
      const { rule, fault } = explainCell(column, cell, reading.issue);
      faults.push(foundBy(rule, { file, line, column, ...fault }));
    }
  }
  return { value, faults };
}

type CellReading =
  | { readonly value: unknown; readonly issue?: never }
  | { readonly issue: z.core.$ZodIssue };
type CellReader = (cell: string) => CellReading;

/** Maximum number of cached results for one column schema; the cache is emptied when it is full. */
const maxCachedCells = 1000;

const readersBySchema = new WeakMap<z.ZodType, CellReader>();

/**
 * Returns the function that validates the cells of a column with its schema. The function returns the parsed value of a
 * cell or, if the cell is invalid, the first issue. It caches results, and is the same for all columns with this
 * schema.
 */
function cellReaderOf(schema: z.ZodType): CellReader {
  const reader = readersBySchema.get(schema) ?? createCellReader(schema);
  readersBySchema.set(schema, reader);
  return reader;
}

function createCellReader(schema: z.ZodType): CellReader {
  const known = new Map<string, CellReading>();
  return (cell) => {
    const before = known.get(cell);
    if (before !== undefined) return before;
    if (known.size >= maxCachedCells) known.clear();
    const result = schema.safeParse(cell);
    const reading: CellReading = result.success
      ? { value: result.data }
      : { issue: result.error.issues[0] as z.core.$ZodIssue };
    known.set(cell, reading);
    return reading;
  };
}
