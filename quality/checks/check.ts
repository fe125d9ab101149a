/**
 * The types of quality checks. A check is a row of a table: it describes the data that a product needs, and
 * counts the missing data.
 */

import type { SharedContent } from '../../build/content/content.ts';
import type { TextOrigin } from '../../build/content/localize/text-origin.ts';
import type { ProductColor, ProductContent } from '../../build/content/schemas/product.ts';
import type { InventoryRow } from '../../build/content/schemas/tables.ts';
import type { Locale } from '../../contract/locales.ts';

/** Importance of a check → its weight in the score. */
export const weights = { critical: 5, important: 3, welcome: 1 } as const;

/** How important the data of a check is for a distributor. */
export type Importance = keyof typeof weights;

/** The input of a check: one product, with the data from other files that checks use. */
export interface Subject {
  readonly product: ProductContent;
  /** The locales in which the product is sold. */
  readonly locales: readonly Locale[];
  /** The colours and size charts of the content, to which ids in the product refer. */
  readonly shared: Pick<SharedContent, 'colors' | 'sizeCharts'>;
  /** Every text of the product. */
  readonly texts: readonly SubjectText[];
  /**
   * How many pictures the product list shows for the product, including the colour wheel (a ring with the colours that
   * buyers can choose) if the build draws one.
   */
  readonly pictures: number;
  readonly colors: readonly SubjectColor[];
  /** The rows of the product in `inventory.csv`. */
  readonly stock: readonly InventoryRow[];
}

/** A text of a product: its path in the product file, and from where each locale takes the text. */
export interface SubjectText {
  /** Path in the product file, such as `descriptions.long`. */
  readonly path: string;
  /**
   * Locale → origin of the text that it shows: written for this locale (`regional`), for its language (`language`) or
   * for the fallback language (`fallback`), or not written for any of them (`missing`).
   */
  readonly origins: Readonly<Partial<Record<Locale, TextOrigin>>>;
}

/** A colour of a product, with its numbers of pictures and swatches. */
export interface SubjectColor extends ProductColor {
  /** Number of pictures of the colour: those in its `images`, otherwise those that the build draws; 0 if neither. */
  readonly pictures: number;
  /**
   * Number of swatches (hex colours) of the colour: one for the body, then one for the trim or second colour, if any.
   * Zero if buyers choose the actual colour when they order.
   */
  readonly swatches: number;
}

/**
 * The result of a check for one product: the number of checked things, such as colours, and the names of
 * those that lack data.
 */
export interface Tally {
  /** Names of the things that lack data, such as `navy` (colour), `navy XL` or `descriptions.long fr-CA`. */
  readonly missing: readonly string[];
  /** Number of checked things, with or without data. If 0, the product loses all points of the check. */
  readonly of: number;
}

/** A check: the data that a product needs, its importance, and a function that counts missing data. */
export interface QualityCheck {
  /** Id in the form `topic/name`. */
  readonly id: string;
  readonly importance: Importance;
  /** A sentence that is true of a complete product, such as `Every colour has a picture.` */
  readonly demand: string;
  /** The missing data, such as `colours without a picture`. Reports append the names in `Tally.missing`. */
  readonly lack: string;
  /** What the editor must do to complete the product. */
  readonly remedy: string;
  /** Returns the tally of a product, or undefined if the check does not apply to it. */
  count(subject: Subject): Tally | undefined;
}

/**
 * Returns the tally of data that a product has at most once, such as its description. If the data is present, this is
 * `{ missing: [], of: 1 }`, and the product loses no points; otherwise it is `{ missing: [], of: 0 }`, and the product
 * loses all points of the check. `missing` names parts that lack data, such as colours; here, no parts are counted.
 */
export function tallyOne(isPresent: boolean): Tally {
  return { missing: [], of: isPresent ? 1 : 0 };
}

/**
 * Returns the tally of `items`, such as colours: their number (`of`), and the name (`nameOf`) of each item for which
 * `isMissing` returns true.
 */
export function tallyMany<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  isMissing: (item: Item) => boolean,
): Tally {
  return { missing: items.filter(isMissing).map(nameOf), of: items.length };
}
