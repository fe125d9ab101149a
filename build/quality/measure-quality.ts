/** An opened content folder in, the quality of every product and of the whole out. */
import { checkContent } from '../check-content.ts';
import { compare } from '../compare.ts';
import { type ContentSource, unitsAtOnce } from '../load/open-source.ts';
import { toContent } from '../load/to-content.ts';
import { addCoverage, type Coverage, measureCoverage } from '../localize/coverage.ts';
import { productTexts, sharedTexts } from '../localize/localized-texts.ts';
import type { LocalizedText } from '../schemas/text.ts';
import { qualityChecks } from './index.ts';
import { type Score, scoreProduct } from './score.ts';
import { subjectsOf } from './subjects.ts';

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

/**
 * Measures a catalogue that has no error. Products are read some at a time; what is kept of one is
 * its score and reasons. Throws `ContentError` for errors, and `ContentChangedError`.
 */
export async function measureQuality(source: ContentSource): Promise<CatalogueQuality> {
  await checkContent(source);
  const { fallbackLanguage } = source.shared.catalogue;
  const coverages = [measureCoverage(sharedTexts(source.shared), fallbackLanguage)];
  const products: ProductQuality[] = [];
  for (let at = 0; at < source.units.length; at += unitsAtOnce) {
    const content = toContent(await source.draftOf(source.units.slice(at, at + unitsAtOnce)));
    coverages.push(measureCoverage(content.products.map(productTexts), fallbackLanguage));
    for (const [index, subject] of subjectsOf(content).entries()) {
      const { sku, name } = subject.product;
      const file = content.products[index]?.file ?? '';
      products.push({ sku, name, file, ...scoreProduct(subject, qualityChecks) });
    }
  }
  const sum = products.reduce((total, { score }) => total + score, 0);
  return {
    average: products.length === 0 ? 100 : Math.floor(sum / products.length),
    coverage: addCoverage(coverages),
    products: products.sort((a, b) => compare(a.score, b.score) || compare(a.sku, b.sku)),
  };
}
