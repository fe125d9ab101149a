/**
 * Computes hashes of a product's detail, with which `/v1/products/changes` tells what has changed between two releases.
 * They are computed when the detail is rendered, by all threads; reading thousands of details again would delay the
 * release.
 */
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { sha256 } from '../content/sha256.ts';
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

/** A product's detail as released: the bytes of its document, their SHA-256 in hexadecimal, and the hashes. */
export interface RenderedDetail {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly state: DetailState;
}

/** Members of a detail that are its prices or stock; the others are its content. */
const [pricesMember, stockMember, stockTimeMember] = ['pricing', 'inventory', 'asOf'] as const;

/**
 * Renders a product's detail (its JSON document in one locale) as `JSON.stringify` does, and computes its hashes.
 * Converts each member to JSON only once, for the document and for the hash of its part.
 */
export function renderWithState(detail: ProductDetail): RenderedDetail {
  const jsonOf = new Map<string, string>();
  for (const [name, value] of Object.entries(detail)) {
    if (value !== undefined) jsonOf.set(name, JSON.stringify(value));
  }
  const toObject = (names: Iterable<string>) =>
    `{${Array.from(names, (name) => `"${name}":${jsonOf.get(name)}`).join(',')}}`;
  const bytes = Buffer.from(toObject(jsonOf.keys()));
  const hash = sha256(bytes);
  const others = new Set<string>([pricesMember, stockMember, stockTimeMember]);
  const content = toObject([...jsonOf.keys()].filter((name) => !others.has(name)));
  const stock = jsonOf.has(stockTimeMember)
    ? toObject([stockMember, stockTimeMember])
    : jsonOf.get(stockMember);
  const parts = [content, jsonOf.get(pricesMember), stock] as [string, string, string];
  const [contentHash, prices, stockHash] = parts.map(shortHash) as [string, string, string];
  return { bytes, sha256: hash, state: [shortFormOf(hash), contentHash, prices, stockHash] };
}
