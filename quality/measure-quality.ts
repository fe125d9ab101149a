/** Measures the quality of every product of opened content, and of the whole. */
import { assertNoErrors, checkContent, checkProduct } from '../build/check/check-content.ts';
import { toSharedContent } from '../build/content/content.ts';
import { toWholeProduct } from '../build/content/draft.ts';
import { addCoverage, measureCoverage } from '../build/content/localize/coverage.ts';
import { sharedTexts } from '../build/content/localize/localized-texts.ts';
import { type OpenContent, readProduct } from '../build/content/open-content.ts';
import {
  type CatalogueQuality,
  type ProductQuality,
  scoreProducts,
  toCatalogueQuality,
} from './catalogue-quality.ts';

/**
 * Measures a catalogue that has no error. Products are read one by one; what is kept of each is its score
 * and reasons. Throws `ContentError` for errors.
 */
export async function measureQuality(content: OpenContent): Promise<CatalogueQuality> {
  const { shared } = content;
  const coverages = [measureCoverage(sharedTexts(shared), shared.catalogue.fallbackLanguage)];
  const products: ProductQuality[] = [];
  const findings = await checkContent(content, (name, reader) => {
    const reading = readProduct(reader, reader.sourceOf(name));
    const checked = checkProduct(reading);
    const isFaulty = [...shared.found, ...checked.found].some(
      ({ rule }) => rule.severity === 'error',
    );
    if (!isFaulty) {
      products.push(...scoreProducts([toWholeProduct(reading.draft)], toSharedContent(shared)));
      coverages.push(checked.outline.texts);
    }
    return checked;
  });
  assertNoErrors(findings);
  return toCatalogueQuality(products, addCoverage(coverages));
}
