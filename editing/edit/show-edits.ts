/** Shows what a command would do: a table, and the difference of each file. */
import { createTwoFilesPatch } from 'diff';
import { escapeControls } from '../../build/content/findings/finding.ts';
import type { FileEdit } from './content-edits.ts';
import type { EditPlan, ShownTable } from './edit-command.ts';

/** Rows of the table, and lines of the difference of each file, that are shown at most. */
const [shownRows, shownLines] = [30, 16];

/** Returns the text that is shown before a question is asked. */
export function showEdits({ summary, table, notes = [] }: EditPlan, edits: readonly FileEdit[]) {
  return [
    ...formatTable(table),
    ...edits.flatMap(diffLines),
    ...notes.map((note) => `note: ${note}`),
    summary,
  ]
    .map((line) => `${escapeControls(line)}\n`)
    .join('');
}

function formatTable({ columns, rows }: ShownTable): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, shownRows);
  const widths = columns.map((name, at) =>
    Math.max(name.length, ...shown.map((row) => row[at]?.length ?? 0)),
  );
  const format = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const more = rows.length - shown.length;
  return [format(columns), ...shown.map(format), ...(more > 0 ? [`… ${more} more rows`] : []), ''];
}

function diffLines({ file, before, after }: FileEdit): string[] {
  const [from, to] = [
    before === undefined ? '/dev/null' : file,
    after === undefined ? '/dev/null' : file,
  ];
  const patch = createTwoFilesPatch(from, to, before ?? '', after ?? '', '', '', { context: 1 });
  // The first line is a ruler.
  const lines = patch.replaceAll('\r', '').trimEnd().split('\n').slice(1);
  const hidden = lines.length - shownLines;
  return hidden > 0 ? [...lines.slice(0, shownLines), `… ${hidden} more lines`] : lines;
}
