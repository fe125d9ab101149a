/** Finds the position of a value in a JSON text, and of a cell in a CSV text (RFC 4180). */
import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { JsonPath } from '../../content/findings/finding.ts';
import { suggest } from '../../content/findings/suggest.ts';
import { type LineIndex, lineAt, startOfLine } from '../../content/findings/text-lines.ts';

/** The part of a text that a finding marks, in UTF-16 units. */
type Span = readonly [offset: number, length: number];

/**
 * Returns the value at `path` of a parsed JSON text or, with `atName`, the name of the member. If nothing is at `path`,
 * returns its nearest existing ancestor: the name of a member, a whole list item, or the opening brace of the root.
 */
export function locateJson(root: Node, path: JsonPath, atName = false): Span {
  let depth = path.length;
  let node = findNodeAtLocation(root, [...path]);
  while (node === undefined && depth > 0) {
    depth -= 1;
    node = findNodeAtLocation(root, path.slice(0, depth));
  }
  const found = node ?? root;
  const isWhole = depth === path.length;
  const name = found.parent?.type === 'property' ? found.parent.children?.[0] : undefined;
  // A missing member is located at the name of its parent, which is clearer than an opening brace.
  const { offset, length } = name && (atName || !isWhole) ? name : found;
  return [offset, found === root && !isWhole ? 1 : length];
}

/** Matches a cell with its quotes; a quote that is never closed extends it to the end of the text. */
const cellPattern = /(?:"(?:[^"]|"")*"?)?[^,\r\n]*/y;

/**
 * Returns the cell of a column in the row that begins at a line; a misspelt name in the first line counts as the column
 * (`prise` for `price`). Without `column`, returns the whole line; without such a cell, the end of the row.
 */
export function locateRow(lines: LineIndex, line: number, column: string | undefined): Span {
  let start = startOfLine(lines, line);
  if (column === undefined) return [start, lineAt(lines, line).length];
  const names = lineAt(lines, 1).replaceAll('"', '').split(',');
  const exact = names.indexOf(column);
  const index = exact === -1 ? names.indexOf(suggest(column, names) ?? '') : exact;
  for (let cell = 0; ; cell += 1) {
    cellPattern.lastIndex = start;
    const length = cellPattern.exec(lines.text)?.[0].length ?? 0;
    if (cell === index) return [start, length];
    if (lines.text[start + length] !== ',') return [start + length, 0];
    start += length + 1;
  }
}

/**
 * Returns, for each line of a CSV text, the row number that a spreadsheet shows: a quoted cell may contain line breaks, so
 * a row may have several lines.
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
