/** Finds the position of a value in a JSON text, and of a cell in a CSV text (RFC 4180). */
import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { JsonPath } from '../../content/findings/finding.ts';
import { suggest } from '../../content/findings/suggest.ts';
import { type LineIndex, lineAt, startOfLine } from '../../content/findings/text-lines.ts';

/**
 * Returns the part of a JSON text that a finding marks, as offset and length: the value at `path` or, if `atName` is
 * true, the name of the member at `path`. `root` is the parsed text. If `path` does not exist, uses its nearest
 * existing ancestor. What it marks depends on the kind of this ancestor:
 * - a member: only its name, such as `"descriptions"` if `descriptions.long` is missing;
 * - a list item: the whole item, such as `colors[2]` if `colors[2].pms` is missing;
 * - the root: only the opening brace.
 */
export function locateJson(
  root: Node,
  path: JsonPath,
  atName = false,
): readonly [offset: number, length: number] {
  const found = deepest(root, path);
  const { parent } = found.node;
  const name = parent?.type === 'property' ? parent.children?.[0] : undefined;
  // A missing member is located at the name of its parent, which is clearer than an opening brace.
  const { offset, length } = name && (atName || !found.whole) ? name : found.node;
  return [offset, found.node === root && !found.whole ? 1 : length];
}

/**
 * Returns the node at a path (`whole` is true). If the path does not exist, returns its nearest existing
 * ancestor (`whole` is false).
 */
function deepest(root: Node, path: JsonPath): { node: Node; whole: boolean } {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return { node, whole: length === path.length };
  }
  return { node: root, whole: path.length === 0 };
}

/**
 * Returns the offset and length of a cell, including its quotes. `rowOffset` is the offset of its row, and
 * `index` counts cells from 0. If the row has fewer cells, returns the end of the row and length 0.
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

/**
 * Returns the offset and length of a cell in a CSV text (`lines`). `line` is the line on which its row begins, counted
 * from 1. `column` is the name of its column, also found if the header misspells it (`prise` for `price`). Without
 * `column`, returns the whole line. If the row has no such cell, returns the end of the row and length 0.
 */
export function locateRow(
  lines: LineIndex,
  line: number,
  column: string | undefined,
): readonly [offset: number, length: number] {
  const offset = startOfLine(lines, line);
  if (column === undefined) return [offset, lineAt(lines, line).length];
  const names = columnsOf(lines);
  const exact = names.indexOf(column);
  // Cells below a misspelt column name are also read.
  const index = exact === -1 ? names.indexOf(suggest(column, names) ?? '') : exact;
  return locateCell(lines.text, offset, index);
}

/**
 * Returns, for each line of a CSV text, the row number that a spreadsheet shows, counted from 1. A quoted cell may
 * contain line breaks, so a row may have several lines: `[1, 2, 2, 3]` if the second row has two lines.
 */
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

/**
 * Returns the offset of the comma or line break that ends the cell beginning at `start`. Returns the length of the text
 * if neither follows, or if the closing quote is missing.
 */
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
