/** Rules about rows of any table: repeated rows, and prices and surcharges in currencies of no market. */
import type { Currency } from '../../../contract/locales.ts';
import { currenciesOf } from '../../../contract/market-currencies.ts';
import type { Example } from '../../content/findings/finding.ts';
import { rowsOf } from '../../content/findings/relations.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import { msrpList } from '../../content/schemas/tables.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import { formatPrice } from './price-periods.ts';
import {
  checkEachRow,
  checkProductRows,
  formatRowCount,
  hasFaultyRow,
  priceTables,
  rowsBySku,
  stockTables,
  surchargeTables,
  variantTables,
} from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

const file = 'prices/surcharges.csv';

/** Returns a rule that reports a row whose SKU and `columns` are equal to those of an earlier row of the table. */
function repeatedRow<Row extends { readonly sku: string }>(
  id: `${string}/repeated`,
  summary: string,
  example: Example,
  tablesOf: (content: PartialContent) => readonly PartialTable<Row>[],
  columns: readonly (keyof NoInfer<Row>)[],
): ContentRule {
  return {
    id,
    severity: 'error',
    summary,
    remedy: 'Keep the right row and remove the other.',
    example,
    check: checkProductRows(tablesOf, columns, function* ({ sku, rows }) {
      const lines = new Map<string, number>();
      for (const row of rows) {
        const cells = columns.map((column) => row[column]).filter((cell) => cell !== undefined);
        const subject = [sku, ...cells].join(', ');
        const other = lines.get(subject);
        if (other === undefined) lines.set(subject, row.line);
        else {
          const message = `line ${other} already has a row for ${subject}; remove one of the two`;
          yield { line: row.line, message };
        }
      }
    }),
  };
}

/** The rule about repeated rows of `active-products.csv`, which belongs to the whole catalogue. */
export const syncRepeated = repeatedRow(
  'sync/repeated',
  'A company sells a product once.',
  { file: 'active-products.csv', valid: 'north-shop', broken: 'south-shop' },
  ({ activeProducts }: PartialContent) => [activeProducts],
  ['company'],
);

/** Returns a rule that reports prices or surcharges in a currency that no market of the product uses. */
function unsoldCurrency(
  kind: 'price' | 'surcharge',
  example: Example,
  tablesOf: (
    content: PartialContent,
  ) => readonly PartialTable<{ readonly sku: string; readonly currency: Currency }>[],
): ContentRule {
  return {
    id: `${kind}/unsold-currency`,
    severity: 'error',
    summary: `A product has ${kind}s only in currencies of markets in which it is sold.`,
    remedy: 'Remove the rows, or add the market to `markets` in the product’s file.',
    example,
    check: checkProductRows(tablesOf, ['currency'], function* (of, content) {
      const { file, sku, rows } = of;
      const { markets } = of.product;
      // The market may be one that could not be read.
      if (markets === undefined || mayBeIncomplete(content, file, 'markets')) return;
      const allowed = [...new Set(markets.flatMap(currenciesOf))];
      const unsold = rows.filter((row) => !allowed.includes(row.currency));
      for (const [currency, priced] of groupBy(unsold, (row) => row.currency)) {
        const message = `${sku} is sold in ${markets.join(', ')}, where no market pays in ${currency}; remove ${formatRowCount(priced)} or add the market`;
        const about = { rows: priced.length, groups: [`same-rows ${sku} ${currency}`] };
        yield { line: priced[0]?.line ?? 1, column: 'currency', message, allowed, about };
      }
    }),
  };
}

const surchargeMissingList: ContentRule = {
  id: 'surcharge/missing-list',
  severity: 'error',
  summary: `A size with a surcharge has one in \`${msrpList}\` and in every tier, in the same currency.`,
  remedy: 'Add the rows that the message names; 0.00 is a valid surcharge.',
  example: { file, valid: 'TEE-1,CAD,2XL,A1,6901.13\n', broken: '' },
  check: checkProductRows(surchargeTables, ['currency', 'size', 'list'], function* (of, content) {
    const { sku, rows, table } = of;
    const { sizes, markets = [] } = of.product;
    const { tiers } = content.catalogue;
    if (tiers === undefined || hasFaultyRow(table, sku)) return;
    const lists = [msrpList, ...tiers.all];
    // The missing row may be one with an unknown size or list, which has its own rule.
    if (!rows.every(({ size, list }) => sizes?.includes(size) && lists.includes(list))) return;
    const currencies = markets.flatMap(currenciesOf);
    // `surcharge/unsold-currency` reports the other rows.
    const sold = rows.filter(({ currency }) => currencies.includes(currency));
    for (const named of groupBy(sold, (row) => `${row.currency} ${row.size}`).values()) {
      const missing = lists.filter((list) => named.every((row) => row.list !== list));
      const [first] = named;
      if (first === undefined || missing.length === 0) continue;
      const { size, currency, line } = first;
      const names = new Intl.ListFormat('en-GB').format(missing);
      const message = `${size} of ${sku} has a surcharge in ${currency}, and none in ${names}; add it, or 0.00 where it costs no more`;
      const about = { explainedBy: [rowsOf(table.file, sku)] };
      yield { line, column: 'list', message, about };
    }
  }),
};

const surchargeAbovePrice: ContentRule = {
  id: 'surcharge/above-price',
  severity: 'warning',
  summary: 'The surcharge of a size is not above the price.',
  remedy: 'Correct the surcharge: it is added to the price and does not replace it.',
  example: { file, valid: '6950.50', broken: '8020.01' },
  check: checkEachRow(
    surchargeTables,
    ['sku', 'currency', 'size', 'list', 'surcharge'],
    ({ sku, currency, size, list, surcharge }, { msrp, net }) => {
      const table = list === msrpList ? msrp : net.get(list);
      const rows = (table && rowsBySku(table).get(sku)) ?? [];
      const prices = rows.filter((row) => row.currency === currency).map(({ price }) => price);
      const highest = Math.max(...prices);
      if (prices.length === 0 || surcharge <= highest) return undefined;
      const message = `the surcharge of ${size} of ${sku}, ${currency} ${formatPrice(surcharge)}, is above its price of ${formatPrice(highest)}; a surcharge is added to the price`;
      return { column: 'surcharge', message };
    },
  ),
};

/** Rules about repeated rows of one product, and about the currencies and lists of its prices and surcharges. */
export const rowRules: readonly ContentRule[] = [
  repeatedRow(
    'stock/repeated',
    'A colour and size of a product has one stock row, or one for each location.',
    { file: 'inventory.csv', valid: 'TEE-1,navy,S,20,reno', broken: 'TEE-1,navy,S,20,calgary' },
    stockTables,
    ['color', 'size', 'location'],
  ),
  repeatedRow(
    'surcharge/repeated',
    'A size of a product has one surcharge for each currency and price list.',
    { file, valid: 'TEE-1,CAD,2XL,A3', broken: 'TEE-1,CAD,2XL,A1' },
    surchargeTables,
    ['currency', 'size', 'list'],
  ),
  repeatedRow(
    'variant/repeated',
    'A colour and size of a product has one row in `variants.csv`.',
    { file: 'variants.csv', valid: 'TEE-1,navy,M', broken: 'TEE-1,navy,S' },
    variantTables,
    ['color', 'size'],
  ),
  surchargeAbovePrice,
  surchargeMissingList,
  unsoldCurrency(
    'price',
    { file: 'prices/msrp.csv', valid: 'BAG-5,CAD,10', broken: 'BAG-5,USD,10' },
    priceTables,
  ),
  unsoldCurrency('surcharge', { file, valid: 'TEE-1,CAD', broken: 'BAG-5,USD' }, surchargeTables),
];
