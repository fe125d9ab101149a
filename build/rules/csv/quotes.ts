import type { CsvError } from 'csv-parse/sync';
import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../rule.ts';

/** Told by the load step: what follows a stray quote cannot be told apart. */
export const quotes = {
  id: 'csv/quotes',
  severity: 'error',
  summary: 'A quoted cell begins and ends with ", and a " inside it is written twice (RFC 4180).',
  remedy: 'Close the quote, double it, or remove it.',
  /** What the parser stumbled over. */
  explain(error: CsvError): Omit<Fault, 'file'> {
    const line = Number(error['lines'] ?? 1);
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      return { line, message: 'the quote that opens in this row is never closed' };
    }
    return { line, message: 'a " stands inside a cell; double it, or quote the whole cell' };
  },
} satisfies LoadRule;
