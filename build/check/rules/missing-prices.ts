/** Rules that require prices in the currency of each market in which a product is sold. */
import type { Currency } from '../../../contract/locales.ts';
import { currenciesOf } from '../../../contract/market-currencies.ts';
import type { Fault, MissingPrices } from '../../content/findings/finding.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import type { PriceRow } from '../../content/schemas/tables.ts';
import { hasFaultyRow, rowsBySku, withFaultyRows } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

const priceMissing: ContentRule = {
  id: 'price/missing',
  severity: 'error',
  summary: 'A product has an MSRP in the currency of each market in which it is sold.',
  remedy: 'Add its brackets to `prices/msrp.csv`, or remove the market from `markets`.',
  check: (content) => findUnpricedMarkets(content, [content.msrp]),
};

const priceMissingNet: ContentRule = {
  id: 'price/missing-net',
  severity: 'error',
  summary:
    'A product has a net price in every tier, in the currency of each market in which it is sold.',
  remedy:
    'Add its brackets to the tables that the message names, or remove the market from `markets`.',
  check: (content) => findUnpricedMarkets(content, [...content.net.values()]),
};

/**
 * Yields one fault for each market and currency in which a product is sold, if one or more of `tables` have no price of
 * the product in this currency. The fault is at the market in the product file and names these tables.
 */
function* findUnpricedMarkets(
  content: PartialContent,
  tables: readonly PartialTable<PriceRow>[],
): Generator<Fault> {
  for (const { file, product } of content.products) {
    const { sku, markets = [] } = product;
    if (sku === undefined) continue;
    for (const [index, market] of markets.entries()) {
      for (const currency of currenciesOf(market)) {
        const unpriced = tables.filter((table) => lacksPrice(table, sku, currency));
        if (unpriced.length === 0) continue;
        const missing = { market, currency, tables: unpriced.map((table) => table.file) };
        const message = explainMissing(sku, missing);
        yield { file, path: ['markets', index], message, about: { sku, product: file, missing } };
      }
    }
  }
}

/**
 * Returns the message that a product is sold in `market` and that `tables` have no price of it in `currency`.
 */
export function explainMissing(sku: string, { market, currency, tables }: MissingPrices): string {
  return `${sku} is sold in ${market} and has no price in ${currency} in ${tables.join(', ')}; add its brackets`;
}

/**
 * Returns true if a table has no price of a product in a currency. Returns false if this is uncertain, because
 * the table or a row of the product could not be read.
 */
function lacksPrice(table: PartialTable<PriceRow>, sku: string, currency: Currency): boolean {
  const known = withFaultyRows(table, ['sku', 'currency']);
  if (!known.readable || hasFaultyRow(known, sku)) return false;
  const rows = rowsBySku(known).get(sku) ?? [];
  return rows.every((row) => row.currency !== currency);
}

/** Rules about missing MSRPs and missing net prices. */
export const missingPriceRules: readonly ContentRule[] = [priceMissing, priceMissingNet];
