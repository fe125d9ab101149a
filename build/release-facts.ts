/** Facts about the products of a release: why others are absent, and the numbers for the summary of the build. */
import { locales } from '../contract/locales.ts';
import type { Absence, Manifest } from '../contract/release.ts';
import { absenceOn } from './content/availability.ts';
import { defaultTimeZone, startOfDay } from './content/dates.ts';
import { addCoverage, measureCoverage } from './content/localize/coverage.ts';
import { sharedTexts } from './content/localize/localized-texts.ts';
import { omitUndefined } from './content/omit-undefined.ts';
import type { OpenContent } from './content/open-content.ts';
import type { ReleaseFiles } from './output/release-files.ts';
import type { ReleasedProduct } from './output/release-records.ts';
import type { Product } from './product.ts';
import { isSoldIn } from './render/context.ts';

/**
 * Returns the members `absences` and `dueAt` of the manifest. `absences` maps each SKU that the release lacks to the
 * reason; a former SKU has the new one: `OLD100` → `{ reason: 'renamed', replacedBy: 'TEE100' }`. `dueAt` is the moment
 * (ISO 8601) when the next date in the content is reached, so that the release must be made again.
 */
export function datedFactsOf(
  { shared }: OpenContent,
  products: readonly Product[],
): Pick<Manifest, 'absences' | 'dueAt'> {
  const absences = products.flatMap(({ sku, outline, released }) => {
    const absence = absenceOn(outline.product, shared.day);
    if (!released && !absence)
      throw new Error(`${sku} has no object, and no fault was found in it`);
    const { formerSkus = [] } = outline.product;
    return [
      // The new SKU of an absent product leads to a 404, and may be secret.
      ...formerSkus.map((former): [string, Absence] => {
        return [former, absence ?? { reason: 'renamed', replacedBy: sku }];
      }),
      ...(absence ? [[sku, absence] as const] : []),
    ];
  });
  const [next] = products.flatMap(({ validity }) => validity?.before ?? []).sort();
  const { timeZone = defaultTimeZone } = shared.catalogue;
  return omitUndefined({
    absences: absences.length > 0 ? Object.fromEntries(absences) : undefined,
    dueAt: next && startOfDay(next, timeZone).toISOString(),
  });
}

/** Returns the numbers for the summary of a build. */
export function summarize(
  { shared }: OpenContent,
  products: readonly ReleasedProduct[],
  files: ReleaseFiles,
) {
  const listed = products.map((product) => product.listed);
  const documents = { ...files.counts };
  for (const { indexed, reused } of products) {
    const rendered = Object.keys({ ...indexed.locales, ...indexed.pictures });
    documents[reused ? 'reused' : 'rendered'] += rendered.length;
  }
  return {
    /** Number of products in the release. */
    products: products.length,
    /** Locale → number of products of the release that are sold there. */
    productsByLocale: Object.fromEntries(
      locales.map((locale) => [locale, listed.filter((each) => isSoldIn(each, locale)).length]),
    ),
    /** Locale → number of texts that the locale shows, by origin, such as its own language or the fallback language. */
    coverage: addCoverage([
      measureCoverage(sharedTexts(shared, listed), shared.catalogue.fallbackLanguage),
      ...products.map(({ indexed }) => indexed.texts),
    ]),
    /** Numbers of files, without their compressed forms: rendered in this build, and taken from earlier builds. */
    documents,
  };
}
