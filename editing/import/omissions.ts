/** Collects the items that an import leaves out, for the report and for a CSV file with their rows. */
import { byteOrderMark, createRowWriter } from '../../contract/spreadsheet.ts';
import type { Report } from './report.ts';
import type { SourceRow, SourceTable } from './source-table.ts';

/** An item that is left out. */
interface Omission {
  /** Its name, such as a SKU. */
  readonly name: string;
  readonly row: SourceRow;
  /** The remedy, or a suggestion. */
  readonly advice?: string;
}

export interface Omissions {
  /** Records an item that is left out, with its reason in the report. */
  readonly add: (reason: string, omission: Omission) => void;
  /** Returns the number of rows, or parts of rows, that are left out. */
  readonly count: () => number;
  /** Returns a CSV table of all items by line, with the cells of their rows. */
  readonly toCsv: (source: Pick<SourceTable, 'columns' | 'separator'>) => string;
}

/** Creates a collection that adds to a report. */
export function createOmissions(report: Report): Omissions {
  const all: (Omission & { readonly reason: string })[] = [];
  return {
    add(reason, omission) {
      report.note('left out', reason, omission.name);
      all.push({ ...omission, reason });
    },
    count: () => all.length,
    toCsv({ columns, separator }) {
      // A spreadsheet that wrote semicolons does not read commas.
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
