/** An opened content folder in, the quality of every product and of the whole out. */
import { checkContent } from '../build/check/check-content.ts';
import { addCoverage, measureCoverage } from '../build/content/localize/coverage.ts';
import { localesOf, productTexts, sharedTexts } from '../build/content/localize/localized-texts.ts';
import { type ContentSource, unitsAtOnce } from '../build/content/open-source.ts';
import { toContent } from '../build/content/to-content.ts';
import {
  type CatalogueQuality,
  type ProductQuality,
  scoreContent,
  toCatalogueQuality,
} from './catalogue-quality.ts';

/**
 * Measures a catalogue that has no error. Products are read some at a time; what is kept of one is
 * its score and reasons. Throws `ContentError` for errors, and `ContentChangedError`.
 */
export async function measureQuality(source: ContentSource): Promise<CatalogueQuality> {
  const { units } = await checkContent(source);
  const shown = localesOf(units.map(({ product }) => product));
  const { fallbackLanguage } = source.shared.catalogue;
  const coverages = [measureCoverage(sharedTexts(source.shared, shown), fallbackLanguage)];
  const products: ProductQuality[] = [];
  for (let at = 0; at < source.units.length; at += unitsAtOnce) {
    const content = toContent(await source.draftOf(source.units.slice(at, at + unitsAtOnce)));
    coverages.push(measureCoverage(content.products.map(productTexts), fallbackLanguage));
    products.push(...scoreContent(content));
  }
  return toCatalogueQuality(products, addCoverage(coverages));
}
