/** Rules that require prices in the currency of each market in which a product is sold. */
import { currenciesOf } from '../../../contract/market-currencies.ts';
import type { Fault, Found, Relations } from '../../content/findings/finding.ts';
import { rowsOf, rowsOfFile } from '../../content/findings/relations.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import type { PriceRow } from '../../content/schemas/tables.ts';
import { hasFaultyRow, rowsBySku, withFaultyRows } from './rows-of-products.ts';
import { type ContentRule, checkEachProduct } from './rule.ts';

/** Rules about missing MSRPs and missing net prices. */
export const missingPriceRules: readonly ContentRule[] = [
  {
    id: 'price/missing',
    severity: 'error',
    summary: 'A product has an MSRP in the currency of each market in which it is sold.',
    remedy: 'Add its brackets to `prices/msrp.csv`, or remove the market from `markets`.',
    example: { file: 'prices/msrp.csv', valid: 'HOOD-2,USD,24,8046.00,\n', broken: '' },
    check: checkMarkets(({ msrp }) => [msrp]),
  },
  {
    id: 'price/missing-net',
    severity: 'error',
    summary:
      'A product has a net price in every tier, in the currency of each market in which it is sold.',
    remedy:
      'Add its brackets to the tables that the message names, or remove the market from `markets`.',
    example: { file: 'prices/net-A1.csv', valid: 'BAG-5,CAD,10,7901.11,\n', broken: '' },
    check: checkMarkets(({ net }) => [...net.values()]),
  },
];

/** Yields one fault, at the market in the product file, for each market, currency and table without a price in it. */
function checkMarkets(
  tablesOf: (content: PartialContent) => readonly PartialTable<PriceRow>[],
): ContentRule['check'] {
  return checkEachProduct(function* ({ sku, markets = [] }, content, file) {
    if (sku === undefined) return;
    for (const all of tablesOf(content)) {
      const table = withFaultyRows(all, ['sku', 'currency']);
      // A row that could not be read may be the price.
      if (!table.readable || hasFaultyRow(table, sku)) continue;
      const priced = new Set((rowsBySku(table).get(sku) ?? []).map(({ currency }) => currency));
      for (const [index, market] of markets.entries()) {
        for (const currency of currenciesOf(market).filter((each) => !priced.has(each))) {
          const about = {
            groups: [`price-table ${table.file}`, `missing-prices ${file} ${market} ${currency}`],
            explainedBy: [rowsOf(table.file, sku), rowsOfFile(file)],
            facts: { sku, market, currency, table: table.file },
          };
          yield { path: ['markets', index], message: explain([about]), about };
        }
      }
    }
  });
}

function explain(all: readonly Relations[]): string {
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
  { tables }: PartialContent,
): Fault | undefined {
  const facts = group.map(({ fault }) => fault.about?.facts ?? {});
  const file = String(facts[0]?.['table']);
  const skus = [...new Set(facts.map(({ sku }) => sku))];
  const isEmpty = tables.find((table) => table.file === file)?.rows.length === 0;
  if (skus.length <= maxProducts && !isEmpty) return undefined;
  const currencies = new Set(facts.map(({ currency }) => currency));
  const where = currencies.size === 1 ? ` in ${[...currencies]}` : '';
  const more = skus.length > 3 ? ` and ${skus.length - 3} more products` : '';
  const message = `has no price${where} of ${skus.slice(0, 3).join(', ')}${more}; add them`;
  return { file, line: 1, message };
}
