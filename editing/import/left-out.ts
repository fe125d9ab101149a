/** What an import could not place: noted in the report, and collected with its row for a CSV file. */
import { byteOrderMark, createRowWriter } from '../../contract/spreadsheet.ts';
import type { Report } from './report.ts';
import type { SourceRow, SourceTable } from './source-table.ts';

/** What is known of something that is left out. */
interface LeftOut {
  /** What names it, such as a SKU. */
  readonly name: string;
  readonly row: SourceRow;
  /** What to do, or what it could be instead. */
  readonly advice?: string;
}

export interface LeftOuts {
  /** Notes something that is left out, with the reason as the report has it. */
  readonly add: (reason: string, leftOut: LeftOut) => void;
  /** How many rows or parts of rows are left out. */
  readonly count: () => number;
  /** Returns a table of all of them by line, with the cells of their rows, for a spreadsheet. */
  readonly toCsv: (source: Pick<SourceTable, 'columns' | 'separator'>) => string;
}

/** Creates a collection that adds to a report. */
export function createLeftOuts(report: Report): LeftOuts {
  const all: (LeftOut & { readonly reason: string })[] = [];
  return {
    add(reason, leftOut) {
      report.note('left out', reason, leftOut.name);
      all.push({ ...leftOut, reason });
    },
    count: () => all.length,
    toCsv({ columns, separator }) {
      // The spreadsheet that wrote semicolons reads no commas.
      const write = createRowWriter(separator === ';' ? 'fr-CA' : 'en-CA');
      const rows = [...all]
        .sort((a, b) => a.row.line - b.row.line)
        .map(({ row, reason, name, advice = '' }) =>
          write([
            ...[String(row.line), reason, name, advice],
            ...columns.map((column) => row.cells[column] ?? ''),
          ]),
        );
      const header = write(['line', 'reason', 'what', 'advice', ...columns]);
      return `${byteOrderMark}${header}${rows.join('')}`;
    },
  };
}
