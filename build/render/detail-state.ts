/**
 * Computes hashes of a product's detail. By comparing them, `/v1/products/changes` finds what has changed between two
 * releases. All threads compute them while they render details, because to read thousands of details again later would
 * delay the release.
 */
import type { Locale } from '../../contract/locales.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { sha256, shortFormOf, shortHash } from '../content/sha256.ts';

/**
 * Four hashes of a product's detail, each of 16 hexadecimal digits: of the whole detail (the product's revision), of
 * its content, of its prices and of its stock.
 */
export type DetailState = readonly [
  revision: string,
  content: string,
  prices: string,
  stock: string,
];

/** Locale → hashes of a product's detail, for each locale that shows the product. */
export type DetailStates = Readonly<Partial<Record<Locale, DetailState>>>;

/**
 * A product's detail as released: the bytes of its document, their SHA-256 in hexadecimal, and the four hashes of the
 * detail.
 */
export interface RenderedDetail {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly state: DetailState;
}

/**
 * Names of the members of a detail with its prices, its stock and the time of the stock count. All other members are
 * its content.
 */
const [pricesMember, stockMember, stockTimeMember] = ['pricing', 'inventory', 'asOf'] as const;

/**
 * Renders a product's detail (its JSON document in one locale) as `JSON.stringify` does, and computes its four hashes.
 * Converts each member to JSON only once, for the document and for the hashes.
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
