import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../../findings/rule.ts';

/** Told by the load step of a cell that its column refuses. */
export const decimalComma = {
  id: 'csv/decimal-comma',
  severity: 'error',
  summary: 'Prices have a decimal point and no separators of thousands.',
  remedy: 'Write 1234.50 for 1 234,50.',
  /** The fault of a cell that would be a price with a point; undefined for any other. */
  find(cell: string): Omit<Fault, 'file'> | undefined {
    const [, whole, cents] = /^(\d[\d\s\u00A0\u202F.']*),(\d{1,2})\s*\$?$/.exec(cell) ?? [];
    if (whole === undefined) return undefined;
    const suggestion = `${whole.replace(/\D/g, '')}.${cents}`;
    return { message: `"${cell}" has a decimal comma; prices take a point`, suggestion };
  },
} satisfies LoadRule;
