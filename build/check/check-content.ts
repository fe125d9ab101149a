/**
 * Applies the rules to content in two steps. The rules about single products run in any thread; the rules
 * about the whole catalogue then run on the outline of each product, the few members that these rules need.
 * One run finds the faults of every file.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDraftOrEnded } from '../content/availability.ts';
import { ContentError, type Finding, type Found } from '../content/findings/finding.ts';
import { isLinked } from '../content/list-content.ts';
import { type Coverage, measureCoverage } from '../content/localize/coverage.ts';
import { productTexts } from '../content/localize/localized-texts.ts';
import {
  type OpenContent,
  type ProductReading,
  readOtherRows,
  readProduct,
  readRepeatedVariants,
} from '../content/open-content.ts';
import { type Outline, outlineOf } from '../content/outline.ts';
import type { PartialContent, PartialProduct, PartialTable } from '../content/partial-content.ts';
import type { ProductName } from '../content/product-rows.ts';
import { locateFaults } from './findings/locate.ts';
import { fold } from './fold.ts';
import { applyRules, catalogueRules, productRules } from './rules/index.ts';
import { withFaultyRows } from './rules/rows-of-products.ts';

/**
 * A product file after the rules about single products were applied to it, with the faults that were found.
 */
export interface CheckedProduct extends ProductName {
  /** The data of the product that rules about the catalogue need. */
  readonly outline: Outline;
  /** Locale → origin (`TextOrigin`) → number of the product's texts that the locale shows; 0 if it is not sold there. */
  readonly texts: Coverage;
  /** True if no fault was found while the product file was read. Faults that rules find afterwards do not count. */
  readonly whole: boolean;
  /** The faults in the product file and in its table rows, found while they were read or by the rules. */
  readonly found: readonly Found[];
}

/**
 * Matches the ids of rules about table rows. Rows are assigned to products by file name, so these rules would check the
 * rows of another product or none if the file is not named after its SKU.
 */
const rowRuleIds = /^(price|stock|surcharge|variant)\//;

/**
 * Matches the ids of rules that require prices and translations. These rules do not apply to drafts and to
 * products that are no longer available.
 */
const completenessRuleIds = /^(price\/missing|surcharge\/missing|translation\/)/;

/**
 * Applies the rules about single products to a product that `readProduct` has read, except those about rows of a misnamed
 * file, and those about completeness of a draft or ended product. Applies none if the folder has symbolic links.
 */
export function checkProduct({ partial, product, found }: ProductReading): CheckedProduct {
  const { file, sku, whole } = product;
  const isMisnamed = product.product.sku !== undefined && product.product.sku !== sku;
  const isIncomplete = isDraftOrEnded(product.product, partial.day);
  const rules = productRules.filter(
    ({ id }) =>
      !(isMisnamed && rowRuleIds.test(id)) && !(isIncomplete && completenessRuleIds.test(id)),
  );
  // Files behind symbolic links are not read, so that rules would report them as missing.
  const broken = partial.links.length > 0 ? [] : applyRules(partial, rules);
  const texts = measureCoverage([productTexts(product)], partial.catalogue.fallbackLanguage);
  const outline = outlineOf(product.product, withFaultyRows(partial.inventory, ['location']).rows);
  return { file, sku, whole, outline, texts, found: [...found, ...broken] };
}

/**
 * Applies the rules about the whole catalogue to products and to the rows of no product. Returns the faults of all files
 * to show, folded. If the folder contains symbolic links, applies no rule and folds nothing.
 */
export function checkCatalogue(
  content: OpenContent,
  products: readonly CheckedProduct[],
): readonly Found[] {
  const other = readOtherRows(content);
  const misnamed = misnamedSkus(products);
  const found = [
    ...other.partial.found,
    ...other.found,
    ...products.flatMap((product) => faultsOf(product, misnamed)),
  ];
  if (content.shared.links.length > 0) return found;
  const rows = {
    ...other.partial,
    variants: withRepeatedVariants(other.partial.variants, content),
  };
  const partial = {
    ...withoutRowsOf(misnamed, rows),
    products: products.map(({ file, sku, whole, outline: { product, locations } }) => {
      return { file, sku: product.sku ?? sku, whole, product, locations } as PartialProduct;
    }),
    found,
  };
  return fold([...found, ...applyRules(partial, catalogueRules)], partial);
}

/**
 * Returns the variant table for the rules about repeated ids: the rows of `stray`, whose SKUs have no product file, and
 * those of each product with an id whose hash another row also has.
 */
function withRepeatedVariants(
  stray: PartialContent['variants'],
  content: OpenContent,
): PartialContent['variants'] {
  const repeated = readRepeatedVariants(content);
  return {
    ...stray,
    rows: [...stray.rows, ...repeated.rows],
    faulty: [...stray.faulty, ...repeated.faulty],
  };
}

/**
 * Returns the faults of a product, without those of its rows if the rows may be meant for another file: `A.json` with the
 * SKU `B`.
 */
function faultsOf({ sku, found }: CheckedProduct, misnamed: ReadonlySet<string>): readonly Found[] {
  return misnamed.has(sku) ? found.filter(({ rule }) => !rowRuleIds.test(rule.id)) : found;
}

/** Returns the SKUs in product files that differ from the name of the file: `B` if the file `A.json` has the SKU `B`. */
function misnamedSkus(products: readonly CheckedProduct[]): ReadonlySet<string> {
  return new Set(
    products.flatMap(({ sku, outline: { product } }) =>
      product.sku === undefined || product.sku === sku ? [] : [product.sku],
    ),
  );
}

/** Returns the content without the price, surcharge, stock and variant rows whose SKU is in `skus`. */
function withoutRowsOf(skus: ReadonlySet<string>, partial: PartialContent): PartialContent {
  if (skus.size === 0) return partial;
  const strip = <Row extends { readonly sku: string }>({ rows, faulty }: PartialTable<Row>) => ({
    rows: rows.filter(({ sku }) => !skus.has(sku)),
    faulty: faulty.filter(({ sku }) => !skus.has(sku)),
  });
  const { msrp, net, surcharges, inventory, variants } = partial;
  return {
    ...partial,
    msrp: { ...msrp, ...strip(msrp) },
    net: new Map(Array.from(net, ([tier, table]) => [tier, { ...table, ...strip(table) }])),
    surcharges: { ...surcharges, ...strip(surcharges) },
    inventory: { ...inventory, ...strip(inventory) },
    variants: { ...variants, ...strip(variants) },
  };
}

/**
 * Checks an opened content folder in this thread and resolves to all findings, sorted by file, line and column. `check`
 * reads and checks one product: callers pass a function that also caches or scores.
 */
export async function checkContent(
  content: OpenContent,
  check: (name: ProductName, content: OpenContent) => CheckedProduct = readAndCheck,
): Promise<readonly Finding[]> {
  const products: CheckedProduct[] = [];
  for (const name of content.products) {
    products.push(check(name, content));
    // All products together take seconds, during which the process of `npm run dev` also answers requests.
    await nextTurn();
  }
  return toFindings(content, checkCatalogue(content, products));
}

function readAndCheck(name: ProductName, content: OpenContent): CheckedProduct {
  return checkProduct(readProduct(content, content.sourceOf(name)));
}

/** Converts faults to findings, sorted by file, line and column. Reads only files with faults. */
export function toFindings(
  { folder, shared: { links } }: OpenContent,
  found: readonly Found[],
): Promise<readonly Finding[]> {
  return locateFaults(found, async (file) => {
    if (isLinked(file, links)) return undefined;
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    return bytes && new TextDecoder().decode(bytes);
  });
}

/**
 * Throws `ContentError` with all findings if one of them is an error. If `strict` is true, throws it if there
 * is any finding.
 */
export function assertNoErrors(findings: readonly Finding[], { strict = false } = {}): void {
  if (findings.some(({ severity }) => strict || severity === 'error')) {
    throw new ContentError(findings);
  }
}
