/** Finds the markets for whose currency a product has no price. */
import type { Currency } from '../../../../contract/locales.ts';
import { currenciesOf } from '../../../../contract/market-currencies.ts';
import type { Draft, TableDraft } from '../../../content/draft.ts';
import type { Fault } from '../../../content/findings/finding.ts';
import type { PriceRow } from '../../../content/schemas/tables.ts';
import { rowsBySku } from '../table/rows-by-sku.ts';

/** One fault a product and market, at the market, that names every table of those given that lacks it. */
export function* findUnpricedMarkets(
  draft: Draft,
  tables: readonly TableDraft<PriceRow>[],
): Generator<Fault> {
  for (const { file, product } of draft.products) {
    const { sku, markets = [] } = product;
    if (sku === undefined) continue;
    for (const [index, market] of markets.entries()) {
      for (const currency of currenciesOf(market)) {
        const lacking = tables.filter(
          (table) => lacks(table, sku, currency) && !draft.meantSkus?.get(table.file)?.has(sku),
        );
        if (lacking.length === 0) continue;
        const names = lacking.map((table) => table.file).join(', ');
        const message = `${sku} is sold in ${market} and has no price in ${currency} in ${names}; add its brackets`;
        yield { file, path: ['markets', index], message };
      }
    }
  }
}

/** Whether it is certain that a table has no row for a product in a currency. */
function lacks(table: TableDraft<PriceRow>, sku: string, currency: Currency): boolean {
  if (!table.readable || table.doubtful.has(sku)) return false;
  const rows = rowsBySku(table).get(sku) ?? [];
  return rows.every((row) => row.currency !== currency);
}
