/**
 * Computes hashes of a product's detail, with which `/v1/products/changes` tells what has changed between two releases.
 * They are computed when the detail is rendered, by all threads; reading thousands of details again would delay the
 * release.
 */
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { shortFormOf, shortHash } from './stamps.ts';

/**
 * Four hashes of a product's detail, each of 16 hexadecimal digits: of the whole detail (its revision), then of each of
 * `changeParts`: its content, prices and stock.
 */
export type DetailState = readonly [
  revision: string,
  content: string,
  prices: string,
  stock: string,
];

/** Returns the hashes of a detail. `sha256` is the SHA-256 of its document, in hexadecimal. */
export function stateOf(detail: ProductDetail, sha256: string): DetailState {
  const { pricing, inventory, asOf, ...content } = detail;
  const stock = asOf === undefined ? inventory : { inventory, asOf };
  const hash = (part: unknown) => shortHash(JSON.stringify(part));
  return [shortFormOf(sha256), hash(content), hash(pricing), hash(stock)];
}
