/**
 * Where in a CSV table the rows of each SKU are. Nothing else is looked at, so that the rows of products
 * that are as they were need not be understood, and those of a large catalogue need not be held.
 */
import { isUtf8 } from 'node:buffer';
import { rowsOf, type TextRow } from './table-rows.ts';

export interface TableIndex {
  readonly header: readonly string[];
  /** Every SKU that a row names, in the order of the file; empty where a row names none. */
  skus(): Iterable<string>;
  /** The rows of a SKU in the order of the file, with the lines on which they begin. */
  rowsOf(sku: string, slice: Slice): TextRow[];
  /** What the rows of a SKU hold, whichever lines they stand on: equal rows are equal texts. */
  textOf(sku: string, slice: Slice): string;
}

/** Gives some bytes of the table as text. */
export type Slice = (start: number, end: number) => string;

const [newline, carriageReturn, comma, quote] = Buffer.from('\n\r,"');
const byteOrderMark = Buffer.from('\uFEFF');

/**
 * Takes a table apart. Gives undefined where that cannot be done, since it is no UTF-8, lacks the
 * column `sku` or has quotes that do not match: reading it as a whole tells why.
 */
export function indexTable(bytes: Buffer): TableIndex | undefined {
  if (!isUtf8(bytes)) return undefined;
  const isPlain = !bytes.includes(quote as number);
  return isPlain ? indexPlain(bytes) : holdQuoted(bytes);
}

/** Lines that follow each other and are of one SKU. */
interface Run {
  readonly start: number;
  end: number;
  readonly line: number;
}

/** Without a quote a row is a line, and the bytes need not become a text. */
function indexPlain(bytes: Buffer): TableIndex | undefined {
  const [first] = linesOf(bytes);
  if (first === undefined) return undefined;
  const header = bytes.toString('utf8', first.start, first.end).split(',');
  const column = header.indexOf('sku');
  if (column === -1) return undefined;
  const runs = findRuns(bytes, column);
  return {
    header,
    skus: () => runs.keys(),
    rowsOf: (sku, slice) =>
      (runs.get(sku) ?? []).flatMap((run) =>
        Array.from(rowsOf(slice(run.start, run.end)), ({ cells, line }) => ({
          cells,
          line: run.line + line - 1,
        })),
      ),
    textOf: (sku, slice) =>
      (runs.get(sku) ?? []).map(({ start, end }) => slice(start, end)).join(''),
  };
}

function findRuns(bytes: Buffer, column: number): ReadonlyMap<string, readonly Run[]> {
  const runs = new Map<string, Run[]>();
  let last: Run | undefined;
  let cell: readonly [start: number, end: number] = [0, 0];
  let isHeader = true;
  for (const { start, end, next, line } of linesOf(bytes)) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const found = cellOf(bytes, start, end, column);
    // A blank line ends a run, so that it is not in the text of a SKU.
    if (last?.end === start && isSame(bytes, cell, found)) {
      last.end = next;
      continue;
    }
    cell = found;
    last = { start, end: next, line };
    const sku = bytes.toString('utf8', ...cell);
    const group = runs.get(sku);
    if (group) group.push(last);
    else runs.set(sku, [last]);
  }
  return runs;
}

interface Line {
  readonly start: number;
  /** Where its line break begins. */
  readonly end: number;
  /** Where the next line begins. */
  readonly next: number;
  /** From 1. */
  readonly line: number;
}

/** The lines that are not blank. */
function* linesOf(bytes: Buffer): Generator<Line> {
  let line = 1;
  const hasMark = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  for (let start = hasMark ? byteOrderMark.length : 0; start < bytes.length; line += 1) {
    const found = bytes.indexOf(newline as number, start);
    const stop = found === -1 ? bytes.length : found;
    const end = bytes[stop - 1] === carriageReturn ? stop - 1 : stop;
    if (end > start) yield { start, end, next: stop + 1, line };
    start = stop + 1;
  }
}

/** Where a cell of a line begins and ends; nothing at its end where the line has too few. */
function cellOf(
  bytes: Buffer,
  start: number,
  end: number,
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

function isSame(
  bytes: Buffer,
  [start, end]: readonly [number, number],
  [other, otherEnd]: readonly [number, number],
): boolean {
  if (end - start !== otherEnd - other) return false;
  for (let at = 0; at < end - start; at += 1) {
    if (bytes[start + at] !== bytes[other + at]) return false;
  }
  return true;
}

/** Leaves a byte order mark out. */
const decoder = new TextDecoder();

/** Where a row ends can be told by reading from the beginning only: the rows are held. */
function holdQuoted(bytes: Buffer): TableIndex | undefined {
  const rows = new Map<string, TextRow[]>();
  let header: readonly string[] | undefined;
  try {
    for (const row of rowsOf(decoder.decode(bytes))) {
      if (header === undefined) {
        header = row.cells;
        continue;
      }
      const sku = row.cells[header.indexOf('sku')] ?? '';
      const group = rows.get(sku);
      if (group) group.push(row);
      else rows.set(sku, [row]);
    }
  } catch {
    // The fault is told, with its place, by reading the table as a whole.
    return undefined;
  }
  if (header === undefined || !header.includes('sku')) return undefined;
  return {
    header,
    skus: () => rows.keys(),
    rowsOf: (sku) => rows.get(sku) ?? [],
    textOf: (sku) => JSON.stringify((rows.get(sku) ?? []).map(({ cells }) => cells)),
  };
}
