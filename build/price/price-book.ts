/** The price tables, looked up by product and currency. */
import type { Currency } from '../../contract/locales.ts';
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import { groupBy } from '../group-by.ts';
import type { Content } from '../load/content.ts';
import { toPriceTiers } from './brackets.ts';

/** The list that public prices stand in; every other list is a tier. */
export const msrpList = 'msrp';

export interface PriceBook {
  /** Brackets of a product in `msrp` or a tier; empty when the list has none. */
  tiers(list: string, sku: string, currency: Currency): PriceTier[];
  /** Surcharge of a size in `msrp` or a tier, or undefined. */
  surcharge(list: string, sku: string, currency: Currency, size: string): number | undefined;
}

/** Indexes the price tables once, so that rendering looks prices up and never searches. */
export function createPriceBook(content: Content): PriceBook {
  const lists = new Map([[msrpList, content.msrp], ...content.net]);
  const tiers = new Map<string, PriceTier[]>();
  for (const [list, rows] of lists) {
    const byProduct = groupBy(rows, ({ sku, currency }) => [list, sku, currency].join('|'));
    for (const [key, group] of byProduct) tiers.set(key, toPriceTiers(group));
  }
  const surcharges = new Map(
    content.surcharges.map(({ list, sku, currency, size, surcharge }) => [
      [list, sku, currency, size].join('|'),
      surcharge,
    ]),
  );
  return {
    tiers: (...key) => tiers.get(key.join('|')) ?? [],
    surcharge: (...key) => surcharges.get(key.join('|')),
  };
}
