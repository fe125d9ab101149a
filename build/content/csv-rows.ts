/** Finds the rows of a CSV text (RFC 4180) and their cells. */
import { parse } from 'csv-parse/sync';

const [newline, carriageReturn, comma, quote] = Buffer.from('\n\r,"') as Buffer &
  readonly [number, number, number, number];
const byteOrderMark = Buffer.from('\uFEFF');

/** A row of a table: offsets in bytes, without its line break. */
export interface RowSpan {
  readonly start: number;
  readonly end: number;
  /** Offset after the line break. */
  readonly next: number;
  /** The line where it begins, counted from 1. */
  readonly line: number;
  /** The cells, if they were read to find the row. */
  readonly cells?: readonly string[];
}

/** Returns the offset of the text after a byte order mark. */
export function startOf(bytes: Buffer): number {
  const hasMark = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  return hasMark ? byteOrderMark.length : 0;
}

/** Returns the end of the line that contains an offset. */
export function endOfLine(bytes: Buffer, start: number): number {
  const found = bytes.indexOf(newline, start);
  return found === -1 ? bytes.length : found;
}

/** Yields the rows of a text, without blank lines. */
export function rowsIn(bytes: Buffer): Generator<RowSpan, undefined> {
  return bytes.includes(quote) ? quotedRows(bytes) : plainRows(bytes);
}

/**
 * Fast path for text without quotes, where each row is a line: takes a tenth of the time for millions of
 * rows. Skips blank lines.
 */
function* plainRows(bytes: Buffer): Generator<RowSpan, undefined> {
  let line = 1;
  for (let start = startOf(bytes); start < bytes.length; line += 1) {
    const stop = endOfLine(bytes, start);
    const end = bytes[stop - 1] === carriageReturn ? stop - 1 : stop;
    if (end > start) yield { start, end, next: stop + 1, line };
    start = stop + 1;
  }
}

interface ParsedRow {
  readonly record: readonly string[];
  /** The end of a row: its byte offset, that of its line break, and its line number. */
  readonly info: { readonly bytes: number; readonly lines: number };
}

function* quotedRows(bytes: Buffer): Generator<RowSpan, undefined> {
  const options = {
    ...{ bom: true, info: true, skip_empty_lines: true, relax_column_count: true },
    record_delimiter: ['\r\n', '\n'],
  };
  let start = startOf(bytes);
  for (const { record, info } of parse(bytes, options) as unknown as ParsedRow[]) {
    while (bytes[start] === newline || bytes[start] === carriageReturn) start += 1;
    const line = info.lines - lineBreaksIn(record);
    yield { start, end: info.bytes, next: info.bytes, line, cells: record };
    start = info.bytes;
  }
}

function lineBreaksIn(record: readonly string[]): number {
  return record.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
}

/** Returns the cells of a row. */
export function cellsOf(bytes: Buffer, { start, end, cells: known }: RowSpan): readonly string[] {
  return known ?? bytes.toString('utf8', start, end).split(',');
}

/**
 * Returns the range of a cell in a row without quotes; an empty range at its end if the row has too few
 * cells.
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

/** Returns true if two ranges of a text have the same bytes. */
export function isSameSpan(
  bytes: Buffer,
  [start, end]: readonly [number, number],
  [other, otherEnd]: readonly [number, number],
): boolean {
  if (end - start !== otherEnd - other) return false;
  return bytes.compare(bytes, other, otherEnd, start, end) === 0;
}
