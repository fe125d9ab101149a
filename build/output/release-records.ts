/** Reads what describes a release: its manifest, which lists its files, and facts and findings about its products. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Locale } from '../../contract/locales.ts';
import {
  type Manifest,
  manifestFile,
  manifestSchema,
  releaseFormat,
} from '../../contract/release.ts';
import type { Validity } from '../content/dates.ts';
import type { Found } from '../content/findings/finding.ts';
import type { Coverage } from '../content/localize/coverage.ts';
import type { ProductName } from '../content/open-content.ts';
import type { ListedProduct, Outline } from '../content/outline.ts';
import type { PublicIds } from '../content/public-ids.ts';
import type { ProductFacts } from '../render/product-files.ts';
import type { PartRanges } from './objects.ts';
import { ReleaseError } from './release-error.ts';

/** Name of the file in a release that contains the facts of each product; outside `public/`, without net prices. */
export const indexFile = 'index.json';

/** The entry of a product in `index.json`: what commands and later builds need, so that they need not read its documents. */
export interface IndexedProduct extends ProductFacts {
  /** Hash of everything that the product was made from (`keyOf`): a build reuses the object of an equal key. */
  readonly key: string;
  /** Name of the product's object, the folder of its public files. */
  readonly object: string;
  /** SHA-256 of the object's plain files; equal on every machine. */
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

/** A product of a release that is being made, after its object was written. */
export interface ReleasedProduct extends ProductName {
  readonly listed: ListedProduct;
  /** Where the product's parts of lists and exports are in its object, for each locale that shows it. */
  readonly parts: PartRanges;
  readonly indexed: IndexedProduct;
  /** True if an earlier build wrote the object. */
  readonly reused: boolean;
}

/** The members of `index.json` besides the products. */
interface IndexHeader {
  /** The version of the compiler that wrote the release. */
  readonly compiler: string;
  /** The time of the stock count (ISO 8601); undefined if it is not known. */
  readonly asOf?: string | undefined;
  /** The ids of shared content that the API shows; undefined in releases of edges and in older ones. */
  readonly ids?: PublicIds | undefined;
}

/** Renders `index.json`: JSON with one product per line, in the order of the product list. */
export function renderIndex(
  { compiler, asOf, ids }: IndexHeader,
  products: Iterable<readonly [sku: string, product: IndexedProduct]>,
): Buffer {
  const header = JSON.stringify({ format: releaseFormat, compiler, asOf, ids }).slice(0, -1);
  const lines = Array.from(
    products,
    ([sku, product]) => `\n${JSON.stringify(sku)}:${JSON.stringify(product)}`,
  );
  return Buffer.from(`${header},"products":{${lines.join()}\n}}\n`);
}

/** The index of a release. */
export type ReleaseIndex = Awaited<ReturnType<typeof readIndex>>;

/** Reads the index of the release in a folder. Throws as `readManifest`. */
export const readIndex = createReader(indexFile, (content) => {
  type IndexFile = IndexHeader & { readonly products: Readonly<Record<string, IndexedProduct>> };
  const { compiler, asOf, ids, products } = content as IndexFile;
  const product = (sku: string) => (Object.hasOwn(products, sku) ? products[sku] : undefined);
  return {
    ...{ compiler, asOf, ids },
    /** Returns the SKUs of all products, in the order of the product list. */
    skus: () => Object.keys(products),
    /** Returns the entry of a product; undefined if the release does not have it. */
    product,
    /** Returns the locales that show a product; an empty list if the release does not have it. */
    localesOf: (sku: string) => Object.keys(product(sku)?.locales ?? {}) as Locale[],
  };
});

/** Reads the manifest of the release in a folder. Throws if it is damaged, missing or, `ReleaseError`, of another format. */
export const readManifest = createReader(manifestFile, (content) => manifestSchema.parse(content));

/**
 * Returns a function that reads a JSON file in the folder of a release. It keeps the results for the last two files, of
 * the current and the new release, as long as these are unchanged: the steps of a deploy read the same files.
 */
function createReader<Value extends object>(name: string, parse: (content: unknown) => Value) {
  const kept = new LRUCache<string, Value>({ max: 2 });
  return async (folder: string): Promise<Value> => {
    const path = join(folder, name);
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    const state = [dev, ino, size, mtimeNs, ctimeNs].join();
    const known = kept.get(state);
    if (known) return known;
    const content = JSON.parse(await readFile(path, 'utf8'));
    const { format = 1 } = content ?? {};
    if (format !== releaseFormat) {
      throw new ReleaseError(
        `it has format ${String(format)}, and this version reads format ${releaseFormat}`,
      );
    }
    const value = parse(content);
    kept.set(state, value);
    return value;
  };
}

/** Path in a release of the findings about single products; private, because messages may contain net prices. */
export const findingsFile = 'private/findings.json';

/** SKU → what was found in its file and rows, and the lines of these rows; products without findings are left out. */
export type StoredFindings = Readonly<
  Record<string, { readonly lines: string; readonly found: readonly Found[] }>
>;

/** The release that is current when a build begins. */
export interface PreviousRelease {
  readonly folder: string;
  readonly files: Manifest['files'];
  readonly index: ReleaseIndex;
  readonly findings: StoredFindings;
}

/**
 * Reads the release that `<out>/current` points to. Returns undefined if there is none, if another version of the
 * compiler made it, or if it is damaged: the build then makes everything again, and the guard reports the damage.
 */
export async function readPreviousRelease(
  out: string,
  compiler: string,
): Promise<PreviousRelease | undefined> {
  try {
    // Resolved once, because another process may replace the link.
    const folder = await realpath(join(out, 'current'));
    const { files } = await readManifest(folder);
    const index = await readIndex(folder);
    if (index.compiler !== compiler) return undefined;
    // Without its findings, a product would lose its warnings.
    const findings = JSON.parse(await readFile(join(folder, findingsFile), 'utf8'));
    return { folder, files, index, findings };
  } catch {
    return undefined;
  }
}
