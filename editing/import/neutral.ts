/**
 * The neutral table: the format that readers of foreign catalogues return and the writer reads. Cells are
 * the source's text; the writer parses numbers, converts HTML to text, and reports items that it leaves out.
 */
import type { Currency, Language } from '../../contract/locales.ts';
import type { SourceRow } from './source-table.ts';
import type { TagId } from './standard-texts.ts';

/** Values by language; `source` is the language set in the options of the import. */
export type ByLanguage<Value> = Readonly<Partial<Record<Language | 'source', Value>>>;

/** A text, possibly HTML. */
export type NeutralText = ByLanguage<string>;

/** The price of one piece; cells are empty if the source has no value. */
export interface NeutralPrice {
  readonly price: string;
  /** The price before a markdown. */
  readonly compareAt?: string;
  /** A lower price on some days (`YYYY-MM-DD`); an empty day is no limit. */
  readonly sale?: { readonly price: string; readonly from: string; readonly until: string };
}

/** A property that distinguishes variants, such as `Couleur`: `Marine`. */
export interface NeutralOption {
  readonly name: string;
  readonly value: NeutralText;
}

export interface NeutralStock {
  /** Id of the location; undefined if the source has only one. */
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
  /** Prices by currency; `source` is the currency set in the options. */
  readonly prices: Readonly<Partial<Record<Currency | 'source', NeutralPrice>>>;
  /** Empty if the source does not state it. */
  readonly stock: readonly NeutralStock[];
  /** Picture URLs. */
  readonly pictures: readonly string[];
}

export interface NeutralPicture {
  readonly url: string;
  readonly alt: string;
}

/** Facets and labels of a style; names are in the language of the source. */
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
  /** The source's identifier of the style, the same at every import. */
  readonly code: string;
  /**
   * False if the code is a URL part such as a Shopify handle; then the variants' codes may contain the SKU.
   */
  readonly isSku: boolean;
  readonly name: NeutralText;
  readonly short: NeutralText;
  readonly long: NeutralText;
  /** Empty if the source has none. */
  readonly brand: string;
  readonly category: NeutralText;
  readonly keywords: ByLanguage<readonly string[]>;
  /** Words that may name the audience: tags, categories, a gender. */
  readonly audience: readonly string[];
  readonly isDraft: boolean;
  readonly pictures: readonly NeutralPicture[];
  readonly variants: readonly NeutralVariant[];
  /** Undefined if the source has none. */
  readonly facets?: NeutralFacets;
}

/** Facts of the source about the whole catalogue. */
export interface NeutralHints {
  readonly language?: Language;
  readonly currency?: Currency;
  /** Sizes in display order. */
  readonly sizes?: readonly string[];
  /** Names of categories in display order. */
  readonly categories?: readonly string[];
}

export interface NeutralTable {
  readonly styles: readonly NeutralStyle[];
  readonly hints: NeutralHints;
}
