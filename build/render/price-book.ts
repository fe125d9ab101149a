/** The price tables, looked up by product and currency. */
import type { Currency } from '../../contract/locales.ts';
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import type { Content } from '../content/content.ts';
import type { PriceRow } from '../content/schemas/tables.ts';
import { msrpList } from '../content/schemas/tables.ts';
import { toPriceTiers } from './brackets.ts';

export interface PriceBook {
  /** Brackets of a product in `msrp` or a tier; empty when the list has none. */
  tiers(list: string, sku: string, currency: Currency): PriceTier[];
  /** Surcharge of a size in `msrp` or a tier, or undefined. */
  surcharge(list: string, sku: string, currency: Currency, size: string): number | undefined;
}

interface ProductPrices {
  /** By list and currency. */
  readonly rows: Map<string, PriceRow[]>;
  /** By list, currency and size. */
  readonly surcharges: Map<string, number>;
}

/** Indexes the price tables once, so that rendering looks prices up and never searches. */
export function createPriceBook(content: Content): PriceBook {
  const products = indexTables(content);
  return {
    tiers: (list, sku, currency) =>
      toPriceTiers(products.get(sku)?.rows.get(`${list}|${currency}`) ?? []),
    surcharge: (list, sku, currency, size) =>
      products.get(sku)?.surcharges.get(`${list}|${currency}|${size}`),
  };
}

function indexTables(content: Content): ReadonlyMap<string, ProductPrices> {
  const products = new Map<string, ProductPrices>();
  const pricesOf = (sku: string): ProductPrices => {
    const found = products.get(sku) ?? { rows: new Map(), surcharges: new Map() };
    products.set(sku, found);
    return found;
  };
  for (const [list, rows] of [[msrpList, content.msrp] as const, ...content.net]) {
    for (const row of rows) {
      const of = pricesOf(row.sku).rows;
      const key = `${list}|${row.currency}`;
      const group = of.get(key);
      if (group) group.push(row);
      else of.set(key, [row]);
    }
  }
  for (const { list, sku, currency, size, surcharge } of content.surcharges) {
    pricesOf(sku).surcharges.set(`${list}|${currency}|${size}`, surcharge);
  }
  return products;
}
