/** Finds the rows of a CSV text and their cells, as byte offsets (RFC 4180). */
import { CsvError, parse } from 'csv-parse/sync';

/** The bytes of the characters that separate the rows and cells of a CSV text, and of the one that quotes cells. */
export const [newline, carriageReturn, comma, quote] = Buffer.from('\n\r,"') as Buffer &
  readonly [number, number, number, number];
const byteOrderMark = Buffer.from('\uFEFF');

/** The position of a row in the bytes of a table, and its cells if they are already parsed. */
export interface RowSpan {
  /** Byte offset of the first byte of the row. */
  readonly start: number;
  /**
   * Byte offset after the last character of the row, before its line break. If `cells` exists, the same as `next`,
   * because the CSV parser reports no other offset.
   */
  readonly end: number;
  /** Byte offset after the line break of the row. If no line break follows: the length of the table, or one more. */
  readonly next: number;
  /** Number of the line where the row begins. Line 1 begins at the offset `first` of `rowsIn`. */
  readonly line: number;
  /** The texts of the cells, if the row has quotes: the CSV parser then finds the cells together with the row. */
  readonly cells?: readonly string[];
}

/** Returns the byte offset where the text of a file begins: 3 after a byte order mark, otherwise 0. */
export function textStart(bytes: Buffer): number {
  const hasMark = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  return hasMark ? byteOrderMark.length : 0;
}

/**
 * Returns the byte offset of the first line feed at or after `start`, or the length of the bytes if there is
 * none.
 */
export function endOfLine(bytes: Buffer, start: number): number {
  const found = bytes.indexOf(newline, start);
  return found === -1 ? bytes.length : found;
}

/**
 * Yields the position of each row of a CSV text, also of the row with the names of the columns. Skips lines without any
 * character, but yields a line of spaces. Throws `CsvError` for unclosed or unescaped quotes, maybe after it has
 * yielded the rows above them. The text begins at the byte offset `first`:
 * - for the bytes of a whole file, pass `textStart(bytes)`, which skips a byte order mark;
 * - for rows copied from a file, pass 0: a byte order mark before a row inside the table is a fault. It must stay in
 *   the first cell of this row, so that the row is reported.
 */
export function* rowsIn(bytes: Buffer, first = 0): Generator<RowSpan, undefined> {
  let line = 1;
  for (const range of rangesIn(bytes, first)) {
    line = yield* rowsOfRange(bytes, { ...range, line }, first);
  }
}

/**
 * Consecutive whole rows of a CSV text, from the byte offset `start` to the byte before `stop`. If `isQuoted` is true,
 * every row has quotes; otherwise no row has quotes.
 */
export interface RowRange {
  readonly start: number;
  readonly stop: number;
  readonly isQuoted: boolean;
}

/**
 * Yields adjacent ranges of whole rows that together are the CSV text from the byte offset `first` to its end. The rows
 * of a range either all have quotes or have none: rows without quotes can be split at line breaks and commas, which is
 * faster than parsing them.
 */
export function* rangesIn(bytes: Buffer, first: number): Generator<RowRange, undefined> {
  let quoteAt = bytes.indexOf(quote, first);
  for (let start = first; start < bytes.length; ) {
    const isQuoted = quoteAt !== -1 && quoteAt < endOfLine(bytes, start);
    let stop = bytes.length;
    if (isQuoted) stop = endOfQuoted(bytes, start);
    else if (quoteAt !== -1) stop = bytes.lastIndexOf(newline, quoteAt) + 1;
    yield { start, stop, isQuoted };
    start = stop;
    if (quoteAt !== -1 && quoteAt < stop) quoteAt = bytes.indexOf(quote, stop);
  }
}

/** A range of rows with the number of its first line. */
interface NumberedRange extends RowRange {
  readonly line: number;
}

/**
 * Yields the rows of a range from `rangesIn`, whose first line has the number `range.line`. The return value of the
 * generator is the number of the line where the next range begins. Pass the same `bytes` and `first` as to `rangesIn`.
 * Throws `CsvError` for unclosed or unescaped quotes.
 */
export function rowsOfRange(
  bytes: Buffer,
  range: NumberedRange,
  first: number,
): Generator<RowSpan, number> {
  return range.isQuoted ? quotedRows(bytes, range, first) : plainRows(bytes, range);
}

/** Number of bytes that the CSV parser gets at once; more if the last row of these bytes is longer. */
const parsedAtOnce = 1 << 16;

/**
 * Returns the byte offset where a range of rows with quotes ends; `start` is where it begins. The range ends before the
 * first row without quotes, or after the row that reaches `parsedAtOnce` bytes. A line break inside quotes ends no row.
 */
function endOfQuoted(bytes: Buffer, start: number): number {
  let isOpen = false;
  let hasQuote = false;
  let lineStart = start;
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] === quote) {
      isOpen = !isOpen;
      hasQuote = true;
    } else if (bytes[at] === newline && !isOpen) {
      if (!hasQuote) return lineStart;
      lineStart = at + 1;
      hasQuote = false;
      if (lineStart - start >= parsedAtOnce) return lineStart;
    }
  }
  return hasQuote ? bytes.length : lineStart;
}

/**
 * Yields the rows of a range without quotes, in which each line that is not blank is a row. Returns the number of the
 * line after the range. Takes a tenth of the time of the CSV parser.
 */
function* plainRows(
  bytes: Buffer,
  { start: first, stop: last, line: firstLine }: NumberedRange,
): Generator<RowSpan, number> {
  let line = firstLine;
  for (let start = first; start < last; line += 1) {
    // In a loop, because a call of native code takes longer for so few bytes.
    let stop = start;
    while (stop < last && bytes[stop] !== newline) stop += 1;
    const end = bytes[stop - 1] === carriageReturn ? stop - 1 : stop;
    if (end > start) yield { start, end, next: stop + 1, line };
    start = stop + 1;
  }
  return line;
}

/** A row as the CSV parser returns it; `record` contains its cells. */
interface ParsedRow {
  readonly record: readonly string[];
  /** `bytes` is the number of parsed bytes up to the end of this row, with its line break. */
  readonly info: { readonly bytes: number };
}

const parserOptions = {
  ...{ info: true, skip_empty_lines: true, relax_column_count: true },
  record_delimiter: ['\r\n', '\n'],
};

/**
 * Parses a range with the CSV parser and yields its rows. Returns the number of the line after the range. Throws
 * `CsvError` with a position in the whole text, not in the range. The text begins at the byte offset `first`: 3 after a
 * byte order mark, otherwise 0.
 */
function* quotedRows(
  bytes: Buffer,
  { start: rangeStart, stop, line: firstLine }: NumberedRange,
  first: number,
): Generator<RowSpan, number> {
  let start = rangeStart;
  // Counted here: the parser counts CRLF within quotes as two lines.
  let line = firstLine;
  for (const { record, info } of parseRange(bytes, [rangeStart, stop], first)) {
    for (; bytes[start] === newline || bytes[start] === carriageReturn; start += 1) {
      if (bytes[start] === newline) line += 1;
    }
    const end = rangeStart + info.bytes;
    yield { start, end, next: end, line, cells: record };
    for (; start < end; start += 1) if (bytes[start] === newline) line += 1;
  }
  for (; start < stop; start += 1) if (bytes[start] === newline) line += 1;
  return line;
}

function parseRange(
  bytes: Buffer,
  [start, stop]: readonly [number, number],
  first: number,
): readonly ParsedRow[] {
  try {
    return parse(bytes.subarray(start, stop), parserOptions) as unknown as ParsedRow[];
  } catch (error) {
    // Throws the same error with its position in the whole text.
    if (error instanceof CsvError) parse(bytes, { ...parserOptions, bom: first > 0 });
    throw error;
  }
}

/**
 * Returns the texts of the cells of a row: `cells` of the row if it has quotes, otherwise the texts between its commas.
 * `bytes` are the bytes in which `rowsIn` found the row.
 */
export function cellsOf(bytes: Buffer, { start, end, cells: known }: RowSpan): readonly string[] {
  return known ?? bytes.toString('utf8', start, end).split(',');
}

/** A row of a CSV text: its cells, and the line where it begins, counted from 1 at the beginning of the text. */
export interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/**
 * Yields the rows of a CSV text. Pass a text without the line with the names of the columns, because that line would be
 * yielded as a row too. Skips lines without any character, but yields a line of spaces. Throws `CsvError` for unclosed
 * or unescaped quotes, maybe after it has yielded the rows above them. Splits a text without quotes directly, because
 * converting it to bytes and back would take longer.
 */
export function* rowsOfText(text: string): Generator<Row, undefined> {
  if (text.includes('"')) {
    const bytes = Buffer.from(text);
    for (const span of rowsIn(bytes)) yield { cells: cellsOf(bytes, span), line: span.line };
    return;
  }
  let line = 0;
  for (const whole of text.split('\n')) {
    line += 1;
    const row = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    if (row !== '') yield { cells: row.split(','), line };
  }
}

/**
 * Returns the byte range of one cell of a row without quotes: the offset of its first byte, and the offset after its
 * last byte. `column` is the index of the cell, from 0. If the row has fewer cells, returns an empty range at its end.
 */
export function cellSpan(
  bytes: Buffer,
  { start, end }: RowSpan,
  column: number,
): readonly [start: number, end: number] {
  let from = start;
  for (let at = start, index = 0; at <= end; at += 1) {
    if (at < end && bytes[at] !== comma) continue;
    if (index === column) return [from, at];
    index += 1;
    from = at + 1;
  }
  return [end, end];
}
