/** Scores products, and measures the quality of a catalogue. */
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
import { type QualityCheck, qualityChecks, type Subject, toSubject, weights } from './checks.ts';

/** Why a product does not have all points. */
export interface Reason {
  /** Id of the check that found missing data. */
  readonly check: string;
  /** Lost points, out of 100. */
  readonly points: number;
  /** Number of things that lack the data, such as colours, and the names of the first 20; 0 for a single thing. */
  readonly count: number;
  readonly missing: readonly string[];
}

/** The score of a product, from 0 to 100, with the reasons for lost points, the largest loss first. */
export interface ProductQuality {
  readonly sku: string;
  readonly name: LocalizedText;
  /** Path of the product file within the content folder. */
  readonly file: string;
  readonly score: number;
  readonly reasons: readonly Reason[];
}

/** The scores of products, the lowest first, their mean (rounded down), and the number of texts by locale and origin. */
export interface CatalogueQuality {
  readonly average: number;
  readonly coverage: Coverage;
  readonly products: readonly ProductQuality[];
}

/** Maximum number of names in a reason, which limits the memory for a large catalogue. */
const maxNames = 20;

/**
 * Returns the score: 100 points, minus the share of each check's weight that is missing, rounded down. Checks that do not
 * apply are ignored; if none applies, the score is 100.
 */
export function scoreProduct(
  subject: Subject,
  checks: readonly QualityCheck[],
): Pick<ProductQuality, 'score' | 'reasons'> {
  const applied = checks.flatMap(({ id, importance, count }) => {
    const counted = count(subject);
    if (counted === undefined) return [];
    const { missing, of } =
      typeof counted === 'boolean' ? { missing: [], of: Number(counted) } : counted;
    const weight = weights[importance];
    return [{ id, missing, weight, lost: weight * (of === 0 ? 1 : missing.length / of) }];
  });
  const all = applied.reduce((sum, { weight }) => sum + weight, 0);
  const lost = applied.reduce((sum, each) => sum + each.lost, 0);
  return {
    // Rounded down, so that any missing data lowers the score; 1e-9 corrects float errors.
    score: all === 0 ? 100 : Math.floor((100 * (all - lost)) / all + 1e-9),
    reasons: applied
      .filter((each) => each.lost > 0)
      .sort((a, b) => b.lost - a.lost)
      .map(({ id, missing, lost: ofCheck }) => ({
        ...{ check: id, points: (100 * ofCheck) / all },
        ...{ count: missing.length, missing: missing.slice(0, maxNames) },
      })),
  };
}

/** Returns the scores of products by all quality checks, in the order of `products`. */
export function scoreProducts(
  products: readonly WholeProduct[],
  content: SharedContent,
): ProductQuality[] {
  return products.map((whole) => {
    const { sku, name } = whole.product;
    return {
      sku,
      name,
      file: whole.file,
      ...scoreProduct(toSubject(whole, content), qualityChecks),
    };
  });
}

/** Returns the quality of a catalogue with these products, in any order; the average is 100 without products. */
export function toCatalogueQuality(
  products: readonly ProductQuality[],
  coverage: Coverage,
): CatalogueQuality {
  const sum = products.reduce((total, { score }) => total + score, 0);
  const average = products.length === 0 ? 100 : Math.floor(sum / products.length);
  const sorted = products.toSorted((a, b) => compare(a.score, b.score) || compare(a.sku, b.sku));
  return { average, coverage, products: sorted };
}

/**
 * Resolves to the quality of an opened content folder, without drafts and products whose last day is past. Keeps only
 * scores of the products that it reads. Rejects with `ContentError` if the content has errors.
 */
export async function measureQuality(content: OpenContent): Promise<CatalogueQuality> {
  const { shared } = content;
  const shown: CheckedProduct[] = [];
  const products: ProductQuality[] = [];
  const findings = await checkContent(content, (name, reader) => {
    const reading = readProduct(reader, reader.sourceOf(name));
    const checked = checkProduct(reading);
    const all = [...shared.found, ...checked.found];
    const isFaulty = all.some(({ rule }) => rule.severity === 'error');
    if (!isFaulty && !isDraftOrEnded(checked.outline.product, shared.day)) {
      products.push(...scoreProducts([toWholeProduct(reading.partial)], toSharedContent(shared)));
      shown.push(checked);
    }
    return checked;
  });
  assertNoErrors(findings);
  const shownIn = localesOf(shown.map(({ outline }) => outline.product));
  const ofShared = measureCoverage(sharedTexts(shared, shownIn), shared.catalogue.fallbackLanguage);
  return toCatalogueQuality(products, addCoverage([ofShared, ...shown.map(({ texts }) => texts)]));
}
