/** Reads columns whose cells mean yes or no, in English and French. French Excel writes `VRAI` and `FAUX`. */
import type { Omissions } from './omissions.ts';
import type { CellReader, SourceRow } from './source-table.ts';

/** Word in lower case → its meaning in every column. */
const usualWords: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', 'y', 'x', 'vrai', 'oui'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'n', 'faux', 'non'].map((word) => [word, false] as const),
]);

/** Returns the meaning of a word such as `yes`, `Oui`, `1` or `FAUX`; undefined for other texts. */
export function parseYesOrNo(text: string): boolean | undefined {
  return usualWords.get(text.toLowerCase());
}

/** A column whose cells mean yes or no. */
export interface YesOrNoColumn {
  /** Possible names of the column. */
  readonly names: readonly string[];
  /** The meaning of an empty cell, and of every cell if the table lacks the column. */
  readonly empty: boolean;
  /** The meaning of a cell that means neither yes nor no. */
  readonly unknown: boolean;
  /** Word in lower case → its meaning in this column. Takes precedence over the usual words, such as `yes` and `0`. */
  readonly words?: ReadonlyMap<string, boolean>;
}

/**
 * Returns true if the cell of a row in a column means yes. `column.empty` is the result for an empty cell,
 * `column.unknown` for a cell that means neither yes nor no.
 */
export type ReadYesOrNo = (row: SourceRow, column: YesOrNoColumn) => boolean;

/** Returns a function that reads yes-or-no columns. Adds cells that are neither yes nor no to `omissions`. */
export function createYesOrNoReader(
  { read, columnOf }: CellReader,
  omissions: Omissions,
): ReadYesOrNo {
  return (row, { names, empty, unknown, words }) => {
    const cell = read(row, ...names);
    if (cell === '') return empty;
    const meaning = words?.get(cell.toLowerCase()) ?? parseYesOrNo(cell);
    if (meaning !== undefined) return meaning;
    omissions.add('cells that are neither yes nor no', {
      ...{ name: `line ${row.line}, ${columnOf(...names)}: "${cell}"`, row },
      advice: `taken as ${unknown ? 'yes' : 'no'}; write 1 or 0`,
    });
    return unknown;
  };
}
