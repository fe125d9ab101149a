import type { Currency } from '../../../../contract/locales.ts';
import { currenciesOf } from '../../../../contract/market-currencies.ts';
import type { Draft, TableDraft } from '../../../content/draft.ts';
import { groupBy } from '../../../content/group-by.ts';
import { mayLack } from '../left-out.ts';
import type { ContentRule } from '../rule.ts';
import { rowsOfProducts, theRows } from './rows-by-sku.ts';

interface PricedRow {
  readonly sku: string;
  readonly currency: Currency;
}

interface Options {
  readonly id: `${string}/unsold-currency`;
  /** What the rows are, `prices`. */
  readonly rows: string;
  readonly tablesOf: (draft: Draft) => readonly TableDraft<PricedRow>[];
}

/** Makes the rule that nothing is priced for a market in which it is not sold. */
export function unsoldCurrency({ id, rows: what, tablesOf }: Options): ContentRule {
  return {
    id,
    severity: 'error',
    summary: `A product has ${what} only in currencies of markets that it is sold in.`,
    remedy: 'Remove the rows, or add the market to `markets` in the product’s file.',
    *check(draft) {
      for (const table of tablesOf(draft)) {
        for (const { file, sku, product, rows } of rowsOfProducts(draft, table)) {
          const { markets } = product;
          // A market that could not be read may be the one.
          if (markets === undefined || mayLack(draft, file, 'markets')) continue;
          const allowed = [...new Set(markets.flatMap(currenciesOf))];
          const unsold = rows.filter((row) => !allowed.includes(row.currency));
          for (const [currency, priced] of groupBy(unsold, (row) => row.currency)) {
            const [first] = priced;
            if (first === undefined) continue;
            const message = `${sku} is sold in ${markets.join(', ')}, where nobody pays in ${currency}; remove ${theRows(priced)} or add the market`;
            yield { file: table.file, line: first.line, column: 'currency', message, allowed };
          }
        }
      }
    },
  };
}
