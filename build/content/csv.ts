/**
 * Reads CSV tables (RFC 4180) in two steps: `indexTable` finds the rows of each SKU without parsing their
 * cells, and `readRows` parses given rows. A build therefore parses only the rows of changed products, and
 * passes the rows of a product to a worker thread as text.
 */
import { CsvError } from 'csv-parse/sync';
import type { z } from 'zod';
import type { WithLine } from './content.ts';
import { cellsOf, endOfLine, type RowSpan, rowsIn, rowsOfText, textStart } from './csv-rows.ts';
import { createRunFinder } from './csv-runs.ts';
import { type Fault, type Found, foundBy, type Rule } from './findings/finding.ts';
import type { FaultyRow, PartialTable } from './partial-content.ts';
import { decimalComma, explainCell } from './rules/csv-cell-rules.ts';
import { columnNamesOf, columns, explainHeader } from './rules/csv-header-rules.ts';
import { cells, quotes, separator } from './rules/csv-rules.ts';
import { emptyFile, encoding } from './rules/file-rules.ts';
import { sha256 } from './sha256.ts';

/** Consecutive rows of a table as text, with their line breaks. */
export interface RowText {
  readonly text: string;
  /** The line of the file where the first row begins, counted from 1. */
  readonly line: number;
}

/**
 * The column names of a table in the order of its cells, such as `['sku', 'price']`. An element is undefined if the
 * first line has an unknown name there.
 */
type TableHeader = readonly (string | undefined)[];

/**
 * A table whose rows can be looked up by SKU. `skus`, `rowsOf` and `rows` throw `ExpectedError` if the table was not
 * read into memory and has changed since (`openPlainTable`).
 */
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
  /** True if the table has no faults and no quotes, and its first column is the SKU (`PlainTable`). */
  readonly isPlain: boolean;
  /** Returns each SKU of the table once, in the order of the file, with an empty string if a row has no SKU. */
  skus(): Iterable<string>;
  /** Returns the rows of a SKU in the order of the file; an empty list if no row has this SKU. */
  rowsOf(sku: string): readonly RowText[];
  /** Returns all rows in the order of the file; an empty list if the table has no rows. */
  rows(): readonly RowText[];
  /**
   * Returns the SHA-256 of the file, in hexadecimal; an empty string if the table is missing or cannot be read.
   */
  hash(): string;
}

/** A table without its rows: the file, the columns, and whether it has rows. */
export type TableHead = Pick<TableIndex, 'file' | 'header' | 'isEmpty'>;

/** The parsed rows of a table, with the faulty ones in a separate list, and their faults (`found`). */
export interface TableReading<Row> extends PartialTable<Row> {
  readonly found: readonly Found[];
}

/**
 * Returns the index of a table, which finds the rows of each SKU without parsing their cells. `bytes` are those of the
 * file. The table must have a column for each required member of `schema` and may have one for each optional member, in
 * any order. Does not throw: if the table cannot be read, for example because a column is missing, the index has no
 * rows, and `found` says why. Rows are located when they are first needed, or at once in a table with quotes, to find
 * invalid quotes.
 */
export function indexTable(file: string, bytes: Buffer, schema: z.ZodObject): TableIndex {
  const unreadable = (rule: Rule, faults: readonly Omit<Fault, 'file'>[]): TableIndex => ({
    ...emptyTable(file),
    found: faults.map((fault) => foundBy(rule, { file, ...fault })),
  });
  const notText = encoding.find(bytes);
  if (notText) return unreadable(encoding, [notText]);
  const { names, required } = columnNamesOf(schema);
  const start = textStart(bytes);
  const first = bytes.toString('utf8', start, endOfLine(bytes, start)).replace(/\r$/, '');
  if (first.trim() === '' && bytes.toString('utf8', start).trim() === '') {
    return unreadable(emptyFile, [{ message: `is empty; its first line is ${required.join()}` }]);
  }
  const foreign = separator.find(first, names);
  if (foreign) return unreadable(separator, [foreign]);
  try {
    // `rowsIn` skips blank lines, but nothing may be above the names of the columns.
    const rows = rowsIn(bytes, start);
    const header = first === '' ? [] : cellsOf(bytes, rows.next().value as RowSpan);
    const { faults, columns: meant } = explainHeader(header, { names, required });
    if (meant === undefined) return unreadable(columns, faults);
    const runs = createRunFinder(bytes, start, meant.indexOf('sku'));
    let hash: string | undefined;
    return {
      ...{ file, header: meant, isEmpty: rows.next().done === true },
      found: unreadable(columns, faults).found,
      isPlain: faults.length === 0 && runs.isPlain,
      skus: () => runs.all().keys(),
      rowsOf: (sku) =>
        runs.of(sku).map(({ start: from, end, line }) => ({
          text: bytes.toString('utf8', from, end),
          line,
        })),
      rows() {
        const [first] = runs.all().values().next().value ?? [];
        return first ? [{ text: bytes.toString('utf8', first.start), line: first.line }] : [];
      },
      hash() {
        hash ??= sha256(bytes);
        return hash;
      },
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return unreadable(quotes, [quotes.explain(error, bytes.toString('utf8', start))]);
  }
}

/** Returns an index without rows and without faults, for a table that cannot be read. */
export function emptyTable(file: string): TableIndex {
  return {
    ...{ file, header: undefined, isEmpty: false, found: [], isPlain: false },
    ...{ skus: () => [], rowsOf: () => [], rows: () => [], hash: () => '' },
  };
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
  texts: Iterable<RowText>,
): TableReading<z.infer<Shape>> {
  const rows: WithLine<z.infer<Shape>>[] = [];
  const found: Found[] = [];
  const faulty: FaultyRow<z.infer<Shape>>[] = [];
  if (header === undefined) return { file, rows, readable: false, faulty, found };
  const readers = header.map((column) => column && cellReaderOf(schema.shape[column] as z.ZodType));
  for (const { text, line: base } of texts) {
    for (const { cells: row, line: at } of rowsOfText(text)) {
      const line = base + at - 1;
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
  if (wrong !== undefined) return { value, faults: [foundBy(cells, { file, line, ...wrong })] };
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
