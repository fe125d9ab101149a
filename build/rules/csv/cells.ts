import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../rule.ts';

/** Told by the load step. */
export const cells = {
  id: 'csv/cells',
  severity: 'error',
  summary:
    'Every row of a table has as many cells as the table has columns, and not all are empty.',
  remedy: 'Add the missing commas, quote a cell that holds one, or remove an empty row.',
  /** The fault of a row that is empty or of another length. */
  find(row: readonly string[], columnCount: number): Omit<Fault, 'file'> | undefined {
    if (row.every((cell) => cell === '')) return { message: 'every cell is empty; remove the row' };
    if (row.length === columnCount) return undefined;
    if (/^(<{7}|={7}|>{7})/.test(row[0] ?? '')) {
      const mark = 'is the mark of a merge conflict';
      return { message: `${mark}; decide between the two versions and remove the marks` };
    }
    const count = `has ${row.length} cell${row.length === 1 ? '' : 's'} for ${columnCount} columns`;
    const split = row.findIndex(
      (cell, at) => /^\d+$/.test(cell) && /^\d{2}$/.test(row[at + 1] ?? ''),
    );
    const isDecimalComma = row.length > columnCount && split !== -1;
    return {
      message: isDecimalComma
        ? `${count}; a decimal comma cuts a price in two: write ${row[split]}.${row[split + 1]}`
        : `${count}; each row takes ${columnCount - 1} commas`,
    };
  },
} satisfies LoadRule;
