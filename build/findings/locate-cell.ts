/** Finds the place of a cell in the text of a table (RFC 4180). */
import { offsetOfLine } from './text-place.ts';

/**
 * Offset and length of the cell at `index` in the row that begins at an offset, quotes included; the
 * end of the row when it has fewer cells.
 */
function locateCell(text: string, rowOffset: number, index: number): [number, number] {
  let start = rowOffset;
  for (let cell = 0; ; cell += 1) {
    const end = endOfCell(text, start);
    if (cell === index || text[end] !== ',')
      return cell === index ? [start, end - start] : [end, 0];
    start = end + 1;
  }
}

/** Offset and length of a named cell in the row that begins on a line; the whole row without a name. */
export function locateRow(
  text: string,
  line: number,
  column: string | undefined,
): readonly [offset: number, length: number] {
  const offset = offsetOfLine(text, line);
  if (column === undefined) {
    const end = text.indexOf('\n', offset);
    return [offset, (end === -1 ? text.length : end) - offset];
  }
  return locateCell(text, offset, columnsOf(text).indexOf(column));
}

/** The row as a spreadsheet numbers it: lines that are empty or inside a quoted cell are none. */
export function rowNumber(text: string, line: number): number {
  const end = offsetOfLine(text, line);
  let rows = 1;
  for (let offset = 0; offset < end; ) {
    let cellEnd = endOfCell(text, offset);
    while (text[cellEnd] === ',') cellEnd = endOfCell(text, cellEnd + 1);
    rows += 1;
    const next = text.indexOf('\n', cellEnd);
    offset = next === -1 ? end : next + 1;
  }
  return rows;
}

function columnsOf(text: string): string[] {
  return (text.split(/\r?\n/, 1)[0] ?? '').split(',').map((name) => name.replaceAll('"', ''));
}

/** The offset of the comma or line end that closes the cell beginning at `start`. */
function endOfCell(text: string, start: number): number {
  let offset = start;
  if (text[start] === '"') {
    offset += 1;
    while (offset < text.length) {
      const quote = text.indexOf('"', offset);
      if (quote === -1) return text.length;
      offset = quote + 1;
      if (text[offset] !== '"') break;
      offset += 1;
    }
  }
  while (offset < text.length && !/[,\r\n]/.test(text[offset] as string)) offset += 1;
  return offset;
}
