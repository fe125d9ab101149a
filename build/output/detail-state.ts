/**
 * Hashes of a product's detail, with which `/v1/products/changes` tells what has changed between two releases. They are
 * computed when the detail is rendered, by all threads; reading thousands of details again would delay the release.
 */
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { shortHash } from './stamps.ts';

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

/** Returns the hashes of a detail. `text` is the detail as JSON, in UTF-8. */
export function stateOf(detail: ProductDetail, text: Buffer): DetailState {
  const { pricing, inventory, asOf, ...content } = detail;
  const stock = asOf === undefined ? inventory : { inventory, asOf };
  const hash = (part: unknown) => shortHash(JSON.stringify(part));
  return [shortHash(text), hash(content), hash(pricing), hash(stock)];
}
