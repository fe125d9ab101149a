/** What an import could not place: noted in the report, and collected with its row for a CSV file. */
import { toCsvText } from './content-files.ts';
import type { Report } from './report.ts';
import type { SourceRow } from './source-table.ts';

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
  /** Returns a table of all of them by line, with the cells of their rows. */
  readonly toCsv: (columns: readonly string[]) => string;
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
    toCsv(columns) {
      const own = ['line', 'reason', 'what', 'advice'];
      const rows = [...all]
        .sort((a, b) => a.row.line - b.row.line)
        .map(({ row, reason, name, advice = '' }) => [
          ...[String(row.line), reason, name, advice],
          ...columns.map((column) => row.cells[column] ?? ''),
        ]);
      return toCsvText([[...own, ...columns], ...rows]);
    },
  };
}
