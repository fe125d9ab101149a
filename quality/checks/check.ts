/**
 * The types of quality checks. A check is a row of a table: it describes the data that a product needs, and
 * counts the missing data.
 */

import type { SharedContent } from '../../build/content/content.ts';
import type { TextOrigin } from '../../build/content/localize/text-origin.ts';
import type { ProductColor, ProductContent } from '../../build/content/schemas/product.ts';
import type { InventoryRow } from '../../build/content/schemas/tables.ts';
import type { Locale } from '../../contract/locales.ts';

/** Importance of a check → its weight in the score (decision 45). */
export const weights = { critical: 5, important: 3, welcome: 1 } as const;

/** The importance of a check's data for a distributor. */
export type Importance = keyof typeof weights;

/** What a check receives: one product, with the data from other files that checks use. */
export interface Subject {
  readonly product: ProductContent;
  /** The locales that show the product. */
  readonly locales: readonly Locale[];
  /** The shared content to which ids of the product refer. */
  readonly shared: Pick<SharedContent, 'colors' | 'sizeCharts'>;
  /** Every text of the product. */
  readonly texts: readonly SubjectText[];
  /** Number of pictures of the whole product. */
  readonly pictures: number;
  readonly colors: readonly SubjectColor[];
  /** The rows of the product in `inventory.csv`. */
  readonly stock: readonly InventoryRow[];
}

/** Where a text of a product is in the product file, and from which language each locale takes that text. */
export interface SubjectText {
  /** Path in the product file, such as `descriptions.long`. */
  readonly place: string;
  /** Locale → the language or locale whose text it shows. A locale without the text is absent. */
  readonly origins: Readonly<Partial<Record<Locale, TextOrigin>>>;
}

/** A colour of a product, with its numbers of pictures and swatches. */
export interface SubjectColor extends ProductColor {
  /** Number of pictures of the colour: its own, or those that the build draws. */
  readonly pictures: number;
  /**
   * Number of swatches (hex colours) of the colour: two if it has a trim colour, zero if buyers choose the
   * colour.
   */
  readonly swatches: number;
}

/**
 * The result of a check for one product: the number of counted things, such as colours, and the names of
 * those that lack data.
 */
export interface Tally {
  /** Names of missing things as the content has them: colours, sizes, locales or members. */
  readonly missing: readonly string[];
  /** Number of counted things. If it is 0, everything is missing. */
  readonly of: number;
}

/** A check: the data that a product needs, its importance, and a function that counts missing data. */
export interface QualityCheck {
  /** Id in the form `topic/name`. */
  readonly id: string;
  readonly importance: Importance;
  /** A sentence that describes a complete product. */
  readonly demand: string;
  /** The missing data, as reports describe it; followed by the names in the tally. */
  readonly lack: string;
  /** What the editor must do to complete the product. */
  readonly remedy: string;
  /** Returns the tally of a product, or undefined if the check does not apply to it. */
  count(subject: Subject): Tally | undefined;
}

/**
 * Returns the tally of a single thing without a name, such as a description: it is either present or missing.
 */
export function tallyOne(isPresent: boolean): Tally {
  return { missing: [], of: isPresent ? 1 : 0 };
}

/** Returns the tally of several things, with the names of those for which `isMissing` returns true. */
export function tallyMany<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  isMissing: (item: Item) => boolean,
): Tally {
  return { missing: items.filter(isMissing).map(nameOf), of: items.length };
}
