/** Describes the quality of products for the preview, as `npm run quality` computes it. */
import type { SharedContent, WholeProduct } from '../../build/content/content.ts';
import type { CatalogueContext } from '../../build/render/context.ts';
import { qualityChecks } from '../../quality/checks.ts';
import { scoreProducts } from '../../quality/score.ts';

/** The scores of products, the lowest first, and their average. */
export type Quality = ReturnType<typeof describeQuality>;

const checks = new Map(qualityChecks.map((check) => [check.id, check]));

/** Returns the scores of products, from 0 to 100, with the reasons for lost points. */
export function describeQuality(
  products: readonly WholeProduct[],
  content: SharedContent,
  { localizer }: CatalogueContext,
) {
  const scores = scoreProducts(products, content)
    .map(({ sku, name, score, reasons }) => ({
      ...{ sku, score, name: localizer.text(name) },
      reasons: reasons.map(({ check, points, count, missing }) => {
        const { lack = check, remedy = '' } = checks.get(check) ?? {};
        return { lack, remedy, points, count, missing };
      }),
    }))
    .sort((a, b) => a.score - b.score || (a.sku < b.sku ? -1 : 1));
  const sum = scores.reduce((total, { score }) => total + score, 0);
  return { average: Math.floor(sum / (scores.length || 1)), products: scores };
}
