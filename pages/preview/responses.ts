/** Types of the preview's JSON responses, for its server and its pages. Their URL paths are below `/preview/`. */

import type { Finding } from '../../build/content/findings/finding.ts';
import type { TextCoverage } from '../../build/content/localize/coverage.ts';
import type { TextOrigin } from '../../build/content/localize/text-origin.ts';
import type { Currency, Locale, Market } from '../../contract/locales.ts';
import type { NetPrice } from '../../contract/release.ts';
import type { Image } from '../../contract/schemas/color.ts';
import type { ProductDetail, ProductSummary } from '../../contract/schemas/product.ts';
import type { Reason } from '../../quality/score.ts';
import type { ReleaseDiff, StockChange } from '../../releases/diff/release-diff.ts';

/**
 * The event sent to a page when it opens the event stream, and to every open page when content was read or could not be
 * read, or another release became current.
 */
export interface UpdateEvent {
  /**
   * Identifies the data that pages show: has a new value whenever content was read or another release became current.
   */
  readonly version: string;
  /** Id of the server process. A page reloads if the id changes, because the script of the page may be outdated. */
  readonly serverId: string;
  readonly state: ContentState;
}

/** The number of findings (errors and warnings in the content), and which version of the content is shown. */
export interface ContentState extends FindingCounts {
  readonly shown: ShownContent;
}

/**
 * The version of the content that pages show:
 * - `current`: the content as saved, which has no errors;
 * - `lastWithoutErrors`: the last version without errors that the preview has read, because the content as saved has
 *   errors;
 * - `productsWithoutErrors`: the products without errors of the content as saved, because the preview has not read any
 *   version without errors;
 * - `nothing`: no product, because no product is without errors or a file that all of them are made from has errors;
 * - `unreadable`: what pages showed before the content folder became unreadable.
 */
export type ShownContent =
  | 'current'
  | 'lastWithoutErrors'
  | 'productsWithoutErrors'
  | 'nothing'
  | 'unreadable';

/** The number of errors and of warnings in the content. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
}

/** The kinds of products (specification, "Product kinds"). */
export const productKinds = ['standard', 'color-block', 'made-to-order'] as const;

/** Whether a product is sold from stock, has blocks of colours that buyers choose, or is made to order. */
export type ProductKind = (typeof productKinds)[number];

/**
 * A product in the product grid. Its name is in a locale in which the product is sold, preferably one with the language
 * of the interface.
 */
export interface GridProduct {
  readonly sku: string;
  /** The locale of the name. */
  readonly locale: Locale;
  readonly name: string;
  /** `brand`, `category` and `tag` are the ids of the product's brand, category and tag. */
  readonly brand: string;
  readonly category: string;
  readonly tag?: string;
  readonly kind: ProductKind;
  readonly markets: readonly Market[];
  readonly picture: Image | undefined;
  /** Hex codes of each colour of the product: of the body, then of the trim, such as `[['#1B2745', '#FFFFFF']]`. */
  readonly colors: readonly (readonly string[])[];
  /** MSRP for the largest quantity; undefined if the product has no price. */
  readonly price: GridPrice | undefined;
  readonly findings: FindingCounts;
}

/**
 * The price of a product in the product grid. `amount` is in the currency, such as 18.5 for $18.50; `isMarkdown` is
 * true if `amount` is below the regular price.
 */
export interface GridPrice {
  readonly amount: number;
  readonly currency: Currency;
  readonly isMarkdown: boolean;
}

/**
 * The response of `data/products?language=L`: all products in the order of the API's product list. `brands`,
 * `categories` and `tags` map the ids that filters use to the names that they show, sorted by name.
 */
export interface ProductGridResponse {
  readonly products: readonly GridProduct[];
  readonly brands: Readonly<Record<string, string>>;
  readonly categories: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
}

/**
 * The requirement of a content rule (`summary`) and how to correct content that violates it (`remedy`). Names of
 * members and files are in backticks.
 */
export interface RuleTexts {
  readonly summary: string;
  readonly remedy: string;
}

/**
 * An error or warning in the content, with the English texts of its rule (the client has the French texts) and the SKU
 * of the product that it concerns, if any.
 */
export interface FindingDetails extends Finding, RuleTexts {
  /** Absolute path of the file on this machine. */
  readonly filePath: string;
  readonly sku?: string;
}

/** The response of `data/findings`: all findings in the content as saved. */
export interface FindingsResponse {
  readonly findings: readonly FindingDetails[];
}

/** A quality check with its English texts; the client has the French texts. */
export interface CheckTexts {
  readonly id: string;
  /** Weight of the check in the score of a product: 5, 3 or 1. */
  readonly weight: number;
  /** Short description of the missing data, such as `no picture`. */
  readonly lack: string;
  readonly remedy: string;
}

/**
 * A product and its score. The name is in a locale in which the product is sold, preferably one with the language of
 * the interface.
 */
export interface QualityProduct {
  readonly sku: string;
  readonly name: string;
  /** Absolute path of the product file on this machine. */
  readonly filePath: string;
  /** URL of the product's first picture; undefined if the product has no picture. */
  readonly picture: string | undefined;
  /** A whole number from 0 to 100; 100 only if no check fails. */
  readonly score: number;
  /** Failed checks; those that cost the most points come first. */
  readonly reasons: readonly Reason[];
}

/**
 * The response of `data/quality?language=L`: the quality checks, the scores of all products, and the coverage of texts.
 * Drafts and products whose last day is past are left out. If no product can be shown, only `checks` has entries, and
 * `average` is 0.
 */
export interface QualityResponse {
  /** Average score of all products, from 0 to 100, rounded down. */
  readonly average: number;
  /**
   * For each locale, the numbers of texts that are written for the locale itself, for its language or for the fallback
   * language, and the number of missing texts.
   */
  readonly coverage: readonly (TextCoverage & { readonly locale: Locale })[];
  readonly checks: readonly CheckTexts[];
  /** Products, sorted by score, lowest first. */
  readonly products: readonly QualityProduct[];
}

/** The response of `data/releases`: the releases in the output folder of the build. */
export interface ReleasesResponse {
  /** All complete releases, newest first. */
  readonly releases: readonly {
    readonly id: string;
    /** Time of the build, in ISO 8601. */
    readonly builtAt: string;
    /** Number of products in the release. */
    readonly products: number;
    readonly isCurrent: boolean;
  }[];
}

/** A picture that differs between two releases. */
export interface ChangedPicture {
  /** Path relative to the folder of the release, such as `public/images/TEE100/navy-front.svg`. */
  readonly path: string;
  /**
   * URL path at which the preview serves the picture of the earlier release; undefined if that release does not have
   * the picture.
   */
  readonly before: string | undefined;
  /**
   * URL path at which the preview serves the picture of the later release; undefined if that release does not have the
   * picture.
   */
  readonly after: string | undefined;
}

/** A product that differs between two releases. */
export interface ChangedProduct extends Pick<ReleaseDiff, 'prices' | 'texts' | 'others'> {
  readonly sku: string;
  /** Name in the later release, or in the earlier one if the product was removed. */
  readonly name: string;
  /**
   * URL of the product's first picture, from the same release as the name; undefined if the product has no picture in
   * that release.
   */
  readonly picture: string | undefined;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Pictures of the product that look different; empty unless `kind` is `changed`. */
  readonly pictures: readonly ChangedPicture[];
  /** How the stock of the product changed; undefined if it did not change. */
  readonly stock: Omit<StockChange, 'sku'> | undefined;
  /**
   * Locales in which only one of the two releases has the product; `isNow` is true if the later release has it. Empty
   * unless `kind` is `changed`.
   */
  readonly soldIn: readonly { readonly locale: Locale; readonly isNow: boolean }[];
}

interface Counts {
  readonly before: number;
  readonly after: number;
}

/**
 * The response of `data/releases/A/B?language=L`: the differences between release A (`before`) and release B (`after`).
 */
export interface ComparisonResponse
  extends Pick<ReleaseDiff, 'before' | 'after' | 'facts' | 'lists'> {
  /** Number of products in each release, and number of changed products, including added and removed ones. */
  readonly products: Counts & { readonly changed: number };
  /** Number of pieces in stock of all products, in each release. */
  readonly pieces: Counts;
  /**
   * The changed products, including added and removed ones, sorted by SKU. A long list is cut off; `products.changed`
   * is the total number.
   */
  readonly changes: readonly ChangedProduct[];
  /**
   * Sorted paths, relative to the folder of a release, of added, removed and changed public files that belong to no
   * product, such as pages, icons and `public/openapi.json`.
   */
  readonly files: readonly string[];
}

/** A text of a product in every locale in which the product is sold. */
export interface TextRow {
  /** Path in the product file, such as `descriptions.tagline`. */
  readonly name: string;
  /**
   * Locale → the text that is shown there, and its origin: written for the locale itself, for its language, or
   * (`fallback`) for another language or locale.
   */
  readonly texts: Partial<Record<Locale, { readonly text: string; readonly origin: TextOrigin }>>;
}

/** A product as the API returns it in one locale. */
export interface LocaleView {
  readonly detail: ProductDetail;
  readonly summary: ProductSummary;
  /** Price tier (such as `A3`) → net prices. */
  readonly net: Readonly<Record<string, NetPrice>>;
}

/**
 * A colour that buyers can choose for the blocks of a color-block product. The preview shows these colours as
 * a wheel.
 */
export interface PaintColor {
  readonly hex: string;
  readonly name: string;
}

/**
 * The response of `data/products/SKU?language=L`: a product in all locales in which it is sold. The names of
 * `paintColors` are preferably in the language L.
 */
export interface ProductResponse {
  readonly sku: string;
  /** Absolute path of the product file on this machine. */
  readonly file: string;
  readonly kind: ProductKind;
  readonly locales: Partial<Record<Locale, LocaleView>>;
  readonly texts: readonly TextRow[];
  /** Public URL of a picture → its URL in the preview. */
  readonly pictures: Readonly<Record<string, string>>;
  /** Colours that buyers can choose; empty unless the product has colour blocks and a drawing. */
  readonly paintColors: readonly PaintColor[];
  /** The names, such as `A3`, of all price tiers (`all`) and of the one that the catalogue names as `base`. */
  readonly tiers: { readonly base: string; readonly all: readonly string[] };
  readonly findings: readonly FindingDetails[];
}
