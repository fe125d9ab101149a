/**
 * Types of the neutral table: the common format to which the readers of all shop systems convert an export,
 * and from which content is written. Cells contain the text of the export; later steps parse numbers and
 * convert HTML.
 */
import type { Currency, Language } from '../../contract/locales.ts';
import type { SourceRow } from './source-table.ts';
import type { TagId } from './standard-texts.ts';

/**
 * Values by language. The member `source` holds a value whose language the import source does not state. It is taken
 * as a value in the language that the import option `language` sets, unless there is another value in this language.
 */
export type ByLanguage<Value> = Readonly<Partial<Record<Language | 'source', Value>>>;

/** A text of the imported data in each language that the source has. It may be HTML. */
export type NeutralText = ByLanguage<string>;

/**
 * The price of one piece, as the unparsed text of the import source. If the source has no value for a member, the
 * member is an empty string or missing.
 */
export interface NeutralPrice {
  readonly price: string;
  /** The price before a markdown. */
  readonly compareAt?: string;
  /**
   * A lower price from the day `from` until the day `until`, both included, as the source writes them, such as
   * `11/24/26`. An empty day means no limit.
   */
  readonly sale?: { readonly price: string; readonly from: string; readonly until: string };
}

/**
 * A property by which the variants of a style differ, such as `Couleur`, and its value for one variant, such as
 * `Marine`.
 */
export interface NeutralOption {
  readonly name: string;
  readonly value: NeutralText;
}

/** The stock of a variant at one location. */
export interface NeutralStock {
  /** Id of the location; undefined if the source does not name locations. */
  readonly location: string | undefined;
  /** Unparsed text of the source; `0` if the source only says that the variant is out of stock. */
  readonly quantity: string;
}

/** A variant of a style in the import source, such as one colour in one size. */
export interface NeutralVariant {
  readonly row: SourceRow;
  readonly options: readonly NeutralOption[];
  /**
   * The id of the variant in the source, which becomes its part id (its id in orders); an empty string if the source
   * has none.
   */
  readonly code: string;
  /** The GTIN (barcode number); an empty string if the source has none. */
  readonly gtin: string;
  /**
   * Currency → price. The member `source` is a price without a currency; it is in the currency that the import option
   * `currency` states.
   */
  readonly prices: Readonly<Partial<Record<Currency | 'source', NeutralPrice>>>;
  /** Stock by location; empty if the source has none. */
  readonly stock: readonly NeutralStock[];
  /** URLs of pictures of the variant's colour. */
  readonly pictures: readonly string[];
}

/** The URL and the alternative text of a style's picture. */
export interface NeutralPicture {
  readonly url: string;
  readonly alt: string;
}

/**
 * The collections, fabrics, fibres, colour blocks and tag of a style, by which shops filter and label it. Names are in
 * the language of the source.
 */
export interface NeutralFacets {
  /** Names of collections. */
  readonly inspiration: readonly string[];
  readonly fabrics: readonly string[];
  /** Code of a fibre, as on care labels → its name. */
  readonly materials: ReadonlyMap<string, string>;
  /** True if the style is made of panels in different colours. */
  readonly hasColorBlocks: boolean;
  /**
   * Id of the label that a shop shows on the product, such as `new` (a key of `tagTexts`); undefined if the style has
   * none.
   */
  readonly tag?: TagId;
}

/** A product of the import source with its variants. Importers call it a style. */
export interface NeutralStyle {
  readonly row: SourceRow;
  /** The identifier of the style in the source, which is the same in every import. */
  readonly code: string;
  /**
   * True if `code` is the SKU of the style in the source. False if it is another identifier, such as a Shopify handle
   * (part of a URL): the import then takes the SKU from the beginning that the codes of the variants share, if that is
   * long enough, and otherwise makes it from `code`.
   */
  readonly isSku: boolean;
  readonly name: NeutralText;
  /** The short description. */
  readonly short: NeutralText;
  /** The long description. */
  readonly long: NeutralText;
  /** The brand, or an empty string if the source has none. */
  readonly brand: string;
  readonly category: NeutralText;
  readonly keywords: ByLanguage<readonly string[]>;
  /** Words that may name the audience: tags, categories or a gender. */
  readonly audience: readonly string[];
  readonly isDraft: boolean;
  /**
   * Currencies of the markets in which the source does not sell the style, although it may have prices there. Without
   * this member, the style is sold in the markets of all currencies in which it has prices.
   */
  readonly notSoldIn?: readonly Currency[];
  readonly pictures: readonly NeutralPicture[];
  readonly variants: readonly NeutralVariant[];
  /** Facets and labels of the style; undefined if the source has none. */
  readonly facets?: NeutralFacets;
}

/**
 * Properties of the whole catalogue that the source states or implies. The import uses `language` and `currency` for
 * the import options that the user has not set, and `sizes` and `categories` for the display order.
 */
export interface NeutralHints {
  readonly language?: Language;
  readonly currency?: Currency;
  /** Sizes in display order. */
  readonly sizes?: readonly string[];
  /** Names of categories in display order. */
  readonly categories?: readonly string[];
}

/**
 * The products of an import source (`styles`) and properties of its whole catalogue (`hints`), in a form that does not
 * depend on the shop system.
 */
export interface NeutralTable {
  readonly styles: readonly NeutralStyle[];
  readonly hints: NeutralHints;
}
