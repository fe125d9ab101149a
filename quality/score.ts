/** Scores products, and measures the quality of a catalogue. */
import { assertNoErrors, checkContent, checkProduct } from '../build/check/check-content.ts';
import { isDraftOrEnded } from '../build/content/availability.ts';
import { compare } from '../build/content/compare.ts';
import { toSharedContent, toWholeProduct } from '../build/content/content.ts';
import { type OpenContent, readProduct } from '../build/content/open-content.ts';
import { type QualityCheck, qualityChecks, type Subject, weights } from './checks.ts';

/** Maximum number of names in a reason, which limits the memory for a large catalogue. */
const maxNames = 20;

/** The score of a product, with the reasons for lost points. */
export type ProductQuality = ReturnType<typeof scoreProduct>;

/** The scores of products, the lowest first, and their mean. */
export type CatalogueQuality = ReturnType<typeof toCatalogueQuality>;

/**
 * Returns the score of a product: 100 points, minus the share of each check's weight that is missing. A reason has the
 * points lost by a check, and the number and first names of what is missing; the largest loss comes first. Checks that
 * do not apply do not count; if none applies, the score is 100.
 */
export function scoreProduct(subject: Subject, checks: readonly QualityCheck[] = qualityChecks) {
  const applied = checks.flatMap(({ id, importance, count }) => {
    const counted = count(subject);
    if (counted === undefined) return [];
    const isSingle = typeof counted === 'boolean';
    const { missing, of } = isSingle ? { missing: [], of: Number(counted) } : counted;
    const weight = weights[importance];
    return [{ id, missing, weight, lost: weight * (of === 0 ? 1 : missing.length / of) }];
  });
  const all = applied.reduce((sum, { weight }) => sum + weight, 0);
  const lost = applied.reduce((sum, each) => sum + each.lost, 0);
  const { sku, name } = subject.product;
  return {
    ...{ sku, name, file: subject.file },
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

/** Returns the quality of a catalogue with these products; the average, rounded down, is 100 without products. */
export function toCatalogueQuality(products: readonly ProductQuality[]) {
  const sum = products.reduce((total, { score }) => total + score, 0);
  const average = products.length === 0 ? 100 : Math.floor(sum / products.length);
  const sorted = products.toSorted((a, b) => compare(a.score, b.score) || compare(a.sku, b.sku));
  return { average, products: sorted };
}

/**
 * Resolves to the quality of an opened content folder, without drafts and products whose last day is past. Rejects with
 * `ContentError` if the content has errors.
 */
export async function measureQuality(content: OpenContent): Promise<CatalogueQuality> {
  const { shared } = content;
  const products: ProductQuality[] = [];
  const findings = await checkContent(content, (name) => {
    const reading = readProduct(content, content.sourceOf(name));
    const checked = checkProduct(reading);
    const all = [...shared.found, ...checked.found];
    const isFaulty = all.some(({ rule }) => rule.severity === 'error');
    if (!isFaulty && !isDraftOrEnded(checked.outline.product, shared.day)) {
      const whole = toWholeProduct(reading.partial);
      products.push(scoreProduct({ ...whole, shared: toSharedContent(shared) }));
    }
    return checked;
  });
  assertNoErrors(findings);
  return toCatalogueQuality(products);
}
