/** A quality check: a row of a table that states what a product needs, and counts what is missing. */

import type { SharedContent } from '../../build/content/content.ts';
import type { TextOrigin } from '../../build/content/localize/text-origin.ts';
import type { ProductColor, ProductContent } from '../../build/content/schemas/product.ts';
import type { InventoryRow } from '../../build/content/schemas/tables.ts';
import type { Locale } from '../../contract/locales.ts';

/** Weight of a check by its importance to a distributor (decision 45). */
export const weights = { critical: 5, important: 3, welcome: 1 } as const;

/** How important the data of a check is for a distributor. */
export type Importance = keyof typeof weights;

/** A product with the facts that checks use. */
export interface Subject {
  readonly product: ProductContent;
  /** The locales that show it. */
  readonly locales: readonly Locale[];
  /** The shared content in which checks look up ids. */
  readonly shared: Pick<SharedContent, 'colors' | 'sizeCharts'>;
  /** Every text of the product. */
  readonly texts: readonly SubjectText[];
  /** Number of pictures of the product as a whole. */
  readonly pictures: number;
  readonly colors: readonly SubjectColor[];
  /** Its rows of `inventory.csv`. */
  readonly stock: readonly InventoryRow[];
}

/** A text of a product. */
export interface SubjectText {
  /** Path in the product file, such as `descriptions.long`. */
  readonly place: string;
  /** Which entry of the text each locale shows. */
  readonly origins: Readonly<Partial<Record<Locale, TextOrigin>>>;
}

/** A colour of a product. */
export interface SubjectColor extends ProductColor {
  /** Number of its pictures: its own, or drawn from the garment drawing. */
  readonly pictures: number;
  /** Number of its swatches: two for a colour with a trim, zero for one that buyers choose themselves. */
  readonly swatches: number;
}

/** The number of checked things, and the names of incomplete ones. */
export interface Tally {
  /** Names from the content: colours, sizes, locales or members. */
  readonly missing: readonly string[];
  /** Number of things; 0 counts as if everything were missing. */
  readonly of: number;
}

/** A quality check. */
export interface QualityCheck {
  /** `topic/name` */
  readonly id: string;
  readonly importance: Importance;
  /** A sentence that describes a complete product. */
  readonly demand: string;
  /** The missing data of an incomplete product; a report adds the names of the tally. */
  readonly lack: string;
  /** The remedy for an editor, in sentences. */
  readonly remedy: string;
  /** Returns the tally of a product, or undefined if the check does not apply to it. */
  count(subject: Subject): Tally | undefined;
}

/** Returns the tally of a single thing that needs no name. */
export function tallyOne(isPresent: boolean): Tally {
  return { missing: [], of: isPresent ? 1 : 0 };
}

/** Returns the tally of several things, with the names of the missing ones. */
export function tallyMany<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  isMissing: (item: Item) => boolean,
): Tally {
  return { missing: items.filter(isMissing).map(nameOf), of: items.length };
}
