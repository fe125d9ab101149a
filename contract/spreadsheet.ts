/**
 * CSV for people who open it in a spreadsheet (decision 60): RFC 4180 with what Excel and LibreOffice expect in the
 * language of a locale. Numbers of a French table have a decimal comma, so that its cells are separated by semicolons.
 */
import { type Language, type Locale, localeFacts } from './locales.ts';

/** A text, a number, or undefined for an empty cell. */
export type Cell = string | number | undefined;

const forms: Readonly<Record<Language, { readonly separator: string; readonly decimal: string }>> =
  {
    en: { separator: ',', decimal: '.' },
    fr: { separator: ';', decimal: ',' },
  };

export const csvMediaType = 'text/csv; charset=utf-8';

/** What a table begins with: Excel takes a file without it for the system's old character set. */
export const byteOrderMark = '\uFEFF';

/** Returns the function that writes a row of a table, with its line end. Numbers have as many decimals as they need. */
export function createRowWriter(locale: Locale): (cells: readonly Cell[]) => string {
  const { separator, decimal } = forms[localeFacts[locale].language];
  const write = (cell: Cell): string => {
    if (cell === undefined) return '';
    const text =
      typeof cell === 'string' ? withoutFormula(cell) : String(cell).replace('.', decimal);
    return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return (cells) => `${cells.map(write).join(separator)}\r\n`;
}

/**
 * Spreadsheets run a cell that begins so as a formula, which may send other cells away. An apostrophe keeps it text.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const withoutFormula = (text: string): string => text.replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'");

/** Returns a cell without the apostrophe that keeps it text, for tables that come back. */
export const withoutProtection = (cell: string): string =>
  cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '');

/** Either separator, also as a decimal comma: LibreOffice proposes to separate cells by both. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;
