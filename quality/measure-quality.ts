/** Measures the quality of a catalogue: every product's score, and how many texts each locale has in its language. */
import {
  assertNoErrors,
  type CheckedProduct,
  checkContent,
  checkProduct,
} from '../build/check/check-content.ts';
import { isDraftOrEnded } from '../build/content/availability.ts';
import { compare } from '../build/content/compare.ts';
import {
  type SharedContent,
  toSharedContent,
  type WholeProduct,
} from '../build/content/content.ts';
import { addCoverage, type Coverage, measureCoverage } from '../build/content/localize/coverage.ts';
import { localesOf, sharedTexts } from '../build/content/localize/localized-texts.ts';
import { type OpenContent, readProduct } from '../build/content/open-content.ts';
import { toWholeProduct } from '../build/content/partial-content.ts';
import type { LocalizedText } from '../build/content/schemas/text.ts';
import { qualityChecks } from './checks/index.ts';
import { type Score, scoreProduct } from './score.ts';
import { createSubjects } from './subjects.ts';

/** The score of a product, with the data that identifies the product. */
export interface ProductQuality extends Score {
  readonly sku: string;
  readonly name: LocalizedText;
  /** Path of the product file within the content folder. */
  readonly file: string;
}

/**
 * The scores of the products of a catalogue, without drafts and products whose last day has passed; their mean; and how
 * many texts each locale has.
 */
export interface CatalogueQuality {
  /** The mean score, rounded down; 100 if there are no products. */
  readonly average: number;
  /**
   * Locale → origin → number of texts of products and shared files, such as `fr-CA` → `fallback` → 4. A text is counted
   * by what it is written for: the locale itself (`regional`), its language, only the fallback language, or none of
   * these (`missing`).
   */
  readonly coverage: Coverage;
  /** Products sorted by score, the lowest first, then by SKU. */
  readonly products: readonly ProductQuality[];
}

/**
 * Resolves to the quality of an opened content folder. Reads products one by one and keeps only their scores with
 * reasons, counts of texts, and outlines (the few members that the rules about the whole catalogue need). Omits drafts
 * and products whose last day is past. Rejects with `ContentError` if the content has errors.
 */
export async function measureQuality(content: OpenContent): Promise<CatalogueQuality> {
  const { shared } = content;
  const shown: CheckedProduct[] = [];
  const products: ProductQuality[] = [];
  const findings = await checkContent(content, (name, reader) => {
    const reading = readProduct(reader, reader.sourceOf(name));
    const checked = checkProduct(reading);
    const isFaulty = [...shared.found, ...checked.found].some(
      ({ rule }) => rule.severity === 'error',
    );
    if (!isFaulty && !isDraftOrEnded(checked.outline.product, shared.day)) {
      products.push(...scoreProducts([toWholeProduct(reading.partial)], toSharedContent(shared)));
      shown.push(checked);
    }
    return checked;
  });
  assertNoErrors(findings);
  const locales = localesOf(shown.map(({ outline }) => outline.product));
  const ofShared = measureCoverage(sharedTexts(shared, locales), shared.catalogue.fallbackLanguage);
  return toCatalogueQuality(products, addCoverage([ofShared, ...shown.map(({ texts }) => texts)]));
}

/** Returns the scores of products by all quality checks, in the same order as `products`. */
export function scoreProducts(
  products: readonly WholeProduct[],
  content: SharedContent,
): ProductQuality[] {
  const subjectOf = createSubjects(content);
  return products.map((whole) => ({
    sku: whole.product.sku,
    name: whole.product.name,
    file: whole.file,
    ...scoreProduct(subjectOf(whole), qualityChecks),
  }));
}

/**
 * Returns the quality of a catalogue: the average of the products' scores, rounded down (100 without products), the
 * products sorted by score, lowest first, then by SKU, and `coverage` unchanged. `products` may be in any order.
 */
export function toCatalogueQuality(
  products: readonly ProductQuality[],
  coverage: Coverage,
): CatalogueQuality {
  const sum = products.reduce((total, { score }) => total + score, 0);
  return {
    average: products.length === 0 ? 100 : Math.floor(sum / products.length),
    coverage,
    products: [...products].sort((a, b) => compare(a.score, b.score) || compare(a.sku, b.sku)),
  };
}
