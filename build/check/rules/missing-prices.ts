/** Rules that require prices in the currency of each market in which a product is sold. */
import type { Currency } from '../../../contract/locales.ts';
import { currenciesOf } from '../../../contract/market-currencies.ts';
import type { Fault, Found, Relations } from '../../content/findings/finding.ts';
import { rowsOf, rowsOfFile } from '../../content/findings/relations.ts';
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

/** Yields one fault, at the market in the product file, for each market, currency and table without a price in it. */
function* findUnpricedMarkets(
  content: PartialContent,
  tables: readonly PartialTable<PriceRow>[],
): Generator<Fault> {
  for (const { file, product } of content.products) {
    const { sku, markets = [] } = product;
    if (sku === undefined) continue;
    for (const [index, market] of markets.entries()) {
      for (const currency of currenciesOf(market)) {
        for (const { file: table } of tables.filter((each) => lacksPrice(each, sku, currency))) {
          const groups = [`price-table ${table}`, `missing-prices ${file} ${market} ${currency}`];
          const explainedBy = [rowsOf(table, sku), rowsOfFile(file)];
          const about = { groups, explainedBy, facts: { sku, market, currency, table } };
          yield { file, path: ['markets', index], message: explain([about]), about };
        }
      }
    }
  }
}

function explain(all: readonly Pick<Relations, 'facts'>[]): string {
  const { sku, market, currency } = all[0]?.facts ?? {};
  const tables = all.map(({ facts }) => facts?.['table']).join(', ');
  return `${sku} is sold in ${market} and has no price in ${currency} in ${tables}; add its brackets`;
}

/** Merges the faults about the prices that a product lacks in one market and currency, in several tables. */
export function mergeMissingPrices(group: readonly Found[]): Fault {
  const message = explain(group.map(({ fault }) => fault.about ?? {}));
  return { ...(group[0] as Found).fault, message };
}

/** If more products than this lack prices in a table, one fault about the table replaces those about the products. */
const maxProducts = 20;

/** Merges the faults about a price table that has no rows, or lacks prices of more than twenty products. */
export function mergePriceTable(
  group: readonly Found[],
  { emptyTables }: PartialContent,
): Fault | undefined {
  const facts = group.map(({ fault }) => fault.about?.facts ?? {});
  const file = String(facts[0]?.['table']);
  const skus = [...new Set(facts.map(({ sku }) => sku))];
  const isEmpty = emptyTables.has(file);
  if (!isEmpty && skus.length <= maxProducts) return undefined;
  const currencies = new Set(facts.map(({ currency }) => currency));
  const where = currencies.size === 1 ? ` in ${[...currencies]}` : '';
  const need = skus.length === 1 ? '1 product needs' : `${skus.length} products need`;
  const problem = isEmpty
    ? `has no rows, and ${need} prices in it`
    : `has no price${where} of ${skus.length} products, such as ${skus.slice(0, 3).join(', ')}`;
  return { file, line: 1, message: `${problem}; add them` };
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
