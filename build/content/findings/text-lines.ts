/** Places in a text: offsets, and lines and columns as editors count them (from 1, UTF-16 units). */

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Where the lines of a text begin, found once: a table may be large and have thousands of faults. */
export interface LineIndex {
  readonly text: string;
  /** Offset of each line, the first at index 0. */
  readonly starts: readonly number[];
}

/** Finds the lines of a text. */
export function indexLines(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return { text, starts };
}

/** The line and column of an offset. */
export function placeIn({ starts }: LineIndex, offset: number): TextPlace {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The offset at which a line begins; the text's end when it has fewer lines. */
export function startOfLine({ text, starts }: LineIndex, line: number): number {
  return starts[line - 1] ?? text.length;
}

/** Returns the text of a line without its line break. */
export function lineAt(lines: LineIndex, line: number): string {
  const end = startOfLine(lines, line + 1);
  return lines.text.slice(startOfLine(lines, line), end).replace(/\r?\n$/, '');
}

/** Returns how much of `length` characters from an offset is on one line: marks never cross a line end. */
export function lengthOnLine(text: string, offset: number, length: number): number {
  const end = text.slice(offset, offset + length).search(/[\r\n]/);
  return end === -1 ? length : end;
}
