/**
 * Applies the rules to content: rules about single products in any thread, then rules about the catalogue to
 * the outlines of all products. One run finds the faults of every file (decision 31).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnseenFrom } from '../content/availability.ts';
import { ContentError, type Finding, type Found } from '../content/findings/finding.ts';
import { isLinked } from '../content/list-content.ts';
import { measureCoverage } from '../content/localize/coverage.ts';
import { productTexts } from '../content/localize/localized-texts.ts';
import {
  type OpenContent,
  type ProductName,
  type ProductReading,
  readProduct,
  readRepeatedVariants,
  readStrayRows,
} from '../content/open-content.ts';
import { type Outline, outlineOf } from '../content/outline.ts';
import type { PartialContent, PartialProduct } from '../content/partial-content.ts';
import { locateFaults } from './findings/locate.ts';
import { foldConsequences } from './fold-consequences.ts';
import { applyRules, catalogueRules, productRules } from './rules/index.ts';

/** A product to which the rules about single products were applied. */
export interface CheckedProduct extends ProductName {
  readonly outline: Outline;
  /** False if a part of it could not be read. */
  readonly whole: boolean;
  /** Faults of its file and its rows, and the findings of the rules. */
  readonly found: readonly Found[];
}

/** Rules about rows. They would all fail for a product whose file is not named after its SKU. */
const rowRules = /^(price|stock|surcharge|variant)\//;

/** Rules that data must exist; a product that is not shown any more, or not yet, may lack it. */
const completeness = /^(price\/missing|surcharge\/missing|translation\/)/;

/** Applies the rules about single products to one product. */
export function checkProduct({ partial, product, found }: ProductReading): CheckedProduct {
  const { file, sku, whole } = product;
  const isMisnamed = product.product.sku !== undefined && product.product.sku !== sku;
  const isIncomplete = isUnseenFrom(product.product, partial.day);
  const rules = productRules.filter(
    ({ id }) => !(isMisnamed && rowRules.test(id)) && !(isIncomplete && completeness.test(id)),
  );
  // Rules would report files that a symbolic link hides as missing.
  const broken = partial.links.length > 0 ? [] : applyRules(partial, rules);
  const texts = measureCoverage([productTexts(product)], partial.catalogue.fallbackLanguage);
  const outline = outlineOf(product.product, { texts, stock: partial.inventory.rows });
  return { file, sku, whole, outline, found: [...found, ...broken] };
}

/**
 * Applies the rules about the catalogue to checked products and to rows without a product. Returns all
 * findings of the content, without consequences (decision 31).
 */
export function checkCatalogue(
  content: OpenContent,
  products: readonly CheckedProduct[],
): readonly Found[] {
  const stray = readStrayRows(content);
  const misnamed = misnamedSkus(products);
  const found = [
    ...stray.partial.found,
    ...stray.found,
    ...products.flatMap((product) => foundIn(product, misnamed)),
  ];
  if (content.shared.links.length > 0) return found;
  const rows = { ...stray.partial, variants: withRepeated(stray.partial.variants, content) };
  const partial = {
    ...withoutRowsOf(misnamed, rows),
    products: products.map(({ file, sku, whole, outline: { product, locations } }) => {
      return { file, sku: product.sku ?? sku, whole, product, locations } as PartialProduct;
    }),
    found,
  };
  return foldConsequences([...found, ...applyRules(partial, catalogueRules)], partial);
}

/** Returns the rows without a product, and those that a rule compares across products. */
function withRepeated(
  stray: PartialContent['variants'],
  content: OpenContent,
): PartialContent['variants'] {
  return { ...stray, rows: [...stray.rows, ...readRepeatedVariants(content).rows] };
}

/** If two product files have the same SKU, findings in its rows are consequences. */
function foundIn({ sku, found }: CheckedProduct, misnamed: ReadonlySet<string>): readonly Found[] {
  return misnamed.has(sku) ? found.filter(({ rule }) => !rowRules.test(rule.id)) : found;
}

/** Returns the SKUs of products whose file has another name: their rows seem to have no product. */
function misnamedSkus(products: readonly CheckedProduct[]): ReadonlySet<string> {
  return new Set(
    products.flatMap(({ sku, outline: { product } }) =>
      product.sku === undefined || product.sku === sku ? [] : [product.sku],
    ),
  );
}

function withoutRowsOf(skus: ReadonlySet<string>, partial: PartialContent): PartialContent {
  if (skus.size === 0) return partial;
  const strip = <Row extends { readonly sku: string }>(table: {
    readonly rows: readonly Row[];
  }) => ({
    rows: table.rows.filter(({ sku }) => !skus.has(sku)),
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

/** Checks a whole folder in this thread; returns every finding, sorted by place. */
export function checkContent(
  content: OpenContent,
  check: (name: ProductName, content: OpenContent) => CheckedProduct = readAndCheck,
): Promise<readonly Finding[]> {
  const products = content.products.map((name) => check(name, content));
  return toFindings(content, checkCatalogue(content, products));
}

function readAndCheck(name: ProductName, content: OpenContent): CheckedProduct {
  return checkProduct(readProduct(content, content.sourceOf(name)));
}

/** Locates every fault in its file. Reads only files with faults. */
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
 * Throws `ContentError` with all findings if one is an error, or with `strict` if there is any finding.
 */
export function assertNoErrors(findings: readonly Finding[], { strict = false } = {}): void {
  if (findings.some(({ severity }) => strict || severity === 'error')) {
    throw new ContentError(findings);
  }
}
