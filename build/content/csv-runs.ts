/** Finds the byte ranges of each SKU's rows in a table, without parsing prices and other values. */
import {
  carriageReturn,
  cellSpan,
  comma,
  endOfLine,
  newline,
  quote,
  type RowRange,
  type RowSpan,
  rangesIn,
  rowsOfRange,
} from './csv-rows.ts';

/**
 * A run: consecutive rows of one SKU in a table. In a table sorted by SKU, each SKU has one run; it may have several if
 * empty lines are between its rows, or if some of its rows have quotes. `start` is the byte offset of the first row,
 * and `line` its line. `end` is the byte offset after the line break of the last row. If the last row has no line
 * break, `end` is the length of the file or one more; `subarray` returns the same bytes for both.
 */
export interface Run {
  readonly start: number;
  end: number;
  readonly line: number;
}

/** Finds the runs of a table (consecutive rows of one SKU) when they are needed. */
export interface RunFinder {
  /** Returns SKU → its runs, in the order of the file. */
  all(): ReadonlyMap<string, readonly Run[]>;
  /** Returns the runs of a SKU in the order of the file; an empty list if it has no row. */
  of(sku: string): readonly Run[];
  /** True if the table has no quotes and its first column is the SKU, so that `searchRuns` can search it. */
  readonly isPlain: boolean;
}

/**
 * A finder searches its table for the rows of a single SKU (`searchRuns`) at most this many times. For the next SKU, it
 * finds the runs of all SKUs at once. After most edits, a build needs the rows of one product, and one search takes
 * half the time of finding all runs.
 */
export const maxSearches = 2;

/**
 * Returns true if a SKU can be searched for in the bytes of a table. The name of a product file may have any character,
 * also those that separate cells and rows.
 */
export function isSearchable(sku: string): boolean {
  return /^[^,\r\n]+$/.test(sku);
}

/**
 * Returns the finder of a table's runs (consecutive rows of one SKU). `bytes` are those of the file, and its text
 * begins at the byte offset `first` (`textStart`). The first row has the names of the columns and belongs to no run.
 * `column` is the index of the SKU column, from 0. Throws `CsvError` for unclosed or unescaped quotes; the methods of
 * the finder do not throw.
 */
export function createRunFinder(bytes: Buffer, first: number, column: number): RunFinder {
  let runs: ReturnType<typeof findRuns> | undefined;
  let searches = 0;
  const all = () => {
    runs ??= findRuns(bytes, first, column);
    return runs;
  };
  const hasQuotes = bytes.includes(quote);
  // Only quotes can make a table unreadable below its first row.
  if (hasQuotes) all();
  return {
    all,
    isPlain: !hasQuotes && column === 0,
    of(sku) {
      const isSearched = runs === undefined && column === 0 && searches < maxSearches;
      if (!isSearched || !isSearchable(sku)) return all().get(sku) ?? [];
      searches += 1;
      return searchRuns(bytes, first, sku);
    },
  };
}

/**
 * Returns the runs of one SKU, found by a search of the bytes for this SKU instead of reading every row. Only for a
 * table without quotes whose first column is the SKU, or for a piece of one. Lines are counted from 1 at the byte
 * offset `first`. Finds no row in line 1, where a table has the names of its columns; a later piece of a table must
 * therefore begin with the line break before its first row.
 */
export function searchRuns(bytes: Buffer, first: number, sku: string): readonly Run[] {
  const runs: Run[] = [];
  // A row with the SKU follows a line break, because the names of the columns are above it.
  const name = Buffer.from(`\n${sku}`);
  let line = 1;
  let counted = first;
  let last: Run | undefined;
  for (let at = bytes.indexOf(name, first); at !== -1; ) {
    const [start, cellEnd] = [at + 1, at + name.length];
    const next = endOfLine(bytes, cellEnd) + 1;
    const isCell = bytes[cellEnd] === comma || isRowEnd(bytes, cellEnd);
    if (isCell && last?.end === start) last.end = next;
    else if (isCell) {
      line += countLineBreaks(bytes, counted, start);
      counted = start;
      last = { start, end: next, line };
      runs.push(last);
    }
    // The line break after this row may be the one before another.
    at = bytes.indexOf(name, next - 1);
  }
  return runs;
}

/** Returns the number of line breaks from the byte offset `start` to `end`, which is excluded. */
export function countLineBreaks(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  let at = bytes.indexOf(newline, start);
  for (; at !== -1 && at < end; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}

/** Returns true if a row without quotes ends at the byte offset `at`: a line break or the end of the table follows. */
function isRowEnd(bytes: Buffer, at: number): boolean {
  const end = bytes[at] === carriageReturn ? at + 1 : at;
  return end >= bytes.length || bytes[end] === newline;
}

/**
 * Reads every row of a table. Returns SKU → its runs, in the order of the file. The parameters, and the error that it
 * throws, are those of `createRunFinder`.
 */
function findRuns(
  bytes: Buffer,
  first: number,
  column: number,
): ReadonlyMap<string, readonly Run[]> {
  const runs = new Map<string, Run[]>();
  let line = 1;
  let last: Run | undefined;
  let lastSku: string | undefined;
  let isBelowNames = false;

  const begin = (sku: string, start: number, end: number): Run => {
    const run = { start, end, line };
    const group = runs.get(sku);
    if (group) group.push(run);
    else runs.set(sku, [run]);
    return run;
  };
  const add = (row: RowSpan) => {
    const sku = row.cells
      ? (row.cells[column] ?? '')
      : bytes.toString('utf8', ...cellSpan(bytes, row, column));
    // A blank line ends a run, so that the text of a SKU has no blank lines.
    if (last?.end === row.start && sku === lastSku) last.end = row.next;
    else last = begin(sku, row.start, row.next);
    lastSku = sku;
  };
  const addRange = (range: RowRange) => {
    const rows = rowsOfRange(bytes, { ...range, line }, first);
    for (let row = rows.next(); ; row = rows.next()) {
      if (row.done) {
        line = row.value;
        return;
      }
      line = row.value.line;
      if (isBelowNames) add(row.value);
      isBelowNames = true;
    }
  };
  /**
   * Adds the rows of a range to `runs`, like `addRange` but faster. Only for a range without quotes in a table whose
   * first column is the SKU, as in most tables. Most rows have the SKU of the row before: comparing the bytes of the
   * two SKUs creates no object and no string.
   */
  const addPlainRange = ({ start, stop }: RowRange) => {
    let run: Run | undefined;
    let length = 0;
    for (let at = start; at < stop; line += 1) {
      const isSame = run?.end === at && hasFirstCell(bytes, at, run.start, length);
      // In a loop, because a call of native code takes longer for so few bytes.
      let end = isSame ? at + length : at;
      while (end < stop && bytes[end] !== newline) end += 1;
      const textEnd = end > at && bytes[end - 1] === carriageReturn ? end - 1 : end;
      if (isSame) (run as Run).end = end + 1;
      else if (textEnd > at) {
        for (length = 0; at + length < textEnd && bytes[at + length] !== comma; ) length += 1;
        if (isBelowNames) run = begin(bytes.toString('utf8', at, at + length), at, end + 1);
        isBelowNames = true;
      }
      at = end + 1;
    }
  };

  for (const range of rangesIn(bytes, first)) {
    if (column === 0 && !range.isQuoted) addPlainRange(range);
    else addRange(range);
  }
  return runs;
}

/**
 * Returns true if the row at the byte offset `at` begins with a given cell and a comma. The given cell is another one
 * of `bytes`: it begins at the byte offset `cell` and has `length` bytes.
 */
function hasFirstCell(bytes: Buffer, at: number, cell: number, length: number): boolean {
  for (let offset = 0; offset < length; offset += 1) {
    if (bytes[at + offset] !== bytes[cell + offset]) return false;
  }
  return bytes[at + length] === comma;
}
