/**
 * Data for `/preview/data/quality`: the score of every product with its failed checks, and the coverage of texts (how
 * many are in the language of each locale), as in `npm run quality`.
 */

import { memoize } from '../../../build/check/rules/memoize.ts';
import { isDraftOrEnded } from '../../../build/content/availability.ts';
import { measureCoverage } from '../../../build/content/localize/coverage.ts';
import { localizedTexts } from '../../../build/content/localize/localized-texts.ts';
import { type CatalogueContext, isSoldIn } from '../../../build/render/context.ts';
import { productImages } from '../../../build/render/images.ts';
import { type Language, locales } from '../../../contract/locales.ts';
import { qualityChecks, weights } from '../../../quality/checks.ts';
import {
  type CatalogueQuality,
  scoreProducts,
  toCatalogueQuality,
} from '../../../quality/score.ts';
import type { QualityProduct, QualityResponse } from '../responses.ts';
import { previewUrl } from './pictures.ts';
import type { PreviewState } from './preview-state.ts';
import { preferLanguage } from './product-grid.ts';
import type { Catalogue } from './read-content.ts';

/**
 * Returns the scores of all products and the coverage (how many texts each locale has), without drafts and products
 * whose last day is past, like `measureQuality`. The result is cached for each catalogue object.
 */
const qualityOf = memoize(({ content, products }: Catalogue): CatalogueQuality => {
  const whole = [...products.values()].filter(
    ({ product }) => !isDraftOrEnded(product, content.day),
  );
  const texts = localizedTexts({ ...content, products: whole });
  const coverage = measureCoverage(texts, content.catalogue.fallbackLanguage);
  return toCatalogueQuality(scoreProducts(whole, content), coverage);
});

/**
 * Returns all checks and, if the state has a catalogue, the scores of its products and the coverage of its texts.
 * `language` is the preferred language for product names.
 */
export function createQualityResponse(state: PreviewState, language: Language): QualityResponse {
  const { catalogue } = state;
  const checks = qualityChecks.map(({ id, importance, lack, remedy }) => ({
    ...{ id, lack, remedy },
    weight: weights[importance],
  }));
  if (catalogue === undefined) return { average: 0, coverage: [], checks, products: [] };
  const { average, coverage, products } = qualityOf(catalogue);
  return {
    average,
    coverage: locales.map((locale) => ({ locale, ...coverage[locale] })),
    checks,
    products: toProducts(state, catalogue, products, language),
  };
}

function toProducts(
  { pathOf }: PreviewState,
  catalogue: Catalogue,
  qualities: CatalogueQuality['products'],
  language: Language,
): QualityProduct[] {
  const contexts = preferLanguage(language, catalogue.contexts);
  return qualities.flatMap(({ sku, file, score, reasons }) => {
    const product = catalogue.products.get(sku)?.product;
    if (product === undefined) return [];
    const context = contexts.find(({ locale }) => isSoldIn(product, locale)) as CatalogueContext;
    const [image] = productImages(product, context);
    return {
      ...{ sku, score, reasons },
      name: context.localizer.text(product.name),
      filePath: pathOf(file),
      picture: image && previewUrl(catalogue, image.url),
    };
  });
}
