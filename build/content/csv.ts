/** Reads CSV tables (RFC 4180): `indexTable` finds the rows of each SKU, and `readRows` validates given rows. */
import { CsvError } from 'csv-parse/sync';
import type { z } from 'zod';
import type { WithLine } from './content.ts';
import { cellsOf, parseRows, type Row } from './csv-rows.ts';
import { type FaultInFile, type Found, foundBy, type Rule } from './findings/finding.ts';
import { cellsOfTable } from './findings/relations.ts';
import { groupBy } from './group-by.ts';
import { memoize } from './memoize.ts';
import type { FaultyRow, PartialTable } from './partial-content.ts';
import { explainCell, findCutPrice, findWrongCells, type RowFault } from './rules/csv-rules.ts';
import {
  columns,
  explainQuotes,
  findExchanged,
  findSeparator,
  quotes,
  readHeader,
  requiredColumns,
  separator,
  type TableHeader,
} from './rules/csv-table-rules.ts';
import { addSeeMore, decodeFile, withSeeMore } from './rules/file-rules.ts';

/** A table whose rows can be looked up by SKU. */
export interface TableIndex {
  readonly file: string;
  /** Empty if the table is optional and missing; undefined if it cannot be read. */
  readonly header: TableHeader | undefined;
  /** Faults of the whole table, such as an unknown column. */
  readonly found: readonly Found[];
  /** All rows below the first line, in the order of the file. */
  readonly rows: readonly Row[];
  /** SKU, or an empty string → its rows. */
  readonly bySku: ReadonlyMap<string, readonly Row[]>;
}

/** A table without its rows. */
export type TableHead = Pick<TableIndex, 'file' | 'header'>;

/** Column → the ids that its cells may have, as far as they are known; they show that columns are exchanged. */
export type KnownCells = Readonly<Record<string, ReadonlySet<string> | undefined>>;

/**
 * Returns the index of a table, which finds the rows of each SKU. The table must have a column for each required member
 * of `schema` and may have one for each optional member, in any order. Does not throw: if the table cannot be read, the
 * index has no rows, and `found` says why.
 */
export function indexTable(
  file: string,
  bytes: Buffer,
  schema: z.ZodObject,
  known: KnownCells = {},
): TableIndex {
  const unreadable = (rule: Rule, faults: readonly FaultInFile[]): TableIndex => ({
    ...emptyTable(file),
    found: withSeeMore(faults).map((fault) => foundBy(rule, { file, ...fault })),
  });
  const text = decodeFile(file, bytes, `its first line is ${requiredColumns(schema).join()}`);
  if (typeof text !== 'string') return { ...emptyTable(file), found: [text] };
  const first = (text.split('\n', 1)[0] ?? '').replace(/\r$/, '');
  const foreign = findSeparator(first, Object.keys(schema.shape));
  if (foreign) return unreadable(separator, [foreign]);
  try {
    // `parseRows` skips blank lines, but nothing may be above the names of the columns.
    const [head, ...below] = parseRows(text);
    const names = first === '' || head === undefined ? [] : cellsOf(head);
    const { columns: meant, faults } = readHeader(names, schema);
    if (meant === undefined) return unreadable(columns, faults);
    const exchanged = findExchanged(meant, below, (column, cell) => {
      const { issue } = cellReaderOf(schema.shape[column] as z.ZodType)(cell);
      return issue === undefined && (cell === '' || known[column]?.has(cell) !== false);
    });
    const found = [...faults, ...(exchanged ? [exchanged.fault] : [])].map((fault) => {
      // Where a name is not only misspelt, the first line is the cause of rows with too many cells.
      const explains = fault.suggestion === undefined ? [cellsOfTable(file)] : [];
      return foundBy(columns, { file, ...fault, about: { explains } });
    });
    // Rows are read in the order that is meant, so that each is not reported too.
    const header = exchanged?.columns ?? meant;
    const skuAt = header.indexOf('sku');
    const bySku = groupBy(below, (row) => cellsOf(row)[skuAt] ?? '');
    return { file, header, found, rows: below, bySku };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return unreadable(quotes, [explainQuotes(error, text)]);
  }
}

/** Returns an index without rows and faults: of a table that cannot be read or, with `header`, is optional and missing. */
export function emptyTable(file: string, header?: TableHeader): TableIndex {
  return { file, header, found: [], rows: [], bySku: new Map() };
}

/**
 * Parses rows of a table and validates each cell with the schema of its column; `schema` is that of a row. If `header`
 * is undefined, because the table could not be read, returns empty lists and `readable: false`.
 */
export function readRows<Shape extends z.ZodObject>(
  { file, header, schema }: { file: string; header: TableHeader | undefined; schema: Shape },
  given: Iterable<Row>,
): PartialTable<z.infer<Shape>> & { readonly found: readonly Found[] } {
  const rows: WithLine<z.infer<Shape>>[] = [];
  const found: Found[] = [];
  const faulty: FaultyRow<z.infer<Shape>>[] = [];
  if (header === undefined) return { file, rows, readable: false, faulty, found };
  const readers = header.map((column) => column && cellReaderOf(schema.shape[column] as z.ZodType));
  for (const each of given) {
    const { line } = each;
    const row = cellsOf(each);
    const { value, faults } = readRow(file, row, header, readers);
    if (faults.length === 0) {
      rows.push(Object.assign(value, { line }) as WithLine<z.infer<Shape>>);
      continue;
    }
    const absent = Object.keys(schema.shape).filter((column) => !header.includes(column));
    const empty = Object.fromEntries(absent.map((column) => [column, undefined]));
    const cells = { ...empty, ...value, line } as Partial<WithLine<z.infer<Shape>>>;
    faulty.push({ sku: row[header.indexOf('sku')] ?? '', cells });
    found.push(...faults.map(({ rule, fault }) => foundBy(rule, { file, line, ...fault })));
  }
  const last = file.startsWith('prices/') ? found.pop() : undefined;
  // Rules that compare prices skip a product with a faulty row.
  if (last) found.push({ ...last, fault: addSeeMore(last.fault) });
  return { file, rows, readable: true, faulty, found };
}

/** Returns the faults of a row, and column → parsed value of each valid cell. A cell without a reader is skipped. */
function readRow(
  file: string,
  row: readonly string[],
  header: TableHeader,
  readers: readonly (CellReader | '' | undefined)[],
) {
  const value: Record<string, unknown> = {};
  const wrong = findWrongCells(file, row, header);
  if (wrong !== undefined) return { value, faults: [wrong] };
  const cut = findCutPrice(row, header);
  const faults: RowFault[] = cut ? [cut] : [];
  for (let index = 0; index < readers.length; index += 1) {
    const [read, column, cell] = [readers[index], header[index], row[index] as string];
    // The comma that cuts a price in two moves the cells after it.
    if (cut !== undefined && column === 'price') break;
    if (!read || column === undefined) continue;
    const reading = read(cell);
    if (reading.issue === undefined) value[column] = reading.value;
    else faults.push(explainCell(column, cell, reading.issue));
  }
  return { value, faults };
}

/** Returns the parsed value of a cell or, if it is invalid, the first issue. */
type CellReader = (
  cell: string,
) => { readonly value: unknown; readonly issue?: never } | { readonly issue: z.core.$ZodIssue };

/** Maximum number of cached results for one column schema; the cache is emptied when it is full. */
const maxCachedCells = 1000;

/** Returns the function that validates the cells of all columns with a schema, and caches its results. */
const cellReaderOf = memoize((schema: z.ZodType): CellReader => {
  const known = new Map<string, ReturnType<CellReader>>();
  return (cell) => {
    const before = known.get(cell);
    if (before !== undefined) return before;
    if (known.size >= maxCachedCells) known.clear();
    const { data: value, error } = schema.safeParse(cell);
    const [issue] = error?.issues ?? [];
    const reading = issue === undefined ? { value } : { issue };
    known.set(cell, reading);
    return reading;
  };
});
