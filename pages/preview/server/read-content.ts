/**
 * Reads a content folder for the preview: what the compiler finds in it, and the whole catalogue ready to
 * render if there is no error. Products that did not change are remembered from one save to the next.
 */
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
import type { Finding } from '../../../build/content/findings/finding.ts';
import { localesOf } from '../../../build/content/localize/localized-texts.ts';
import {
  hashProduct,
  type OpenContent,
  openContent,
  type ProductName,
  readProduct,
} from '../../../build/content/open-content.ts';
import { toWholeProduct } from '../../../build/content/partial-content.ts';
import { createProductKeys } from '../../../build/output/product-key.ts';
import {
  type CatalogueContext,
  createCatalogueContexts,
  type Site,
} from '../../../build/render/context.ts';

/** Content without an error. */
export interface Catalogue {
  readonly content: SharedContent;
  /** By SKU, sorted. */
  readonly products: ReadonlyMap<string, WholeProduct>;
  /** One for each locale in which a product is sold, in the order of the contract. */
  readonly contexts: readonly CatalogueContext[];
}

/** A finding, and the product it is about, if it is about one. */
export type AboutProduct = Finding & { readonly sku?: string };

export interface Reading {
  readonly findings: readonly AboutProduct[];
  /** Undefined if there is an error among the findings. */
  readonly catalogue: Catalogue | undefined;
}

type KeyOf = ReturnType<typeof createProductKeys>;

/** A product as it was last read. */
interface Remembered {
  /** Equal if nothing that its findings and documents depend on has changed. */
  readonly key: string;
  readonly checked: CheckedProduct;
  readonly whole: WholeProduct | undefined;
}

/** Creates the function that reads a content folder anew. It rejects with what listing a folder throws. */
export function createContentReader(folder: string, site: Site): () => Promise<Reading> {
  let remembered: ReadonlyMap<string, Remembered> = new Map();
  return async () => {
    const content = await openContent(folder);
    const productKey = createProductKeys(content, site);
    // Prices and rules depend on the day.
    const keyOf: KeyOf = (name, hash) => `${content.shared.day} ${productKey(name, hash)}`;
    const products = new Map<string, Remembered>();
    const found = await checkContent(content, (name) => {
      const known = remembered.get(name.file);
      const hash = hashProduct(content, content.sourceOf(name));
      const key = hash && keyOf(name, hash);
      const product =
        known !== undefined && known.key === key ? known : readOne(content, name, keyOf);
      products.set(name.file, product);
      return product.checked;
    });
    remembered = products;
    return toReading(content, found, { products, site });
  };
}

function readOne(content: OpenContent, name: ProductName, keyOf: KeyOf): Remembered {
  const reading = readProduct(content, content.sourceOf(name));
  const checked = checkProduct(reading);
  const isWhole = !checked.found.some(({ rule }) => rule.severity === 'error');
  return {
    key: keyOf(name, reading.hash),
    checked,
    whole: isWhole && checked.whole ? toWholeProduct(reading.partial) : undefined,
  };
}

function toReading(
  content: OpenContent,
  found: readonly Finding[],
  { products, site }: { products: ReadonlyMap<string, Remembered>; site: Site },
): Reading {
  const skuOf = createSkuFinder(content);
  const findings = found.map((finding): AboutProduct => {
    const sku = skuOf(finding);
    return sku === undefined ? finding : { ...finding, sku };
  });
  if (found.some(({ severity }) => severity === 'error')) return { findings, catalogue: undefined };
  const shared = toSharedContent(content.shared);
  const whole = [...products.values()].flatMap((product) => product.whole ?? []);
  const shown = localesOf(whole.map(({ product }) => product));
  return {
    findings,
    catalogue: {
      content: shared,
      products: new Map(whole.map((product) => [product.product.sku, product])),
      // Shared texts may be missing in the language of a locale in which no product is sold.
      contexts: createCatalogueContexts(withFallbacks(shared), site).filter(({ locale }) =>
        shown.includes(locale),
      ),
    },
  };
}

/** A draft may lack texts; the preview shows those of the other language. */
function withFallbacks(content: SharedContent): SharedContent {
  const { catalogue } = content;
  const fallbackLanguage = { en: 'fr', fr: 'en', ...catalogue.fallbackLanguage } as const;
  return { ...content, catalogue: { ...catalogue, fallbackLanguage } };
}

/** Returns a function that finds the product of a finding: by its file, or by the row that it points at. */
function createSkuFinder(content: OpenContent): (finding: Finding) => string | undefined {
  const byFile = new Map(content.products.map(({ file, sku }) => [file, sku]));
  const byTable = new Map<string, ReadonlyMap<number, string>>();
  return ({ file, line }) => {
    const sku = byFile.get(file);
    if (sku !== undefined || line === undefined || !file.endsWith('.csv')) return sku;
    const lines = byTable.get(file) ?? linesOf(content, file);
    byTable.set(file, lines);
    return lines.get(line);
  };
}

/** Line → SKU of the rows of a table. */
function linesOf(content: OpenContent, file: string): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  const { activeProducts } = content.shared;
  if (file === activeProducts.file) {
    for (const { line, sku } of activeProducts.rows) lines.set(line, sku);
  }
  const table = content.tables.findIndex((each) => each.file === file);
  if (table === -1) return lines;
  for (const name of content.products) {
    for (const { text, line } of content.sourceOf(name).rows[table] ?? []) {
      const last = line + text.trimEnd().split('\n').length - 1;
      for (let at = line; at <= last; at += 1) lines.set(at, name.sku);
    }
  }
  return lines;
}
