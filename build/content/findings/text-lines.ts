/**
 * Converts between offsets and lines and columns of a text, as editors count them (from 1, in UTF-16 units).
 */

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * The start offsets of all lines, computed once, because a large table may have thousands of faults.
 */
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

/** Returns the start offset of a line, or the end of the text if it has fewer lines. */
export function startOfLine({ text, starts }: LineIndex, line: number): number {
  return starts[line - 1] ?? text.length;
}

/** Returns the text of a line without its line break. */
export function lineAt(lines: LineIndex, line: number): string {
  const end = startOfLine(lines, line + 1);
  return lines.text.slice(startOfLine(lines, line), end).replace(/\r?\n$/, '');
}

/**
 * Returns how many of `length` characters from an offset are on the same line: marks never cross a line end.
 */
export function lengthOnLine(text: string, offset: number, length: number): number {
  const end = text.slice(offset, offset + length).search(/[\r\n]/);
  return end === -1 ? length : end;
}
