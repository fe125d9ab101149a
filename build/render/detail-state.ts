/**
 * Computes hashes of a product's detail. By comparing them, `/v1/products/changes` finds what has changed between two
 * releases. All threads compute them while they render details, because to read thousands of details again later would
 * delay the release.
 */
import type { Locale } from '../../contract/locales.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { sha256, shortFormOf, shortHash } from '../content/sha256.ts';

/**
 * Hashes of a product's detail, each of 16 hexadecimal digits: of the whole detail (the product's revision), of its
 * content, of its prices and of its stock.
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
 * Returns the bytes of a detail as `JSON.stringify` renders it, their SHA-256 and the four hashes of the detail.
 * Converts each member to JSON only once, for the document and for the hashes.
 */
export function renderWithState(detail: ProductDetail) {
  const jsonOf = new Map<string, string>();
  for (const [name, value] of Object.entries(detail)) jsonOf.set(name, JSON.stringify(value));
  const toObject = (names: readonly string[]) =>
    `{${names.map((name) => `"${name}":${jsonOf.get(name)}`).join()}}`;
  const names = [...jsonOf.keys()];
  const bytes = Buffer.from(toObject(names));
  const hash = sha256(bytes);
  const content = names.filter((name) => !['pricing', 'inventory', 'asOf'].includes(name));
  const stock = jsonOf.has('asOf') ? toObject(['inventory', 'asOf']) : jsonOf.get('inventory');
  const state: DetailState = [
    shortFormOf(hash),
    shortHash(toObject(content)),
    shortHash(jsonOf.get('pricing') ?? ''),
    shortHash(stock ?? ''),
  ];
  return { bytes, sha256: hash, state };
}
