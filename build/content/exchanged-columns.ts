/** Finds two columns of a table whose cells are exchanged, although the first line has its names in the other order. */
import { cellsOf, type Row } from './csv-rows.ts';

/** Number of rows that are examined; fewer than three do not show a pattern. */
const [minRows, maxRows] = [3, 100];

/**
 * Returns the indexes of two columns whose cells fit only if they are exchanged: nearly no row fits as it is, and nearly
 * every row if the two cells change places. `fits` returns true if a cell is valid in a column of `header`.
 */
export function findExchanged(
  header: readonly (string | undefined)[],
  rows: readonly Row[],
  fits: (column: string, cell: string) => boolean,
): readonly [first: number, second: number] | undefined {
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
      if (isWrong && share(one, second) > 0.9 && share(other, first) > 0.9) return [first, second];
    }
  }
  return undefined;
}
