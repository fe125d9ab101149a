/** The rule about the first line of a CSV table, which names its columns. */
import type { z } from 'zod';
import { cellsOf, type Row } from '../csv-rows.ts';
import type { FaultInFile, Rule } from '../findings/finding.ts';
import { suggest } from '../findings/suggest.ts';
import { withSeeMore } from './file-rules.ts';
import { explainInvisible } from './text-rules.ts';

/** Reports a first line that lacks a required column, or has an unknown, misspelt, repeated or empty name. */
export const columns: Rule = {
  id: 'csv/columns',
  severity: 'error',
  summary: 'The first line of a table has the name of each column once, and no other name.',
  remedy: 'Correct the first line; the order of the columns is free.',
  example: { file: 'prices/msrp.csv', valid: 'regularPrice', broken: 'regular price' },
};

/**
 * The column of each cell of a row: the one that the first line names or, with a misspelt name, resembles; undefined if
 * the name is unknown.
 */
export type TableHeader = readonly (string | undefined)[];

/** Returns the columns that a table must have: those whose cells may not be undefined in the schema of a row. */
export function requiredColumns({ shape }: z.ZodObject): readonly string[] {
  return Object.keys(shape).filter(
    (name) => !(shape[name] as z.ZodType).safeParse(undefined).success,
  );
}

/**
 * Returns the column for which each name in the first line stands, and the faults of the names. The columns are
 * undefined if the rows cannot be read, because a required column is missing or a column is repeated.
 */
export function readHeader(header: readonly string[], schema: z.ZodObject) {
  const names = Object.keys(schema.shape);
  const meant = intendedColumns(header, names);
  const missing = requiredColumns(schema).filter((name) => !meant.includes(name));
  if (meant.every((name) => name === undefined)) {
    const message = `the first line must name the columns ${missing.join()}`;
    return { columns: undefined, faults: withSeeMore([{ line: 1, message }]) };
  }
  const faults = header.flatMap((name, at): FaultInFile[] => {
    const isRepeated = header.indexOf(name) !== at;
    const suggestion = meant[at];
    if (name === '') {
      const message = `cell ${at + 1} of the first line is empty; name or remove the column`;
      return [{ line: 1, message }];
    }
    if (name === suggestion) {
      return isRepeated ? [{ line: 1, message: `the column "${name}" is listed twice` }] : [];
    }
    // The fault of the first cell with this name is about all of them.
    if (isRepeated) return [];
    const problem = explainInvisible(name, suggestion) ?? 'is not a column of this table';
    const fault = { line: 1, column: name, message: `"${name}" ${problem}`, allowed: names };
    return [suggestion === undefined ? fault : { ...fault, suggestion }];
  });
  const isRepeated = names.some((name) => meant.indexOf(name) !== meant.lastIndexOf(name));
  if (missing.length > 0)
    return { columns: undefined, faults: withMissing(faults, missing, names) };
  return isRepeated
    ? { columns: undefined, faults: withSeeMore(faults) }
    : { columns: meant, faults };
}

/** A misspelt name stands for the missing column that it alone resembles. */
function intendedColumns(header: readonly string[], names: readonly string[]): TableHeader {
  const missing = names.filter((name) => !header.includes(name));
  const meant = header.map((name) => (names.includes(name) ? name : suggest(name, missing)));
  return meant.map((name, at) => {
    const isCertain = header[at] === name || meant.indexOf(name) === meant.lastIndexOf(name);
    return isCertain ? name : undefined;
  });
}

/** Adds a fault about missing columns; if only one name is unknown, it is probably that of the one missing column. */
function withMissing(
  faults: readonly FaultInFile[],
  missing: readonly string[],
  names: readonly string[],
) {
  const unknown = faults.filter(({ column, suggestion }) => column && suggestion === undefined);
  const [only = '', ...others] = missing;
  const message = `the first line lacks ${missing.join(', ')}`;
  if (others.length > 0 || unknown.length !== 1) {
    return withSeeMore([...faults, { line: 1, message, allowed: names }]);
  }
  return withSeeMore(
    faults.map((fault) =>
      fault === unknown[0]
        ? { ...fault, message: `${fault.message}; ${message}`, suggestion: only }
        : fault,
    ),
  );
}

/** Number of rows that are examined to find exchanged columns; fewer than three do not show a pattern. */
const [minRows, maxRows] = [3, 100];

/**
 * Returns the fault of a table in which the cells of two columns are exchanged, and the columns in the order that is
 * meant: nearly no row fits as it is, and nearly every row if the two cells change places. `fits` returns true if a cell
 * is valid in a column.
 */
export function findExchanged(
  header: TableHeader,
  rows: readonly Row[],
  fits: (column: string, cell: string) => boolean,
): { readonly columns: TableHeader; readonly fault: FaultInFile } | undefined {
  const sample = rows
    .slice(0, maxRows)
    .map(cellsOf)
    .filter((cells) => cells.length === header.length);
  if (sample.length < minRows) return undefined;
  const share = (column: string, at: number) =>
    sample.filter((cells) => fits(column, cells[at] as string)).length / sample.length;
  for (const [first, one] of header.entries()) {
    for (const [second, other] of header.entries()) {
      if (second <= first || one === undefined || other === undefined) continue;
      const isWrong = Math.min(share(one, first), share(other, second)) < 0.1;
      if (!isWrong || share(one, second) <= 0.9 || share(other, first) <= 0.9) continue;
      const message = `the columns "${one}" and "${other}" are exchanged: each has the cells of the other; exchange their names in the first line`;
      return {
        columns: header.with(first, other).with(second, one),
        fault: { line: 1, column: one, message },
      };
    }
  }
  return undefined;
}
