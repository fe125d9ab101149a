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

/** The offset at which a line begins; the text's end when it has fewer lines. */
export function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', offset);
    if (end === -1) return text.length;
    offset = end + 1;
  }
  return offset;
}

/** The length of what stands on the line of an offset, `length` at most: marks never run over a line. */
export function lengthOnLine(text: string, offset: number, length: number): number {
  const end = text.slice(offset, offset + length).search(/[\r\n]/);
  return end === -1 ? length : end;
}
