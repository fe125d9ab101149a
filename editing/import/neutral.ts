/**
 * The neutral table: what every reader of a foreign catalogue returns and the one writer takes. Cells are text as the
 * source has it; the writer parses numbers, reduces HTML to text, and reports what it cannot place.
 */
import type { Currency, Language } from '../../contract/locales.ts';
import type { SourceRow } from './source-table.ts';
import type { TagId } from './standard-texts.ts';

/** A value by language, or `source` in the language that the options of the import name. */
export type ByLanguage<Value> = Readonly<Partial<Record<Language | 'source', Value>>>;

/** A text, which may be HTML. */
export type NeutralText = ByLanguage<string>;

/** A price of one piece; cells are empty where the source has nothing. */
export interface NeutralPrice {
  readonly price: string;
  /** The price before a markdown. */
  readonly compareAt?: string;
  /** A lower price, on some days: `YYYY-MM-DD`, or empty where there is no limit. */
  readonly sale?: { readonly price: string; readonly from: string; readonly until: string };
}

/** What makes a variant differ from others: `Couleur`, `Marine`. */
export interface NeutralOption {
  readonly name: string;
  readonly value: NeutralText;
}

export interface NeutralStock {
  /** Id of the location; undefined for a source that has one. */
  readonly location: string | undefined;
  readonly quantity: string;
}

/** A colour in a size. */
export interface NeutralVariant {
  readonly row: SourceRow;
  readonly options: readonly NeutralOption[];
  /** The part id; empty if the source has none. */
  readonly code: string;
  readonly gtin: string;
  /** By currency, or `source` in the one that the options name. */
  readonly prices: Readonly<Partial<Record<Currency | 'source', NeutralPrice>>>;
  /** Empty where the source does not say. */
  readonly stock: readonly NeutralStock[];
  /** Addresses. */
  readonly pictures: readonly string[];
}

export interface NeutralPicture {
  readonly url: string;
  readonly alt: string;
}

/** What filters and labels say about a style; names are in the language of the source. */
export interface NeutralFacets {
  /** Names of collections. */
  readonly inspiration: readonly string[];
  readonly fabrics: readonly string[];
  /** Code of a fibre, as on care labels → its name. */
  readonly materials: ReadonlyMap<string, string>;
  readonly hasColorBlocks: boolean;
  /** One of `tagTexts`. */
  readonly tag?: TagId;
}

export interface NeutralStyle {
  readonly row: SourceRow;
  /** What the source calls the style: the same at every import. */
  readonly code: string;
  /** False for an address such as a Shopify handle: then the codes of the variants may say the SKU. */
  readonly isSku: boolean;
  readonly name: NeutralText;
  readonly short: NeutralText;
  readonly long: NeutralText;
  /** Empty if the source names none. */
  readonly brand: string;
  readonly category: NeutralText;
  readonly keywords: ByLanguage<readonly string[]>;
  /** Words that may name whom it is for: tags, categories, a gender. */
  readonly audience: readonly string[];
  readonly isDraft: boolean;
  readonly pictures: readonly NeutralPicture[];
  readonly variants: readonly NeutralVariant[];
  /** Left out by sources that have none. */
  readonly facets?: NeutralFacets;
}

/** What a source says about the catalogue as a whole. */
export interface NeutralHints {
  readonly language?: Language;
  readonly currency?: Currency;
  /** Sizes in the order in which they are shown. */
  readonly sizes?: readonly string[];
  /** Names of categories in the order in which they are shown. */
  readonly categories?: readonly string[];
}

export interface NeutralTable {
  readonly styles: readonly NeutralStyle[];
  readonly hints: NeutralHints;
}
