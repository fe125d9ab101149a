/** Converts offsets in a text to lines and columns as editors count them: from 1, in UTF-16 units. */

/** A line and column, counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A text and the offset of each line in it, computed once, because a table may have thousands of faults. */
export interface LineIndex {
  readonly text: string;
  readonly starts: readonly number[];
}

/** Returns a text with the offsets of its lines. */
export function indexLines(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return { text, starts };
}

/** Returns the line and column of an offset. */
export function positionAt({ starts }: LineIndex, offset: number): TextPosition {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** Returns the offset of a line (counted from 1), or the length of the text if it has fewer lines. */
export function startOfLine({ text, starts }: LineIndex, line: number): number {
  return starts[line - 1] ?? text.length;
}

/** Returns the text of a line (counted from 1) without its line break; an empty string if there is none. */
export function lineAt(lines: LineIndex, line: number): string {
  const end = startOfLine(lines, line + 1);
  return lines.text.slice(startOfLine(lines, line), end).replace(/\r?\n$/, '');
}

/** Returns how many of the `length` characters from `offset` on are on its line, the only one that is marked. */
export function lengthOnLine(text: string, offset: number, length: number): number {
  const end = text.slice(offset, offset + length).search(/[\r\n]/);
  return end === -1 ? length : end;
}
