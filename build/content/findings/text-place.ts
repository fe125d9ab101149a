/** Places in a text: offsets, and lines and columns as editors count them (from 1, UTF-16 units). */

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1;
  return { line, column: offset - lineStart + 1 };
}

/** The length of what stands on the line of an offset, `length` at most: marks never run over a line. */
export function lengthOnLine(text: string, offset: number, length: number): number {
  const end = text.slice(offset, offset + length).search(/[\r\n]/);
  return end === -1 ? length : end;
}
