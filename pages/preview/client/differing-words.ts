/** Finds the words of a text that differ from another text. */
import { diffWordsWithSpace } from 'diff';

/** A part of a text that is compared with another text. */
export interface TextPart {
  readonly text: string;
  /** True if the other text does not have this part. */
  readonly differs: boolean;
}

/**
 * Splits `text` into parts, in order, and marks those that `other` does not have: of `Soft tee`, compared with
 * `Warm tee`, only `Soft` differs.
 */
export function differingWords(text: string, other: string): TextPart[] {
  return diffWordsWithSpace(other, text)
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ text: value, differs: added }));
}
