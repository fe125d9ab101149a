/**
 * The products of a build: those that this build made, and those that it reuses from an earlier build.
 */
import type { Absence } from '../contract/release.ts';
import type { CheckedProduct } from './check/check-content.ts';
import { absenceOn } from './content/availability.ts';
import type { Day } from './content/dates.ts';
import type { Outline } from './content/outline.ts';
import type { PreviousParts } from './output/previous-release.ts';
import type { ProductFacts } from './output/release-index.ts';
import type { ReleasedProduct } from './output/write-release.ts';

/** A checked product of a build, made in this build or known from an earlier one. */
export type Product = ProductWithOutline | ProductFromIndex;

interface CommonProduct extends Omit<CheckedProduct, 'outline'> {
  /** A hash of the outline, the data for rules about the catalogue: 16 hexadecimal digits. */
  readonly outlineHash: string;
  /**
   * The next day on which the product must be made again because of a date; undefined if no date is in the
   * future.
   */
  readonly changesOn?: Day | undefined;
}

/** A product that this process has made, in this build or an earlier one. */
interface ProductWithOutline extends CommonProduct {
  /** The data of the product that rules about the catalogue need. */
  readonly outline: Outline;
  /** The product in the release; undefined if it has an error, is not available, or was only checked. */
  readonly released?: ReleasedProduct;
}

/**
 * A product that was read from the index of a release, without its outline. If the rules about the catalogue must run,
 * `PreviousRelease.readOutline` reads the outline; in most builds they need not run.
 */
interface ProductFromIndex extends CommonProduct {
  readonly outline: undefined;
  readonly released: ReleasedProduct & { readonly parts: PreviousParts };
}

interface Origin<Parts> {
  readonly reused: boolean;
  readonly parts: Parts;
  readonly facts: ProductFacts;
  /** Number of locales in which the product is sold. */
  readonly locales: number;
}

/**
 * Converts a product's facts (its entry in `index.json`, the index of a release) to the data that later steps of the
 * build need. Leaves out the other facts to save memory, because there may be a hundred thousand products.
 */
export function toReleased<Parts extends ReleasedProduct['parts']>(
  sku: string,
  { facts, locales, reused, parts }: Origin<Parts>,
): ReleasedProduct & { readonly parts: Parts } {
  const { object, content, bytes, pictures, listed } = facts;
  const drawn = Object.keys(pictures).length;
  // Without spreading: this runs for every product of every build.
  return {
    sku,
    listed,
    object,
    content,
    bytes,
    documents: locales + drawn,
    hasPictures: drawn > 0,
    reused,
    parts,
  };
}

/**
 * Returns why a release made on `day` lacks a product; undefined if the product is in the release, or if it is missing
 * for another reason, such as an error.
 */
export function absenceOf(product: Product, day: Day): Absence | undefined {
  if (product.outline === undefined || product.released) return undefined;
  return absenceOn(product.outline.product, day);
}

/**
 * Throws an error if a product that is available on `day` was not released. Call this only for content
 * without errors, where a missing product is a bug in the compiler.
 */
export function assertAllMade(products: readonly Product[], day: Day): void {
  const missing = products.find(
    (product) => !product.released && absenceOf(product, day) === undefined,
  );
  if (missing) throw new Error(`${missing.sku} has no object, and no fault was found in it`);
}

/**
 * Returns true if at least one of the faults in `found` is an error, not only a warning. The argument is a checked
 * product or the shared content: both have the member `found`.
 */
export function hasError({ found }: Pick<CheckedProduct, 'found'>): boolean {
  return found.some(({ rule }) => rule.severity === 'error');
}

/**
 * Returns the products that the release contains. Omits those that are not available, such as drafts, or have errors.
 */
export function releasedProducts(products: readonly Product[]): readonly ReleasedProduct[] {
  return products.flatMap(({ released }) => released ?? []);
}
