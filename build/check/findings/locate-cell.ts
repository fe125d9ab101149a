/** Finds the place of a cell in the text of a table (RFC 4180). */
import { type LineIndex, lineAt, startOfLine } from './line-index.ts';

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
  lines: LineIndex,
  line: number,
  column: string | undefined,
): readonly [offset: number, length: number] {
  const offset = startOfLine(lines, line);
  if (column === undefined) return [offset, lineAt(lines, line).length];
  return locateCell(lines.text, offset, columnsOf(lines).indexOf(column));
}

/** The row of each line as a spreadsheet numbers it: a line that begins inside a quoted cell is none. */
export function numberRows({ text, starts }: LineIndex): readonly number[] {
  let row = 0;
  let isQuoted = false;
  let quote = text.indexOf('"');
  return starts.map((_start, index) => {
    if (!isQuoted) row += 1;
    const end = starts[index + 1] ?? text.length;
    for (; quote !== -1 && quote < end; quote = text.indexOf('"', quote + 1)) isQuoted = !isQuoted;
    return row;
  });
}

function columnsOf(lines: LineIndex): string[] {
  return lineAt(lines, 1)
    .split(',')
    .map((name) => name.replaceAll('"', ''));
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
