/** Renders the planned edits of a command: a table, and a diff of each file. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { escapeControls } from '../../build/content/findings/finding.ts';
import { formatCount } from '../../console/format-count.ts';
import type { FileEdit } from './content-edits.ts';
import type { EditPlan, ShownTable } from './edit-command.ts';

/** Maximum number of table rows, and of diff lines of each file, that are shown. */
const [shownRows, shownLines] = [30, 16];

/** Maximum number of differing lines of a file; the time of the comparison grows with its square. */
const longestEdit = 4000;

/** Renders an edit for the user to confirm: the table of the plan, the diff of each file, the notes and the summary. */
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
  return [
    format(columns),
    ...shown.map(format),
    ...(more > 0 ? [`… ${formatCount(more, 'more row')}`] : []),
    '',
  ];
}

function diffLines({ file, before, after }: FileEdit): string[] {
  const [from, to] = [
    before === undefined ? '/dev/null' : file,
    after === undefined ? '/dev/null' : file,
  ];
  const options = { context: 1, maxEditLength: longestEdit, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(from, to, before ?? '', after ?? '', '', '', options);
  if (patch === undefined) return [`${file}: too many lines differ to be shown`];
  const lines = patch.replaceAll('\r', '').trimEnd().split('\n');
  const hidden = lines.length - shownLines;
  return hidden > 0
    ? [...lines.slice(0, shownLines), `… ${formatCount(hidden, 'more line')}`]
    : lines;
}
