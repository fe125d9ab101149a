import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../../findings/rule.ts';

/** Told by the load step. */
export const cells = {
  id: 'csv/cells',
  severity: 'error',
  summary:
    'Every row of a table has as many cells as the table has columns, and not all are empty.',
  remedy: 'Add the missing commas, quote a cell that holds one, or remove an empty row.',
  /** The fault of a row that is empty or of another length than the header. */
  find(row: readonly string[], header: readonly string[]): Omit<Fault, 'file'> | undefined {
    if (row.every((cell) => cell === '')) return { message: 'every cell is empty; remove the row' };
    if (row.length === header.length) return undefined;
    if (/^(<{7}|={7}|>{7})/.test(row[0] ?? '')) {
      const mark = 'is the mark of a merge conflict';
      return { message: `${mark}; decide between the two versions and remove the marks` };
    }
    const count = `has ${row.length} cell${row.length === 1 ? '' : 's'} for ${header.length} columns`;
    const remedy = explainCommas(row, header) ?? `each row takes ${header.length - 1} commas`;
    return { message: `${count}; ${remedy}` };
  },
} satisfies LoadRule;

/** The columns in which a comma may be a decimal one. */
const money = ['price', 'regularPrice', 'surcharge'];

/** What to write where the cells too many are prices cut in two; undefined where they are not. */
function explainCommas(row: readonly string[], header: readonly string[]): string | undefined {
  const tooMany = row.length - header.length;
  const first = header.findIndex((column) => money.includes(column));
  if (tooMany < 1 || first === -1) return undefined;
  const prices = row.flatMap((cell, at) => {
    const decimals = row[at + 1] ?? '';
    const isCut = at >= first && /^\d+$/.test(cell) && /^\d{1,2}$/.test(decimals);
    return isCut ? [`${cell}.${decimals}`] : [];
  });
  if (prices.length < tooMany) return undefined;
  // Of several it is not known which are prices.
  const example = prices.length === 1 ? prices[0] : 'a decimal point';
  return `a decimal comma cuts a price in two: write ${example}`;
}
