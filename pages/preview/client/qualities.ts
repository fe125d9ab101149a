/** Which products the quality page shows, and in which order. */
import type { QualityAnswer, QualityProduct } from '../answers.ts';
import { fold } from './filters.ts';

/** In the order offered; each is a value of `sort` in the query. */
export const sortings = ['lowest', 'highest', 'name', 'sku'] as const;
export type Sorting = (typeof sortings)[number];

const comparisons: Readonly<Record<Sorting, (a: QualityProduct, b: QualityProduct) => number>> = {
  lowest: (a, b) => a.score - b.score,
  highest: (a, b) => b.score - a.score,
  name: (a, b) => a.name.localeCompare(b.name),
  sku: (a, b) => (a.sku < b.sku ? -1 : 1),
};

/** The products that match what is searched and that lack what a check asks for, sorted. */
export function pickProducts(
  products: readonly QualityProduct[],
  query: URLSearchParams,
  sorting: Sorting,
): readonly QualityProduct[] {
  const words = fold(query.get('search') ?? '').split(/\s+/);
  const wanted = query.get('check');
  return products
    .filter(({ name, sku, reasons }) => {
      const text = fold(`${name} ${sku}`);
      const isWanted = wanted === null || reasons.some(({ check }) => check === wanted);
      return isWanted && words.every((word) => text.includes(word));
    })
    .sort(comparisons[sorting]);
}

/** A check and what it costs the catalogue. */
export interface CheckCost {
  readonly id: string;
  /** Number of products that lack something. */
  readonly products: number;
  /** Points of an average product. */
  readonly points: number;
}

/** The checks that some product fails, the dearest first. */
export function costsOf({ products }: Pick<QualityAnswer, 'products'>): readonly CheckCost[] {
  const costs = new Map<string, CheckCost>();
  for (const { check: id, points } of products.flatMap(({ reasons }) => reasons)) {
    const before = costs.get(id) ?? { id, products: 0, points: 0 };
    const sum = before.points + points / products.length;
    costs.set(id, { id, products: before.products + 1, points: sum });
  }
  return [...costs.values()].sort((a, b) => b.points - a.points);
}
