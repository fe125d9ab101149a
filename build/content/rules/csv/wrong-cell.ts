import type { z } from 'zod';
import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../../findings/rule.ts';
import { suggest } from '../../findings/suggest.ts';
import { maxDigits } from '../../schemas/tables.ts';

/** Told by the load step. */
export const wrongCell = {
  id: 'csv/wrong-cell',
  severity: 'error',
  summary: `A cell has its column’s form: a price such as 12.50, a whole number, a currency; no number has more than ${maxDigits} digits before its point.`,
  remedy: 'Write the cell as the message says.',
  /** What the schema of the row has against a cell. */
  explain(cell: string, issue: z.core.$ZodIssue): Omit<Fault, 'file'> {
    if (issue.code === 'invalid_value') {
      const allowed = issue.values.map(String);
      const suggestion = suggest(cell, allowed);
      const message = `"${cell}" is not one of the values that are allowed here`;
      return { message, allowed, ...(suggestion !== undefined && { suggestion }) };
    }
    return { message: cell === '' ? 'the cell is empty' : `"${cell}" ${issue.message}` };
  },
} satisfies LoadRule;
