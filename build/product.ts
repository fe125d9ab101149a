/** A product of a build, which this build made or an earlier one. */
import type { CheckedProduct } from './check/check-content.ts';
import type { Validity } from './content/dates.ts';
import type { ProductName, ProductSource } from './content/open-content.ts';
import type { ListedProduct } from './content/outline.ts';
import { sha256 } from './content/sha256.ts';
import type { ObjectRecord } from './output/objects.ts';
import type { IndexedProduct, ReleasedProduct } from './output/release-records.ts';

/** A checked product and, if the release has it, what was written of it. */
export interface Product extends CheckedProduct {
  /** Hash of everything that the product was made from, except its pictures (`keyOf`). */
  readonly key: string;
  /** The lines of the product's rows in each table (`linesOf`). */
  readonly lines: string;
  /**
   * The period around the day of the build in which the result stays the same, because no date of the product or its
   * prices is reached; undefined if there are no such dates.
   */
  readonly validity?: Validity | undefined;
  /** Undefined if the product has an error, is not available, or was only checked. */
  readonly released?: ReleasedProduct | undefined;
}

/** A product file with its rows, and a text that has everything else that the product is made from. */
export interface KeyedSource extends ProductSource {
  readonly others: string;
}

/** Returns the key of a product, of 128 bits. `file` is the SHA-256 of its file. */
export function keyOf({ others }: KeyedSource, file: string): string {
  return sha256(`${others} ${file}`).slice(0, 32);
}

/** Returns the lines of the rows of a product in each table, as text. */
export function linesOf({ rows }: ProductSource): string {
  return rows.map((runs) => runs.map(({ line }) => line).join(' ')).join();
}

/** Returns a product with the given entry in `index.json`, whose object has the given record. */
export function toReleased(
  { file, sku }: ProductName,
  indexed: IndexedProduct,
  { parts = {} }: ObjectRecord,
  reused: boolean,
): ReleasedProduct {
  // A released product has no fault.
  const listed = indexed.outline.product as ListedProduct;
  return { file, sku, listed, parts, indexed, reused };
}

/** Returns true if something was found, in a product or in the shared content, that is an error and not a warning. */
export function hasError({ found }: Pick<CheckedProduct, 'found'>): boolean {
  return found.some(({ rule }) => rule.severity === 'error');
}
