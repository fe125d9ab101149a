/** Which words of a text differ from another's. */
import { diffWordsWithSpace } from 'diff';

export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

/** The pieces of `text`, in order, with those marked that `other` has otherwise or not at all. */
export function differingWords(text: string, other: string): Piece[] {
  return diffWordsWithSpace(other, text)
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ text: value, differs: added }));
}
