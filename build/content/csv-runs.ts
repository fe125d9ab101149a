/** Finds the rows of each SKU in a table, as byte ranges, without parsing cells. */
import {
  carriageReturn,
  cellSpan,
  comma,
  newline,
  type RowRange,
  type RowSpan,
  rangesIn,
  rowsOfRange,
} from './csv-rows.ts';

/**
 * Consecutive rows of one SKU: the byte offsets of the first row (`start`) and after the last row (`end`), and the
 * line of the first row.
 */
export interface Run {
  readonly start: number;
  end: number;
  readonly line: number;
}

/**
 * Returns SKU → its runs of consecutive rows, in the order of the file. `first` is the byte offset of the text, as
 * `textStart` returns it; its first row, the names of the columns, is left out. `column` is the index of the SKU
 * column, from 0. Throws `CsvError` for unclosed or unescaped quotes.
 */
export function findRuns(
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
   * Does the same as `addRange`, for a range without quotes whose first cells are the SKUs, as in most tables. Most
   * rows have the SKU of the row before: comparing its bytes avoids an object and a string for each row.
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
    last = undefined;
  };

  for (const range of rangesIn(bytes, first)) {
    if (column === 0 && !range.isQuoted) addPlainRange(range);
    else addRange(range);
  }
  return runs;
}

/**
 * Returns true if the first cell of the row at the byte offset `at` equals the cell of `length` bytes at the byte
 * offset `cell`: it has the same bytes, and a comma follows.
 */
function hasFirstCell(bytes: Buffer, at: number, cell: number, length: number): boolean {
  for (let offset = 0; offset < length; offset += 1) {
    if (bytes[at + offset] !== bytes[cell + offset]) return false;
  }
  return bytes[at + length] === comma;
}
