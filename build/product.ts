/** The products of a build: those that this build made, and those that it reuses from an earlier build. */
import type { Absence } from '../contract/release.ts';
import type { CheckedProduct } from './check/check-content.ts';
import { absenceOn } from './content/availability.ts';
import type { Day, Validity } from './content/dates.ts';
import type { ListedProduct } from './content/outline.ts';
import type { MadeProduct } from './make-product.ts';
import { type ObjectRecord, sizesOf } from './output/objects.ts';
import type { IndexedProduct, ReleasedProduct } from './output/release-records.ts';

/** A checked product of a build, made in this build or known from an earlier one. */
export interface Product extends CheckedProduct {
  /** Hash of everything that the product was made from (`keyOf`). */
  readonly key: string;
  /** The lines of the product's rows in each table (`linesOf`). */
  readonly lines: string;
  /** The period in which the result stays the same; undefined if it does not depend on the date. */
  readonly validity?: Validity | undefined;
  /** The product in the release; undefined if it has an error, is not available, or was only checked. */
  readonly released?: ReleasedProduct | undefined;
}

/** Converts the result of a worker thread to a product of the build. */
export function toProduct(
  { validity, written, fileHash: _, ...checked }: MadeProduct,
  { key, lines }: Pick<Product, 'key' | 'lines'>,
): Product {
  const product = { ...checked, key, lines, validity };
  if (written === undefined) return product;
  const { object, content, record, reused, facts } = written;
  const { outline, texts } = checked;
  const bytes = sizesOf(record.files);
  const indexed = { key, object, content, ...facts, outline, texts, bytes, validity };
  return { ...product, released: toReleased(checked.sku, indexed, record, reused) };
}

/** Returns a product with the given entry in `index.json`, and the given record of its object. */
export function toReleased(
  sku: string,
  indexed: IndexedProduct,
  { parts = {} }: ObjectRecord,
  reused: boolean,
): ReleasedProduct {
  // A released product has no fault.
  const listed = indexed.outline.product as ListedProduct;
  return { sku, listed, parts, indexed, reused };
}

/**
 * Returns why a release made on `day` lacks a product; undefined if the product is in the release, or if it is missing
 * for another reason, such as an error.
 */
export function absenceOf(product: Product, day: Day): Absence | undefined {
  return product.released ? undefined : absenceOn(product.outline.product, day);
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

/** Returns true if something was found, in a product or in the shared content, that is an error and not a warning. */
export function hasError({ found }: Pick<CheckedProduct, 'found'>): boolean {
  return found.some(({ rule }) => rule.severity === 'error');
}

/** Returns the products that the release contains. Omits those that are not available, such as drafts, or have errors. */
export function releasedProducts(products: readonly Product[]): readonly ReleasedProduct[] {
  return products.flatMap(({ released }) => released ?? []);
}
