/** Rules about CSV tables: separators, quotes, the header, and the cells of each row. */
import type { CsvError } from 'csv-parse/sync';
import type { z } from 'zod';
import type { Fault, LoadRule, Rule } from '../findings/finding.ts';
import { suggest } from '../findings/suggest.ts';
import { maxDigits } from '../schemas/tables.ts';
import { seeMore } from './file-rules.ts';
import { explainGtin, wrongGtin } from './gtin-form.ts';
import {
  explainDay,
  explainPrice,
  explainSpreadsheet,
  explainWholeNumber,
  type FormFault,
  withDecimalPoint,
} from './value-forms.ts';

const separatorNames: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs' };

/** If this fails, the table is not read, because its prices may have decimal commas. */
export const separator = {
  id: 'csv/separator',
  severity: 'error',
  summary: 'The columns of a table are separated by commas, its rows by line breaks (LF or CRLF).',
  remedy:
    'French Excel writes semicolons: save as “CSV UTF-8” with the list separator of the system set to a comma, or replace the semicolons, and decimal commas by points.',
  /** Returns the fault of a table whose first line has another separator. */
  find(header: string, columns: readonly string[]): Omit<Fault, 'file'> | undefined {
    const carriageReturn = header.indexOf('\r');
    if (carriageReturn !== -1) {
      const message = `lines end with a carriage return only; save the table as “CSV UTF-8”; ${seeMore}`;
      return { span: [carriageReturn, 1], message };
    }
    const found = Object.keys(separatorNames).find(
      (mark) => header.includes(mark) && columns.some((name) => header.split(mark).includes(name)),
    );
    if (found === undefined) return undefined;
    const message = `columns are separated by ${separatorNames[found]}; separate them by commas, write prices with a decimal point; ${seeMore}`;
    return { span: [0, header.length], message };
  },
} satisfies LoadRule;

/** If this fails, the table is not read, because the ends of cells after a stray quote are unknown. */
export const quotes = {
  id: 'csv/quotes',
  severity: 'error',
  summary: 'A quoted cell begins and ends with ", and a " inside it is written twice (RFC 4180).',
  remedy: 'Close the quote, double it, or remove it.',
  /** Returns the parser's error as a fault at the line of the opening quote, maybe many lines earlier. */
  explain(error: CsvError, text: string): Omit<Fault, 'file'> {
    const noticed = Number(error['lines'] ?? 1);
    const line = openingLine(text, noticed);
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      return { line, message: `the quote that opens in this row is never closed; ${seeMore}` };
    }
    if (line < noticed) {
      const message = `the quote that opens in this row ends on line ${noticed}; close it in its cell; ${seeMore}`;
      return { line, message };
    }
    return {
      line,
      message: `a " inside a cell must be doubled, or the whole cell quoted; ${seeMore}`,
    };
  },
} satisfies LoadRule;

/** Returns the last line up to the given one at whose start no quote is open. */
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

export const columns: Rule = {
  id: 'csv/columns',
  severity: 'error',
  summary: 'The first line of a table has the name of each column once, and no other name.',
  remedy: 'Correct the first line; the order of the columns is free.',
};

/** The columns of a table according to its first line. */
export interface HeaderReading {
  /** Faults of the rule `columns`. */
  readonly faults: readonly Omit<Fault, 'file'>[];
  /**
   * The column of each header cell, undefined for an unknown one; a misspelt name counts as the suggested
   * column. Undefined if the rows cannot be read because a column is missing or repeated.
   */
  readonly columns: readonly (string | undefined)[] | undefined;
}

type HeaderFault = Omit<Fault, 'file'>;

/** The columns of a table, and those that its first line must contain. */
export interface ColumnNames {
  readonly names: readonly string[];
  readonly required: readonly string[];
}

/** Returns the columns of a table whose rows have this schema. A column whose cell may be undefined is optional. */
export function columnNamesOf({ shape }: z.ZodObject): ColumnNames {
  const names = Object.keys(shape);
  const isOptional = (name: string) => (shape[name] as z.ZodType).safeParse(undefined).success;
  return { names, required: names.filter((name) => !isOptional(name)) };
}

/** Compares the first line of a table with the names of its columns. */
export function explainHeader(
  header: readonly string[],
  { names, required }: ColumnNames,
): HeaderReading {
  const columns = meantColumns(header, names);
  if (columns.every((name) => name === undefined)) {
    const message = `the first line must name the columns ${required.join()}; ${seeMore}`;
    return { faults: [{ line: 1, message }], columns: undefined };
  }
  const faults = columns.flatMap((column, index) => explainName(header, names, index, column));
  const lacking = required.filter((name) => !columns.includes(name));
  if (lacking.length > 0) {
    return { faults: withMissing(faults, lacking, names), columns: undefined };
  }
  const isRepeated = names.some((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  return { faults, columns: isRepeated ? undefined : columns };
}

/** Returns the column that each name means. Of two names that suggest one column, neither is certain. */
function meantColumns(
  header: readonly string[],
  names: readonly string[],
): readonly (string | undefined)[] {
  const missing = names.filter((name) => !header.includes(name));
  const meant = header.map((name) => (names.includes(name) ? name : suggest(name, missing)));
  return meant.map((name, index) => {
    const isCertain = header[index] === name || meant.indexOf(name) === meant.lastIndexOf(name);
    return isCertain ? name : undefined;
  });
}

function explainName(
  header: readonly string[],
  names: readonly string[],
  index: number,
  column: string | undefined,
): readonly HeaderFault[] {
  const name = header[index] ?? '';
  if (name === column) {
    if (header.indexOf(name) === index) return [];
    return [{ line: 1, message: `the column "${name}" is listed twice; ${seeMore}` }];
  }
  if (name === '') {
    return [
      {
        line: 1,
        message: `cell ${index + 1} of the first line is empty; name or remove the column`,
      },
    ];
  }
  const hint = column === undefined ? {} : { suggestion: column };
  const message = `"${name}" is not a column of this table`;
  return [{ line: 1, column: name, message, allowed: names, ...hint }];
}

/**
 * Adds the missing columns. If there is one unknown name and one missing column, they are probably the same.
 */
function withMissing(
  faults: readonly HeaderFault[],
  lacking: readonly string[],
  names: readonly string[],
): readonly HeaderFault[] {
  const unknown = faults.filter(({ column, suggestion }) => column && suggestion === undefined);
  const [suggestion = ''] = lacking;
  if (lacking.length === 1 && unknown.length === 1) {
    return faults.map((fault) => {
      if (fault !== unknown[0]) return fault;
      const message = `${fault.message}, which lacks "${suggestion}"; ${seeMore}`;
      return { ...fault, message, suggestion };
    });
  }
  const [word, are] = lacking.length === 1 ? ['column', 'is'] : ['columns', 'are'];
  const message = `the ${word} ${lacking.join(', ')} ${are} missing; ${seeMore}`;
  return [...faults, { line: 1, message, allowed: names }];
}

export const cells = {
  id: 'csv/cells',
  severity: 'error',
  summary:
    'Every row of a table has as many cells as the table has columns, and not all are empty.',
  remedy: 'Add the missing commas, quote a cell that holds one, or remove an empty row.',
  /** Returns the fault of a row that is empty or differs in length from the header. */
  find(
    row: readonly string[],
    header: readonly (string | undefined)[],
  ): Omit<Fault, 'file'> | undefined {
    if (row.every((cell) => cell === '')) return { message: 'every cell is empty; remove the row' };
    if (row.length === header.length) return undefined;
    if (/^(<{7}|={7}|>{7})/.test(row[0] ?? '')) {
      const mark = 'is the mark of a merge conflict';
      return { message: `${mark}; decide between the two versions and remove the marks` };
    }
    const count = `has ${row.length} cell${row.length === 1 ? '' : 's'} for ${header.length} columns`;
    const remedy = explainCommas(row, header) ?? `a row has ${header.length - 1} commas`;
    return { message: `${count}; ${remedy}` };
  },
} satisfies LoadRule;

/** Returns a correction if commas in prices cause too many cells, otherwise undefined. */
function explainCommas(
  row: readonly string[],
  header: readonly (string | undefined)[],
): string | undefined {
  const tooMany = row.length - header.length;
  const first = header.findIndex((column) => priceColumns.has(column ?? ''));
  if (tooMany < 1 || first === -1) return undefined;
  const thousands = /^\d{3}(\.\d{1,2})?$/;
  const prices = row.flatMap((cell, at) => {
    const next = row[at + 1] ?? '';
    if (at < first || !/^\d+$/.test(cell)) return [];
    if (/^\d{1,2}$/.test(next)) return [`${cell}.${next}`];
    return cell.length <= 3 && thousands.test(next) ? [`${cell}${next}`] : [];
  });
  if (prices.length < tooMany) return undefined;
  // With several candidates it is unknown which cells are prices.
  const example = prices.length === 1 ? `write ${prices[0]}` : 'write prices as 1200.50';
  return `a comma cuts a price in two: ${example}`;
}

const priceColumns: ReadonlySet<string> = new Set(['price', 'regularPrice', 'surcharge']);
const numberColumns: ReadonlySet<string> = new Set(['minQuantity', 'quantity', 'incoming']);
const dayColumns: ReadonlySet<string> = new Set(['from', 'until', 'incoming_date']);

export const decimalComma: Rule = {
  id: 'csv/decimal-comma',
  severity: 'error',
  summary: 'Prices have a decimal point and no separators of thousands.',
  remedy: 'Write 1234.50 for 1 234,50.',
};

export const wrongCell: Rule = {
  id: 'csv/wrong-cell',
  severity: 'error',
  summary: `A cell has the format of its column: a price such as 12.50, a whole number, a currency. No number has more than ${maxDigits} digits before its point.`,
  remedy: 'Write the cell as the message says.',
};

/** A rule with its message about a cell. */
export interface CellFault {
  readonly rule: Rule;
  readonly fault: Pick<Fault, 'message' | 'allowed' | 'suggestion'>;
}

/** Explains an issue that the schema of a column reports of a cell. */
export function explainCell(column: string, cell: string, issue: z.core.$ZodIssue): CellFault {
  if (cell === '') return { rule: wrongCell, fault: { message: 'the cell is empty' } };
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const suggestion = suggest(cell.trim(), allowed);
    const message = `"${cell}" is not one of the allowed values`;
    return { rule: wrongCell, fault: { message, allowed, ...(suggestion && { suggestion }) } };
  }
  const withPoint = priceColumns.has(column) ? withDecimalPoint(cell) : undefined;
  if (withPoint !== undefined) {
    const message = `"${cell}" has a decimal comma; prices take a point`;
    return { rule: decimalComma, fault: { message, suggestion: withPoint } };
  }
  const { problem, ...hint } = explainForm(column, cell, issue.message);
  const rule = column === 'gtin' ? wrongGtin : wrongCell;
  return { rule, fault: { message: `"${cell}" ${problem}`, ...hint } };
}

function explainForm(column: string, cell: string, message: string): FormFault {
  // The schema of a number reports its form first, then its length.
  if (/^\d+(\.\d{1,2})?$/.test(cell) && message.startsWith('has more')) return { problem: message };
  if (priceColumns.has(column)) return explainPrice(cell);
  if (numberColumns.has(column)) return explainWholeNumber(cell);
  if (column === 'gtin') return explainGtin(cell);
  if (dayColumns.has(column)) return explainDay(cell, message);
  const damage = column === 'part_id' ? explainSpreadsheet(cell, 'a part id') : undefined;
  return { problem: damage ?? message };
}

/** The rules about tables. */
export const csvRules: readonly Rule[] = [
  cells,
  columns,
  decimalComma,
  quotes,
  separator,
  wrongCell,
  wrongGtin,
];
