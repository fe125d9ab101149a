/** The quality of a catalogue: that of its products, and where its texts come from. */
import { compare } from '../build/content/compare.ts';
import type { SharedContent, WholeProduct } from '../build/content/content.ts';
import type { Coverage } from '../build/content/localize/coverage.ts';
import type { LocalizedText } from '../build/content/schemas/text.ts';
import { qualityChecks } from './index.ts';
import { type Score, scoreProduct } from './score.ts';
import { createSubjects } from './subjects.ts';

export interface ProductQuality extends Score {
  readonly sku: string;
  readonly name: LocalizedText;
  /** Its file below the content folder. */
  readonly file: string;
}

export interface CatalogueQuality {
  /** The mean of the scores, rounded down; 100 where there is no product. */
  readonly average: number;
  /** Where the texts of each locale come from, those of shared files too. */
  readonly coverage: Coverage;
  /** The lowest score first, then by SKU. */
  readonly products: readonly ProductQuality[];
}

/** Scores products, in their order. */
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

/** Puts the quality of all products, in whatever order, together. */
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
