/** The result of a build: a release, and the numbers for its summary. */
import type { Manifest } from '../contract/release.ts';
import type { Finding } from './content/findings/finding.ts';
import { addCoverage, type Coverage, measureCoverage } from './content/localize/coverage.ts';
import { sharedTexts } from './content/localize/localized-texts.ts';
import type { OpenContent } from './content/open-content.ts';
import type { ReleaseFiles } from './output/release-files.ts';
import type { ReleasedProduct } from './output/release-records.ts';
import { type Product, releasedProducts } from './product.ts';
import { type CatalogueContext, isSoldIn } from './render/context.ts';

/** A release that `compile` made: its manifest, the warnings, and the numbers for the summary of the build. */
export interface Compilation {
  readonly manifest: Manifest;
  /** Number of products in the release. */
  readonly products: number;
  /** The warnings that the rules found in the content. */
  readonly warnings: readonly Finding[];
  /** Locale → number of products of the release that are sold there. */
  readonly productsByLocale: Readonly<Record<string, number>>;
  /** Locale → number of texts that the locale shows, by origin, such as its own language or the fallback language. */
  readonly coverage: Coverage;
  /** Numbers of rendered and of reused files in the release. */
  readonly documents: DocumentCounts;
}

/** Numbers of files, without their compressed forms: rendered in this build, and taken from earlier builds. */
export interface DocumentCounts {
  readonly rendered: number;
  readonly reused: number;
}

function countDocuments(products: readonly ReleasedProduct[], files: ReleaseFiles): DocumentCounts {
  const counts = { ...files.counts };
  for (const { indexed, reused } of products) {
    const { locales, pictures } = indexed;
    counts[reused ? 'reused' : 'rendered'] +=
      Object.keys(locales).length + Object.keys(pictures).length;
  }
  return counts;
}

/** Returns the numbers for the summary of a build. */
export function summarize(
  { shared }: OpenContent,
  products: readonly Product[],
  { contexts, files }: { contexts: readonly CatalogueContext[]; files: ReleaseFiles },
): Omit<Compilation, 'manifest' | 'warnings'> {
  const shown = products.filter(({ released }) => released !== undefined);
  const listed = releasedProducts(products).map((product) => product.listed);
  return {
    documents: countDocuments(releasedProducts(products), files),
    products: listed.length,
    productsByLocale: Object.fromEntries(
      contexts.map(({ locale }) => [
        locale,
        listed.filter((product) => isSoldIn(product, locale)).length,
      ]),
    ),
    coverage: addCoverage([
      measureCoverage(sharedTexts(shared, listed), shared.catalogue.fallbackLanguage),
      ...shown.map(({ texts }) => texts),
    ]),
  };
}
