/**
 * `index.json` of a release: what each product was made from, its object, and the facts that commands and later builds
 * need, so that they need not read its documents. It is outside `public/` and contains no net prices.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { releaseFormat } from '../../contract/release.ts';
import type { Validity } from '../content/dates.ts';
import type { Coverage } from '../content/localize/coverage.ts';
import type { Outline } from '../content/outline.ts';
import type { PublicIds } from '../content/public-ids.ts';
import { sha256 } from '../content/sha256.ts';
import type { ProductFacts } from '../render/product-files.ts';
import { cacheLastFiles } from './kept-files.ts';

/** The entry of a product in `index.json`. */
export interface IndexedProduct extends ProductFacts {
  /** Hash of everything that the product was made from (`keyOf`): a build reuses the object of an equal key. */
  readonly key: string;
  /** Name of the product's object, the folder of its public files. */
  readonly object: string;
  /** SHA-256 of the object's plain files (`contentHashOf`); equal on every machine. */
  readonly content: string;
  /** The data that rules about the catalogue and the product list need. */
  readonly outline: Outline;
  /** Locale → the number of the product's texts by origin, such as its own language or the fallback language. */
  readonly texts: Coverage;
  /** Total bytes of the object's files in each form: plain, gzip, Brotli. */
  readonly bytes: readonly [number, number, number];
  /** The period in which the product's documents are valid; undefined if they do not depend on the date. */
  readonly validity?: Validity | undefined;
}

/** Name of the file in a release that contains the facts of each product. */
export const indexFile = 'index.json';

/** The index of a release. Products are in the order of the product list. */
export interface ReleaseIndex {
  /** The version of the compiler that wrote the release; see `compilerVersion`. */
  readonly compiler: string;
  /** The time of the stock count (ISO 8601); undefined if it is not known. */
  readonly asOf: string | undefined;
  /** The ids of shared content that the API shows; undefined in releases of edges and in older ones. */
  readonly ids?: PublicIds | undefined;
  /** SHA-256 of `index.json`, in hexadecimal. */
  readonly sha256: string;
  /** Returns the SKUs of all products, in the order of the file. */
  skus(): readonly string[];
  /** Returns the entry of a product; undefined if the release does not have it. */
  product(sku: string): IndexedProduct | undefined;
  /** Returns the locales that show a product; an empty list if the release does not have it. */
  localesOf(sku: string): readonly Locale[];
}

/** Renders `index.json`: JSON with one product per line. */
export function renderIndex(
  { compiler, asOf, ids }: Pick<ReleaseIndex, 'compiler' | 'asOf' | 'ids'>,
  products: Iterable<readonly [sku: string, product: IndexedProduct]>,
): Buffer {
  const header = JSON.stringify({ format: releaseFormat, compiler, asOf, ids }).slice(0, -1);
  const lines = Array.from(
    products,
    ([sku, product]) => `\n${JSON.stringify(sku)}:${JSON.stringify(product)}`,
  );
  return Buffer.from(`${header},"products":{${lines.join()}\n}}\n`);
}

/** Reads the index of the release in `folder`. Rejects with an error that names the file if it is damaged or missing. */
export function readIndex(folder: string): Promise<ReleaseIndex> {
  return readKept(join(folder, indexFile));
}

const readKept = cacheLastFiles(async (path): Promise<ReleaseIndex> => {
  const text = await readFile(path, 'utf8');
  const { format, compiler, asOf, ids, products } = parse(path, text);
  if (format !== releaseFormat) throw new Error(`${path} has format ${format}`);
  const product = (sku: string) => (Object.hasOwn(products, sku) ? products[sku] : undefined);
  return {
    ...{ compiler, asOf, ids, product, sha256: sha256(text) },
    skus: () => Object.keys(products),
    localesOf: (sku) => Object.keys(product(sku)?.locales ?? {}) as Locale[],
  };
});

interface IndexFile {
  readonly format: unknown;
  readonly compiler: string;
  readonly asOf?: string;
  readonly ids?: PublicIds;
  readonly products: Readonly<Record<string, IndexedProduct>>;
}

function parse(path: string, text: string): IndexFile {
  try {
    return JSON.parse(text) as IndexFile;
  } catch (cause) {
    throw new Error(`${path} is damaged: ${(cause as Error).message}`, { cause });
  }
}
