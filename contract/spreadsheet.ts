/**
 * Renders CSV for spreadsheets: RFC 4180, in the variant that Excel and LibreOffice expect for
 * a locale. French tables have decimal commas, so that semicolons separate their cells.
 */
import { type Language, type Locale, localeFacts } from './locales.ts';

/** The value of a cell in a CSV table: a text, a number, or undefined for an empty cell. */
export type Cell = string | number | undefined;

const formats: Readonly<
  Record<Language, { readonly separator: string; readonly decimal: string }>
> = {
  en: { separator: ',', decimal: '.' },
  fr: { separator: ';', decimal: ',' },
};

/** The media type of CSV answers. */
export const csvMediaType = 'text/csv; charset=utf-8';

/**
 * The first character of a CSV table. Without it, Excel reads the table in the legacy character set of the
 * system.
 */
export const byteOrderMark = '\uFEFF';

/**
 * Returns a function that renders a row of a CSV table, including the line break, with the separator and the decimal
 * mark of a locale. The function does not round numbers. It prepends an apostrophe to a text that a spreadsheet would
 * run as a formula; `withoutProtection` removes it again.
 */
export function createRowWriter(locale: Locale): (cells: readonly Cell[]) => string {
  const { separator, decimal } = formats[localeFacts[locale].language];
  const write = (cell: Cell): string => {
    if (cell === undefined) return '';
    const text =
      typeof cell === 'string' ? withProtection(cell) : String(cell).replace('.', decimal);
    return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  let last: readonly Cell[] = [];
  let texts: readonly string[] = [];
  return (cells) => {
    // Most cells of a table equal those of the row before.
    texts = cells.map((cell, at) => (cell === last[at] ? (texts[at] ?? '') : write(cell)));
    last = cells;
    return `${texts.join(separator)}\r\n`;
  };
}

/**
 * Matches texts that get an apostrophe: those that a spreadsheet would run as a formula, such as `=a`, and those that
 * already have apostrophes before a formula, such as `'=a`, so that `withoutProtection` restores both.
 */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Prepends an apostrophe to a cell that a spreadsheet would run as a formula, which could send the content of
 * other cells to a third party. https://owasp.org/www-community/attacks/CSV_Injection
 */
const withProtection = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/**
 * Returns the text of a cell without the apostrophe that a row writer prepended, for programs that read a CSV table
 * again. Returns all other cells unchanged.
 */
export const withoutProtection = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;

/**
 * Matches cells that must be quoted. In every locale, these include cells with a comma or a semicolon, because
 * LibreOffice proposes to split at both characters.
 */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;
