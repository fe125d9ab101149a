/** Filters and sorts the products of the quality page, and computes how many points each check costs. */
import type { QualityProduct, QualityResponse } from '../responses.ts';
import { normalizeText } from './filters.ts';

/** The values of the query parameter `sort`, in the order shown. */
export const sortOrders = ['lowest', 'highest', 'name', 'sku'] as const;

/** A sort order of the quality page: by score, name or SKU. */
export type SortOrder = (typeof sortOrders)[number];

const comparisons: Readonly<Record<SortOrder, (a: QualityProduct, b: QualityProduct) => number>> = {
  lowest: (a, b) => a.score - b.score,
  highest: (a, b) => b.score - a.score,
  name: (a, b) => a.name.localeCompare(b.name),
  sku: (a, b) => (a.sku < b.sku ? -1 : 1),
};

/**
 * Returns the products whose name and SKU together contain every word of the query parameter `search`, regardless of
 * case and accents, in the order `sorting`. If the query has the parameter `check`, returns only products that fail the
 * quality check with this id.
 */
export function selectProducts(
  products: readonly QualityProduct[],
  query: URLSearchParams,
  sorting: SortOrder,
): readonly QualityProduct[] {
  const words = normalizeText(query.get('search') ?? '').split(/\s+/);
  const requestedCheck = query.get('check');
  return products
    .filter(({ name, sku, reasons }) => {
      const text = normalizeText(`${name} ${sku}`);
      const failsCheck =
        requestedCheck === null || reasons.some(({ check }) => check === requestedCheck);
      return failsCheck && words.every((word) => text.includes(word));
    })
    .sort(comparisons[sorting]);
}

/** The effect of a quality check on the scores of the catalogue. */
export interface CheckCost {
  readonly id: string;
  /** Number of products that fail the check. */
  readonly products: number;
  /** Points, out of 100, that the check costs a product on average over all products, not only those that fail it. */
  readonly points: number;
}

/** Returns the cost of each check that at least one product fails, sorted by `points`, highest first. */
export function calculateCheckCosts({
  products,
}: Pick<QualityResponse, 'products'>): readonly CheckCost[] {
  const costs = new Map<string, CheckCost>();
  for (const { check: id, points } of products.flatMap(({ reasons }) => reasons)) {
    const before = costs.get(id) ?? { id, products: 0, points: 0 };
    const sum = before.points + points / products.length;
    costs.set(id, { id, products: before.products + 1, points: sum });
  }
  return [...costs.values()].sort((a, b) => b.points - a.points);
}
