/** The rule about the first line of a CSV table, which names its columns. */
import type { z } from 'zod';
import type { Fault, Rule } from '../findings/finding.ts';
import { suggest } from '../findings/suggest.ts';
import { seeMore } from './file-rules.ts';
import { explainInvisible } from './text-rules.ts';

/**
 * Reports the first line of a table if it lacks a required column, or has an unknown, misspelt, repeated or empty name.
 * The rows of the table are not read if a required column is missing or a known one is repeated.
 */
export const columns: Rule = {
  id: 'csv/columns',
  severity: 'error',
  summary: 'The first line of a table has the name of each column once, and no other name.',
  remedy: 'Correct the first line; the order of the columns is free.',
};

/** The result of reading the first line of a table: its columns, and the faults in their names. */
export interface HeaderReading {
  /** Faults in the first line, which the rule `columns` reports. */
  readonly faults: readonly Omit<Fault, 'file'>[];
  /**
   * The column for which each name in the first line stands: for a misspelt name, the column that it resembles; for an
   * unknown name, undefined. The whole list is undefined if a required column is missing or a column is repeated, so
   * that the rows cannot be read.
   */
  readonly columns: readonly (string | undefined)[] | undefined;
}

type HeaderFault = Omit<Fault, 'file'>;

/** The names of the columns that a table may have, and of the columns that it must have (`required`). */
export interface ColumnNames {
  readonly names: readonly string[];
  readonly required: readonly string[];
}

/**
 * Returns the names of the columns of a table, given the schema of its rows. A column is required unless the schema of
 * its cell accepts undefined.
 */
export function columnNamesOf({ shape }: z.ZodObject): ColumnNames {
  const names = Object.keys(shape);
  const isOptional = (name: string) => (shape[name] as z.ZodType).safeParse(undefined).success;
  return { names, required: names.filter((name) => !isOptional(name)) };
}

/**
 * Compares the names in the first line of a table with the columns that the table may and must have. Returns the column
 * for which each name stands, and the faults in the names.
 */
export function explainHeader(
  header: readonly string[],
  { names, required }: ColumnNames,
): HeaderReading {
  const columns = intendedColumns(header, names);
  if (columns.every((name) => name === undefined)) {
    const message = `the first line must name the columns ${required.join()}; ${seeMore}`;
    return { faults: [{ line: 1, message }], columns: undefined };
  }
  const faults = columns.flatMap((column, index) => explainName(header, names, index, column));
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    return { faults: withMissing(faults, missing, names), columns: undefined };
  }
  const isRepeated = names.some((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  return { faults, columns: isRepeated ? undefined : columns };
}

/** Returns the fault of a table whose columns at two indexes are exchanged (`findExchanged`). */
export function explainExchanged(
  header: readonly (string | undefined)[],
  [first, second]: readonly [number, number],
): HeaderFault {
  const [one, other] = [header[first], header[second]];
  const message = `the columns "${one}" and "${other}" are exchanged: each has the cells of the other; exchange their names in the first line`;
  return { line: 1, ...(one && { column: one }), message };
}

/**
 * Returns the column for which each name in the first line stands: the column with this name or, for a misspelt name
 * such as `curency`, the missing column that it resembles. An element is undefined if its name is unknown, or if
 * several names resemble the same missing column.
 */
function intendedColumns(
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
  const isRepeated = header.indexOf(name) !== index;
  if (name === column) {
    if (!isRepeated) return [];
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
  // The fault of the first cell with this name is about all of them.
  if (isRepeated) return [];
  const hint = column === undefined ? {} : { suggestion: column };
  const problem = explainInvisible(name, column) ?? 'is not a column of this table';
  const message = `"${name}" ${problem}`;
  return [{ line: 1, column: name, message, allowed: names, ...hint }];
}

/**
 * Returns `faults` together with a report of the `missing` columns (at least one). If one column is missing and one
 * name is unknown, the name is probably misspelt: adds no fault, but suggests the column in the fault about this name.
 * Otherwise adds one fault, which lists the missing columns.
 */
function withMissing(
  faults: readonly HeaderFault[],
  missing: readonly string[],
  names: readonly string[],
): readonly HeaderFault[] {
  const unknown = faults.filter(({ column, suggestion }) => column && suggestion === undefined);
  const [suggestion = ''] = missing;
  if (missing.length === 1 && unknown.length === 1) {
    return faults.map((fault) => {
      if (fault !== unknown[0]) return fault;
      const message = `${fault.message}, which lacks "${suggestion}"; ${seeMore}`;
      return { ...fault, message, suggestion };
    });
  }
  const [word, are] = missing.length === 1 ? ['column', 'is'] : ['columns', 'are'];
  const message = `the ${word} ${missing.join(', ')} ${are} missing; ${seeMore}`;
  return [...faults, { line: 1, message, allowed: names }];
}
