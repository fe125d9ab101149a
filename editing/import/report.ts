/** The report of an import, and the table of the rows that it left out. */
import { escapeControls } from '../../build/content/findings/finding.ts';
import { byteOrderMark, createRowWriter } from '../../contract/spreadsheet.ts';
import type { SourceRow, SourceTable } from './source-table.ts';

const sections = ['imported', 'defaulted', 'left out', 'not read', 'kept'] as const;
type Section = (typeof sections)[number];

/** Sections whose heading is shown without notes, too. */
const required: ReadonlySet<Section> = new Set(['imported', 'defaulted', 'left out']);

/** Maximum number of examples per note, except in the section `not read`, where each column matters. */
const maxExamples = 5;

/** Something of the source that is left out: its name for the report, its rows, and how to correct it. */
export interface Omission {
  readonly name: string;
  readonly rows: readonly SourceRow[];
  readonly advice?: string | undefined;
}

/** The report of an import, to which its steps add notes. */
export interface Report {
  /** Adds examples, such as SKUs, to a note in a section, and their number to its count. Ignores an empty list. */
  readonly note: (section: Section, text: string, examples: string | readonly string[]) => void;
  /** Adds something that is left out. `reason` is the text under which it is counted, such as `gift cards`. */
  readonly leaveOut: (reason: string, omission: Omission) => void;
  /** Returns the report as text: the heading of each section, then one line per note, the highest count first. */
  readonly toText: () => string;
  /** Returns the rows that were left out as CSV, with line, reason and advice; undefined if there are none. */
  readonly toCsv: (source: Pick<SourceTable, 'columns' | 'separator'>) => string | undefined;
}

/** Returns an empty report of an import. */
export function createReport(): Report {
  const notes = new Map(sections.map((section) => [section, new Map<string, string[]>()]));
  const omissions: (Omission & { readonly reason: string })[] = [];
  const note: Report['note'] = (section, text, examples) => {
    const added = typeof examples === 'string' ? [examples] : examples;
    const known = notes.get(section)?.get(text) ?? [];
    if (added.length > 0) notes.get(section)?.set(text, [...known, ...added]);
  };
  return {
    note,
    leaveOut(reason, omission) {
      note('left out', reason, omission.name);
      omissions.push({ ...omission, reason });
    },
    toText() {
      if ([...notes.values()].every((ofSection) => ofSection.size === 0)) return '';
      const shown = [...notes].filter(([name, { size }]) => required.has(name) || size > 0);
      const blocks = shown.map(([section, ofSection]) => {
        const sorted = [...ofSection].sort(([, a], [, b]) => b.length - a.length);
        const max = section === 'not read' ? Number.POSITIVE_INFINITY : maxExamples;
        const lines = sorted.map(([text, examples]) => toLine(text, examples, max));
        const heading = `${section.charAt(0).toUpperCase()}${section.slice(1)}:`;
        return [heading, ...(lines.length === 0 ? ['  nothing'] : lines)].join('\n');
      });
      return `${blocks.join('\n')}\n`;
    },
    toCsv({ columns, separator }) {
      // A spreadsheet that writes semicolons does not split at commas.
      const write = createRowWriter(separator === ';' ? 'fr-CA' : 'en-CA');
      const rows = omissions
        .flatMap((omission) => omission.rows.map((row) => ({ ...omission, row })))
        .sort((a, b) => a.row.line - b.row.line)
        .map(({ row, reason, name, advice = '' }) =>
          write([
            ...[String(row.line), reason, name, advice],
            ...columns.map((column) => row.cells[column] ?? ''),
          ]),
        );
      if (rows.length === 0) return undefined;
      const header = write(['line', 'reason', 'what', 'advice', ...columns]);
      return `${byteOrderMark}${header}${rows.join('')}`;
    },
  };
}

/** Returns a line such as `  markdowns: 7 (A1, A2, A3, A4, A5, …)`, with control characters escaped. */
function toLine(text: string, examples: readonly string[], max: number): string {
  const distinct = [...new Set(examples)].filter((example) => example !== '');
  const shown = distinct.slice(0, max).join(', ');
  const more = distinct.length > max ? ', …' : '';
  return escapeControls(`  ${text}: ${examples.length}${shown === '' ? '' : ` (${shown}${more})`}`);
}
