/**
 * Reads a content folder for the preview: the findings (errors and warnings) of the compiler, and the products without
 * errors, ready for rendering. Products that had no findings and have not changed since the last reading are taken from
 * a cache.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CheckedProduct,
  checkContent,
  checkProduct,
} from '../../../build/check/check-content.ts';
import {
  type SharedContent,
  toSharedContent,
  type WholeProduct,
} from '../../../build/content/content.ts';
import { createContentMemory } from '../../../build/content/content-memory.ts';
import type { Finding, Found } from '../../../build/content/findings/finding.ts';
import { localesOf } from '../../../build/content/localize/localized-texts.ts';
import {
  type OpenContent,
  openContent,
  readActiveProducts,
  readProduct,
} from '../../../build/content/open-content.ts';
import { toWholeProduct } from '../../../build/content/partial-content.ts';
import { hashRows } from '../../../build/content/product-hashes.ts';
import type { ProductName, ProductSource } from '../../../build/content/product-rows.ts';
import { sha256 } from '../../../build/content/sha256.ts';
import {
  type CatalogueContext,
  createCatalogueContexts,
  type Site,
} from '../../../build/render/context.ts';
import { hashShared } from '../../../build/shared-hash.ts';

/** The products without errors, ready for rendering. */
export interface Catalogue {
  readonly content: SharedContent;
  /** Products by SKU, sorted. */
  readonly products: ReadonlyMap<string, WholeProduct>;
  /**
   * The catalogue in each locale in which a product is sold, in the order of `locales` in the contract. Where a
   * translation is missing, a context has the text of another language or locale.
   */
  readonly contexts: readonly CatalogueContext[];
}

/** A finding, with the SKU of the product that it concerns, if any. */
export type FindingWithSku = Finding & { readonly sku?: string };

/** The result of reading the content folder once. */
export interface ContentReading {
  readonly findings: readonly FindingWithSku[];
  /** Undefined if no product is without errors, or if a file from which all products are rendered has an error. */
  readonly catalogue: Catalogue | undefined;
}

/** Returns the cache key of a product, from the SHA-256 of its file and its rows in the tables. */
type KeyOf = (fileHash: string, source: ProductSource) => string;

/** The result of reading and checking a product. */
interface CachedProduct {
  /**
   * The day, and the hashes of everything else that the findings and documents of the product depend on, joined by
   * commas.
   */
  readonly key: string;
  readonly checked: CheckedProduct;
  readonly whole: WholeProduct | undefined;
}

/**
 * Returns a function that reads the content folder again at each call. Unchanged pictures, and unchanged products that
 * had no findings, are taken from a cache. The function rejects with an `ExpectedError` if `folder` is not an existing
 * folder, and with the file-system error if a folder in it cannot be listed.
 */
export function createContentReader(folder: string, site: Site): () => Promise<ContentReading> {
  let cache: ReadonlyMap<string, CachedProduct> = new Map();
  const { assets } = createContentMemory();
  return async () => {
    const memory = { ...createContentMemory(), assets };
    const content = await openContent(folder, { memory });
    const shared = hashShared(content, site);
    // The key has the day, because prices and rules depend on it.
    const keyOf: KeyOf = (fileHash, source) =>
      [content.shared.day, shared, fileHash, hashRows(source, content.tables)].join();
    const products = new Map<string, CachedProduct>();
    const findings = await checkContent(content, (name) => {
      const cached = cache.get(name.file);
      const source = content.sourceOf(name);
      const key = keyOf(fileHashOf(content, name), source);
      const product =
        cached !== undefined && cached.key === key ? cached : readOne(content, name, keyOf);
      products.set(name.file, product);
      return product.checked;
    });
    // As in a build, faults are found again: they have line numbers, and an error of the shared content omits rules.
    if (!hasError(content.shared.found)) {
      cache = new Map([...products].filter(([, { checked }]) => checked.found.length === 0));
    }
    return toReading(content, findings, { products, site });
  };
}

function readOne(content: OpenContent, name: ProductName, keyOf: KeyOf): CachedProduct {
  const reading = readProduct(content, content.sourceOf(name));
  const checked = checkProduct(reading);
  const isWhole = !hasError(checked.found) && checked.whole;
  return {
    key: keyOf(reading.fileHash, content.sourceOf(name)),
    checked,
    whole: isWhole ? toWholeProduct(reading.partial) : undefined,
  };
}

/** Returns the SHA-256 of a product file; an empty text if it cannot be read. */
function fileHashOf({ folder }: OpenContent, { file }: ProductName): string {
  try {
    return sha256(readFileSync(join(folder, file)));
  } catch {
    // `readProduct` reports the error.
    return '';
  }
}

function hasError(found: readonly Found[]): boolean {
  return found.some(({ rule }) => rule.severity === 'error');
}

function toReading(
  content: OpenContent,
  rawFindings: readonly Finding[],
  { products, site }: { products: ReadonlyMap<string, CachedProduct>; site: Site },
): ContentReading {
  const skuOf = createSkuFinder(content);
  const findings = rawFindings.map((finding): FindingWithSku => {
    const sku = skuOf(finding);
    return sku === undefined ? finding : { ...finding, sku };
  });
  const errors = rawFindings.filter(({ severity }) => severity === 'error');
  const faulty = new Set(errors.map(({ file }) => file));
  const whole = [...products].flatMap(([file, product]) =>
    product.whole === undefined || faulty.has(file) ? [] : product.whole,
  );
  if (whole.length === 0 || hasSharedError(content, faulty)) {
    return { findings, catalogue: undefined };
  }
  const shared = toSharedContent(content.shared);
  const soldLocales = localesOf(whole.map(({ product }) => product));
  return {
    findings,
    catalogue: {
      content: shared,
      products: new Map(whole.map((product) => [product.product.sku, product])),
      // Rules do not require translations of drafts and ended products, nor of shared texts that only these show.
      contexts: createCatalogueContexts(shared, site, 'any').filter(({ locale }) =>
        soldLocales.includes(locale),
      ),
    },
  };
}

/**
 * Returns true if a file from which all products are rendered, such as `colors.json`, has an error. `faulty` are the
 * files in which the rules found errors.
 */
function hasSharedError(
  { shared, products, tables, activeProducts }: OpenContent,
  faulty: ReadonlySet<string>,
): boolean {
  // The error of a row also counts as an error of its product, if it has one.
  const others = new Set([...products, ...tables, activeProducts].map(({ file }) => file));
  return hasError(shared.found) || [...faulty].some((file) => !others.has(file));
}

/**
 * Returns a function that finds the SKU of the product that a finding concerns, from the product file or the line of a
 * CSV table that has the finding. The function returns undefined for a finding that concerns no product.
 */
function createSkuFinder(content: OpenContent): (finding: Finding) => string | undefined {
  const byFile = new Map(content.products.map(({ file, sku }) => [file, sku]));
  const byTable = new Map<string, ReadonlyMap<number, string>>();
  return ({ file, line }) => {
    const sku = byFile.get(file);
    if (sku !== undefined || line === undefined || !file.endsWith('.csv')) return sku;
    const skuByLine = byTable.get(file) ?? mapLinesToSkus(content, file);
    byTable.set(file, skuByLine);
    return skuByLine.get(line);
  };
}

/**
 * Returns line number of a row → SKU for a CSV table; empty for a table without SKUs.
 */
function mapLinesToSkus(content: OpenContent, file: string): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  if (file === content.activeProducts.file) {
    for (const { line, sku } of readActiveProducts(content).rows) lines.set(line, sku);
  }
  const table = content.tables.findIndex((each) => each.file === file);
  if (table === -1) return lines;
  for (const name of content.products) {
    for (const { line } of content.sourceOf(name).rows[table] ?? []) lines.set(line, name.sku);
  }
  return lines;
}
