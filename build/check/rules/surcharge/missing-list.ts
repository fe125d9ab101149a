import { currenciesOf } from '../../../../contract/market-currencies.ts';
import type { Placed } from '../../../content/content.ts';
import type { ProductDraft } from '../../../content/draft.ts';
import { groupBy } from '../../../content/group-by.ts';
import type { SurchargeRow } from '../../../content/schemas/tables.ts';
import { msrpList } from '../../../content/schemas/tables.ts';
import type { ContentRule } from '../rule.ts';
import { rowsOfProducts } from '../table/rows-by-sku.ts';

const list = new Intl.ListFormat('en-GB');

export const surchargeMissingList: ContentRule = {
  id: 'surcharge/missing-list',
  severity: 'error',
  summary: `A size with a surcharge has one in \`${msrpList}\` and in every tier, in the same currency.`,
  remedy: 'Add the rows that the message names; 0.00 is a surcharge of nothing.',
  *check(draft) {
    const { catalogue, surcharges } = draft;
    if (catalogue.tiers === undefined) return;
    const lists = [msrpList, ...catalogue.tiers.all];
    for (const { sku, product, rows } of rowsOfProducts(draft, surcharges)) {
      // A row that could not be read may be the one.
      if (surcharges.doubtful.has(sku)) continue;
      for (const [first, ...others] of rowsBySize(product, rows)) {
        const named = [first, ...others].map((row) => row.list);
        const missing = lists.filter((each) => !named.includes(each));
        // A list that is none, which another rule tells of, may be the one.
        if (missing.length === 0 || !named.every((each) => lists.includes(each))) continue;
        const { size, currency, line } = first;
        const message = `${size} of ${sku} has a surcharge in ${currency}, and none in ${list.format(missing)}; add it, or 0.00 where it costs no more`;
        yield { file: surcharges.file, line, column: 'list', message };
      }
    }
  },
};

type Row = Placed<SurchargeRow>;

/** The rows of each size and currency that the product has; those of others are told by other rules. */
function rowsBySize(
  { sizes = [], markets = [] }: ProductDraft['product'],
  rows: readonly Row[],
): Iterable<readonly [Row, ...Row[]]> {
  const currencies = markets.flatMap(currenciesOf);
  const known = rows.filter(
    ({ size, currency }) => sizes.includes(size) && currencies.includes(currency),
  );
  const groups = groupBy(known, ({ size, currency }) => `${currency} ${size}`);
  return groups.values() as Iterable<[Row, ...Row[]]>;
}
