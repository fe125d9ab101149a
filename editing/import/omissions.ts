/** Collects the items that an import omits, for the report and for a CSV file with their rows. */
import { byteOrderMark, createRowWriter } from '../../contract/spreadsheet.ts';
import type { Report } from './report.ts';
import type { SourceRow, SourceTable } from './source-table.ts';

/** An item that an import leaves out, such as a row or a price. */
interface Omission {
  /** The name of the item for the report, such as a SKU. */
  readonly name: string;
  readonly row: SourceRow;
  /** A detail of the omission or how to correct it, such as `TEE-1: most variants have no sale price`. */
  readonly advice?: string;
}

/** The items of the source, such as rows or prices, that an import leaves out. */
export interface Omissions {
  /**
   * Adds an omitted item. `reason` is the text under which the report counts it, such as `variations that are not
   * published`.
   */
  readonly add: (reason: string, omission: Omission) => void;
  /** Returns the number of omitted items. */
  readonly count: () => number;
  /**
   * Returns a CSV table with a row for each omitted item, sorted by line of the source. Its cells are the line, the
   * reason, and the `name` and `advice` of the omission (see `Omission`), followed by the cells of the source's row.
   */
  readonly toCsv: (source: Pick<SourceTable, 'columns' | 'separator'>) => string;
}

/**
 * Returns an empty collection of the items that an import leaves out. Each item that is added to it is also counted in
 * the report.
 */
export function createOmissions(report: Report): Omissions {
  const all: (Omission & { readonly reason: string })[] = [];
  return {
    add(reason, omission) {
      report.note('left out', reason, omission.name);
      all.push({ ...omission, reason });
    },
    count: () => all.length,
    toCsv({ columns, separator }) {
      // A spreadsheet that writes semicolons does not split at commas.
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
