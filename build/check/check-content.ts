/**
 * Applies the rules to content in two steps: the rules about single products, in any thread; then the rules about the
 * whole catalogue, which need only the outline of each product. One run finds the faults of every file.
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
  type ProductName,
  type ProductReading,
  readOtherRows,
  readProduct,
} from '../content/open-content.ts';
import { type Outline, outlineOf } from '../content/outline.ts';
import type { PartialProduct } from '../content/partial-content.ts';
import { locateFaults } from './findings/locate.ts';
import { fold } from './fold.ts';
import { applyRules, catalogueRules, productRules } from './rules/index.ts';
import { withFaultyRows } from './rules/rows-of-products.ts';

/** A product to which the rules about single products were applied. */
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

/** The rules about table rows do not apply to a file that is not named after its SKU: it has the rows of its name. */
const rowRuleIds = /^(price|stock|surcharge|variant)\//;

/** The rules that require prices and translations do not apply to drafts and to products whose last day is past. */
const completenessRuleIds = /^(price\/missing|surcharge\/missing|translation\/)/;

/** Applies the rules about single products to a product; none if the folder has symbolic links. */
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
 * Applies the rules about the whole catalogue. Returns the faults of all files to show, folded; those of the single files
 * if the folder has symbolic links.
 */
export function checkCatalogue(
  content: OpenContent,
  products: readonly CheckedProduct[],
): readonly Found[] {
  const other = readOtherRows(content);
  const found = [...other.found, ...products.flatMap((product) => product.found)];
  if (other.links.length > 0) return found;
  const partial = {
    ...other,
    products: products.map(({ file, sku, whole, outline: { product, locations } }) => {
      return { file, sku: product.sku ?? sku, whole, product, locations } as PartialProduct;
    }),
    found,
  };
  return fold([...found, ...applyRules(partial, catalogueRules)], partial);
}

/**
 * Checks an opened content folder in this thread. Resolves to all findings, sorted by file, line and column. `check`
 * reads and checks one product: callers pass a function that also caches or scores.
 */
export async function checkContent(
  content: OpenContent,
  check: (name: ProductName) => CheckedProduct = (name) =>
    checkProduct(readProduct(content, content.sourceOf(name))),
): Promise<readonly Finding[]> {
  const products: CheckedProduct[] = [];
  for (const name of content.products) {
    products.push(check(name));
    // All products together take seconds, during which the process of `npm run dev` also answers requests.
    await nextTurn();
  }
  return toFindings(content, checkCatalogue(content, products));
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

/** Throws `ContentError` with all findings if one of them is an error; with `strict`, if there is any. */
export function assertNoErrors(findings: readonly Finding[], { strict = false } = {}): void {
  if (findings.some(({ severity }) => strict || severity === 'error')) {
    throw new ContentError(findings);
  }
}
