/** The quality of a catalogue: the score of every product, and where its texts come from. */
import { checkContent } from '../build/check/check-content.ts';
import { compare } from '../build/content/compare.ts';
import type { Content } from '../build/content/content.ts';
import { addCoverage, type Coverage, measureCoverage } from '../build/content/localize/coverage.ts';
import { productTexts, sharedTexts } from '../build/content/localize/localized-texts.ts';
import { type ContentSource, unitsAtOnce } from '../build/content/open-source.ts';
import type { LocalizedText } from '../build/content/schemas/text.ts';
import { toContent } from '../build/content/to-content.ts';
import { qualityChecks } from './checks/index.ts';
import { type Score, scoreProduct } from './score.ts';
import { subjectsOf } from './subjects.ts';

/** The score of a product. */
export interface ProductQuality extends Score {
  readonly sku: string;
  readonly name: LocalizedText;
  /** Path of the product file below the content folder. */
  readonly file: string;
}

/** The scores of all products. */
export interface CatalogueQuality {
  /** The mean of the scores, rounded down; 100 if there are no products. */
  readonly average: number;
  /** Where the texts of each locale come from, including those of shared files. */
  readonly coverage: Coverage;
  /** Sorted by score, the lowest first, then by SKU. */
  readonly products: readonly ProductQuality[];
}

/**
 * Measures an opened content folder. Reads some products at a time and keeps only their scores and
 * reasons. Throws `ContentError` if the content has errors, and `ContentChangedError` if a file changes
 * meanwhile.
 */
export async function measureQuality(source: ContentSource): Promise<CatalogueQuality> {
  await checkContent(source);
  const { fallbackLanguage } = source.shared.catalogue;
  const coverages = [measureCoverage(sharedTexts(source.shared), fallbackLanguage)];
  const products: ProductQuality[] = [];
  for (let at = 0; at < source.units.length; at += unitsAtOnce) {
    const content = toContent(await source.draftOf(source.units.slice(at, at + unitsAtOnce)));
    coverages.push(measureCoverage(content.products.map(productTexts), fallbackLanguage));
    products.push(...scoreContent(content));
  }
  return toCatalogueQuality(products, addCoverage(coverages));
}

/** Scores the products of content, in its order. */
export function scoreContent(content: Content): ProductQuality[] {
  return subjectsOf(content).map((subject, index) => ({
    sku: subject.product.sku,
    name: subject.product.name,
    file: content.products[index]?.file ?? '',
    ...scoreProduct(subject, qualityChecks),
  }));
}

/** Combines the scores of all products, in any order. */
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
