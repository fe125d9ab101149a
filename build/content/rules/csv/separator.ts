import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../../findings/rule.ts';

const names: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs' };

/** Told by the load step. Such a table is not guessed at: its prices may have decimal commas. */
export const separator = {
  id: 'csv/separator',
  severity: 'error',
  summary: 'The columns of a table are separated by commas, its rows by line breaks (LF or CRLF).',
  remedy:
    'French Excel writes semicolons: save as “CSV UTF-8” with the list separator of the system set to a comma, or replace the semicolons, and decimal commas by points.',
  /** The fault of a table whose first line is separated by something else. */
  find(header: string, columns: readonly string[]): Omit<Fault, 'file'> | undefined {
    const carriageReturn = header.indexOf('\r');
    if (carriageReturn !== -1) {
      const message =
        'lines end as “CSV (Macintosh)” has them, so that the whole table is one; save as “CSV UTF-8”';
      return { span: [carriageReturn, 1], message };
    }
    const found = Object.keys(names).find(
      (mark) => header.includes(mark) && columns.some((name) => header.split(mark).includes(name)),
    );
    if (found === undefined) return undefined;
    const message = `columns are separated by ${names[found]}; they have to be separated by commas, and prices take a decimal point`;
    return { span: [0, header.length], message };
  },
} satisfies LoadRule;
