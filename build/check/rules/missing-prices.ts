/** Rules that a product has prices in the currency of each of its markets. */
import type { Currency } from '../../../contract/locales.ts';
import { currenciesOf } from '../../../contract/market-currencies.ts';
import type { Draft, TableDraft } from '../../content/draft.ts';
import type { Fault } from '../../content/findings/finding.ts';
import type { PriceRow } from '../../content/schemas/tables.ts';
import { productsBySku, rowsBySku } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';
import { suggestSku } from './suggest-sku.ts';

const priceMissing: ContentRule = {
  id: 'price/missing',
  severity: 'error',
  summary: 'A product has an MSRP in the currency of each market that it is sold in.',
  remedy: 'Add its brackets to `prices/msrp.csv`, or take the market out of `markets`.',
  check: (draft) => findUnpricedMarkets(draft, [draft.msrp]),
};

const priceMissingNet: ContentRule = {
  id: 'price/missing-net',
  severity: 'error',
  summary:
    'A product has a net price in every tier, in the currency of each market that it is sold in.',
  remedy:
    'Add its brackets to the tables that the message names, or take the market out of `markets`.',
  check: (draft) => findUnpricedMarkets(draft, [...draft.net.values()]),
};

/** Yields one fault for each product and market, at the market, naming every table without the price. */
function* findUnpricedMarkets(
  draft: Draft,
  tables: readonly TableDraft<PriceRow>[],
): Generator<Fault> {
  const misspelt = new Map(tables.map((table) => [table, misspeltIn(table, draft)]));
  for (const { file, product } of draft.products) {
    const { sku, markets = [] } = product;
    if (sku === undefined) continue;
    for (const [index, market] of markets.entries()) {
      for (const currency of currenciesOf(market)) {
        const lacking = tables.filter(
          (table) => lacks(table, sku, currency) && !misspelt.get(table)?.has(sku),
        );
        if (lacking.length === 0) continue;
        const names = lacking.map((table) => table.file).join(', ');
        const message = `${sku} is sold in ${market} and has no price in ${currency} in ${names}; add its brackets`;
        yield { file, path: ['markets', index], message };
      }
    }
  }
}

/** SKUs that a table probably means by unknown ones, which are reported there. */
function misspeltIn(table: TableDraft<PriceRow>, draft: Draft): ReadonlySet<string | undefined> {
  const products = productsBySku(draft);
  const unknown = [...rowsBySku(table).keys()].filter((sku) => !products.has(sku));
  return new Set(unknown.map((sku) => suggestSku(sku, draft)));
}

/** True if a table certainly has no row for a product in a currency. */
function lacks(table: TableDraft<PriceRow>, sku: string, currency: Currency): boolean {
  if (!table.readable || table.doubtful.has(sku)) return false;
  const rows = rowsBySku(table).get(sku) ?? [];
  return rows.every((row) => row.currency !== currency);
}

/** The public prices, then the net prices. */
export const missingPriceRules: readonly ContentRule[] = [priceMissing, priceMissingNet];
