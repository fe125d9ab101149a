/** What a quality check is. Each is one file below this folder; it looks at a product and counts. */

import type { SharedContent } from '../build/content/content.ts';
import type { TextOrigin } from '../build/content/localize/text-origin.ts';
import type { ProductColor, ProductContent } from '../build/content/schemas/product.ts';
import type { InventoryRow } from '../build/content/schemas/tables.ts';
import type { Locale } from '../contract/locales.ts';

/** Weights by how much a distributor misses what a check asks for (decision 45). */
export const weights = { critical: 5, important: 3, welcome: 1 } as const;
export type Importance = keyof typeof weights;

/** A product and what is known of it: all that a check looks at. */
export interface Subject {
  readonly product: ProductContent;
  /** The locales that show it. */
  readonly locales: readonly Locale[];
  /** What products share. */
  readonly shared: Pick<SharedContent, 'colors' | 'sizeCharts'>;
  /** Every text of it: its place in the file, and where each locale that shows it takes it from. */
  readonly texts: readonly SubjectText[];
  /** Number of pictures of the product as a whole. */
  readonly pictures: number;
  readonly colors: readonly SubjectColor[];
  /** Its rows of `inventory.csv`. */
  readonly stock: readonly InventoryRow[];
}

export interface SubjectText {
  /** `descriptions.long` */
  readonly place: string;
  readonly origins: Readonly<Partial<Record<Locale, TextOrigin>>>;
}

export interface SubjectColor extends ProductColor {
  /** Number of its pictures, be they drawn or its own. */
  readonly pictures: number;
  /** Number of its swatches: two of a colour with a trim, none of one that buyers choose themselves. */
  readonly swatches: number;
}

/** Of how many things a check asked for something, and which of them lack it. */
export interface Tally {
  /** Names that editors wrote themselves: colours, sizes, locales, members. */
  readonly missing: readonly string[];
  /** None at all is as if everything was missing. */
  readonly of: number;
}

export interface QualityCheck {
  /** `topic/name`, and the file below this folder. */
  readonly id: string;
  readonly importance: Importance;
  /** What a product has to have, as one sentence. */
  readonly demand: string;
  /** What is wrong with one that does not, to be followed by the names of a tally. */
  readonly lack: string;
  /** What to do then. */
  readonly remedy: string;
  /** Counts; undefined where the product is of a kind that the check is not about. */
  count(subject: Subject): Tally | undefined;
}

/** The tally of a single thing that a product has or has not; it needs no name. */
export function has(isThere: boolean): Tally {
  return { missing: [], of: isThere ? 1 : 0 };
}

/** The tally of several things, by what is missing of them. */
export function each<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  isMissing: (item: Item) => boolean,
): Tally {
  return { missing: items.filter(isMissing).map(nameOf), of: items.length };
}
