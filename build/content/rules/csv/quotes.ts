import type { CsvError } from 'csv-parse/sync';
import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../../findings/rule.ts';

/** Told by the load step: what follows a stray quote cannot be told apart. */
export const quotes = {
  id: 'csv/quotes',
  severity: 'error',
  summary: 'A quoted cell begins and ends with ", and a " inside it is written twice (RFC 4180).',
  remedy: 'Close the quote, double it, or remove it.',
  /** What the parser stumbled over, told where the quote opens: it may be many lines before. */
  explain(error: CsvError, text: string): Omit<Fault, 'file'> {
    const noticed = Number(error['lines'] ?? 1);
    const line = openingLine(text, noticed);
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      return { line, message: 'the quote that opens in this row is never closed' };
    }
    if (line < noticed) {
      const message = `the quote that opens in this row runs on to line ${noticed}; close it in its cell`;
      return { line, message };
    }
    return { line, message: 'a " stands inside a cell; double it, or quote the whole cell' };
  },
} satisfies LoadRule;

/** The last line up to the one given at whose start no quote is open: the number of quotes is even. */
function openingLine(text: string, last: number): number {
  let opening = 1;
  let isOpen = false;
  let start = 0;
  for (let line = 1; line <= last; line += 1) {
    if (!isOpen) opening = line;
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    if (text.slice(start, end).split('"').length % 2 === 0) isOpen = !isOpen;
    start = end + 1;
  }
  return opening;
}
