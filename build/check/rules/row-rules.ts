/** Rules about table rows: repeated rows, currencies of no market, stock of products made to order, and surcharges. */
import type { Currency } from '../../../contract/locales.ts';
import { currenciesOf } from '../../../contract/market-currencies.ts';
import type { WithLine } from '../../content/content.ts';
import { rowsOf } from '../../content/findings/relations.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import {
  type ActiveProductRow,
  type InventoryRow,
  msrpList,
  type SurchargeRow,
  type VariantRow,
} from '../../content/schemas/tables.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import { formatPrice, priceTables } from './price-brackets.ts';
import {
  formatRowCount,
  hasFaultyRow,
  rowsBySku,
  rowsOfProducts,
  withFaultyRows,
} from './rows-of-products.ts';
import type { ContentRule, Product } from './rule.ts';

/** Options of a rule that requires the rows of a table to be unique. */
interface Uniqueness<Row> {
  readonly id: `${string}/repeated`;
  readonly summary: string;
  readonly tableOf: (content: PartialContent) => PartialTable<Row>;
  /** The columns that, with `sku`, identify a row. */
  readonly columns: readonly (keyof Row & string)[];
}

/**
 * Returns a rule that reports a row whose SKU and `columns` are equal to those of an earlier row of the table.
 */
function repeatedRow<Row extends { readonly sku: string }>(options: Uniqueness<Row>): ContentRule {
  const { id, summary, tableOf, columns } = options;
  return {
    id,
    severity: 'error',
    summary,
    remedy: 'Keep the right row and remove the other.',
    *check(content) {
      const table = withFaultyRows(tableOf(content), ['sku', ...columns]);
      for (const [sku, rows] of rowsBySku(table)) {
        const lines = new Map<string, number>();
        for (const row of rows) {
          let subject = sku;
          for (const column of columns) {
            if (row[column] !== undefined) subject += `, ${row[column]}`;
          }
          const line = lines.get(subject);
          if (line === undefined) lines.set(subject, row.line);
          else {
            const message = `line ${line} already has a row for ${subject}; remove one of the two`;
            yield { file: table.file, line: row.line, message };
          }
        }
      }
    },
  };
}

const surchargeRepeated = repeatedRow<SurchargeRow>({
  id: 'surcharge/repeated',
  summary: 'A size of a product has one surcharge for each currency and price list.',
  tableOf: ({ surcharges }) => surcharges,
  columns: ['currency', 'size', 'list'],
});

const stockRepeated = repeatedRow<InventoryRow>({
  id: 'stock/repeated',
  summary: 'A colour and size of a product has one stock row, or one for each location.',
  tableOf: ({ inventory }) => inventory,
  columns: ['color', 'size', 'location'],
});

const variantRepeated = repeatedRow<VariantRow>({
  id: 'variant/repeated',
  summary: 'A colour and size of a product has one row in `variants.csv`.',
  tableOf: ({ variants }) => variants,
  columns: ['color', 'size'],
});

/**
 * Reports repeated rows of `active-products.csv`. It is one of the rules about the whole catalogue, because
 * the rows of this table are not loaded with single products.
 */
export const syncRepeated: ContentRule = repeatedRow<ActiveProductRow>({
  id: 'sync/repeated',
  summary: 'A company sells a product once.',
  tableOf: ({ activeProducts }) => activeProducts,
  columns: ['company'],
});

interface PricedRow {
  readonly sku: string;
  readonly currency: Currency;
}

const pricedRows: readonly (readonly [
  kind: string,
  rows: string,
  tablesOf: (content: PartialContent) => readonly PartialTable<PricedRow>[],
])[] = [
  ['price', 'prices', priceTables],
  ['surcharge', 'surcharges', ({ surcharges }) => [surcharges]],
];

/** Rules that report prices and surcharges in a currency that no market of the product uses. */
const unsoldCurrencyRules: readonly ContentRule[] = pricedRows.map(([kind, what, tablesOf]) => ({
  id: `${kind}/unsold-currency`,
  severity: 'error',
  summary: `A product has ${what} only in currencies of markets in which it is sold.`,
  remedy: 'Remove the rows, or add the market to `markets` in the product’s file.',
  *check(content) {
    for (const all of tablesOf(content)) {
      const table = withFaultyRows(all, ['sku', 'currency']);
      for (const { file, sku, product, rows } of rowsOfProducts(content, table)) {
        const { markets } = product;
        // The market may be one that could not be read.
        if (markets === undefined || mayBeIncomplete(content, file, 'markets')) continue;
        const allowed = [...new Set(markets.flatMap(currenciesOf))];
        const unsold = rows.filter((row) => !allowed.includes(row.currency));
        for (const [currency, priced] of groupBy(unsold, (row) => row.currency)) {
          const [first] = priced;
          if (first === undefined) continue;
          const message = `${sku} is sold in ${markets.join(', ')}, where no market pays in ${currency}; remove ${formatRowCount(priced)} or add the market`;
          const about = { rows: priced.length, groups: [`same-rows ${sku} ${currency}`] };
          yield { file: table.file, line: first.line, column: 'currency', message, allowed, about };
        }
      }
    }
  },
}));

const stockMadeToOrder: ContentRule = {
  id: 'stock/made-to-order',
  severity: 'error',
  summary: 'A product that is made to order has no stock.',
  remedy: 'Remove its stock rows, or `madeToOrder` from the product’s file.',
  *check(content) {
    const table = withFaultyRows(content.inventory, ['sku']);
    for (const { sku, product, rows } of rowsOfProducts(content, table)) {
      const [first] = rows;
      if (first === undefined || product.madeToOrder !== true) continue;
      const message = `${sku} is made to order and has no stock; remove ${formatRowCount(rows)}`;
      yield { file: table.file, line: first.line, column: 'sku', message };
    }
  },
};

const surchargeMissingList: ContentRule = {
  id: 'surcharge/missing-list',
  severity: 'error',
  summary: `A size with a surcharge has one in \`${msrpList}\` and in every tier, in the same currency.`,
  remedy: 'Add the rows that the message names; 0.00 is a valid surcharge.',
  *check(content) {
    const { catalogue, surcharges } = content;
    if (catalogue.tiers === undefined) return;
    const lists = [msrpList, ...catalogue.tiers.all];
    for (const { sku, product, rows } of rowsOfProducts(content, surcharges)) {
      const isKnown = ({ size, list }: Surcharge) =>
        product.sizes?.includes(size) && lists.includes(list);
      // The missing row may be one that could not be read, or one with an unknown size or list, which has its own rule.
      if (hasFaultyRow(surcharges, sku) || !rows.every(isKnown)) continue;
      for (const [first, ...others] of rowsBySize(product, rows)) {
        const named = [first, ...others].map((row) => row.list);
        const missing = lists.filter((each) => !named.includes(each));
        if (missing.length === 0) continue;
        const { size, currency, line } = first;
        const names = new Intl.ListFormat('en-GB').format(missing);
        const about = { explainedBy: [rowsOf(surcharges.file, sku)] };
        const message = `${size} of ${sku} has a surcharge in ${currency}, and none in ${names}; add it, or 0.00 where it costs no more`;
        yield { file: surcharges.file, line, column: 'list', message, about };
      }
    }
  },
};

type Surcharge = WithLine<SurchargeRow>;

/**
 * Returns the surcharge rows of a product in groups with the same size and currency. Omits rows with a currency in
 * which the product is not sold, because another rule reports them.
 */
function rowsBySize(
  { markets = [] }: Product,
  rows: readonly Surcharge[],
): Iterable<readonly [Surcharge, ...Surcharge[]]> {
  const currencies = markets.flatMap(currenciesOf);
  const known = rows.filter(({ currency }) => currencies.includes(currency));
  const groups = groupBy(known, ({ size, currency }) => `${currency} ${size}`);
  return groups.values() as Iterable<[Surcharge, ...Surcharge[]]>;
}

const surchargeAbovePrice: ContentRule = {
  id: 'surcharge/above-price',
  severity: 'warning',
  summary: 'The surcharge of a size is not above the price.',
  remedy: 'Correct the surcharge: it is added to the price and does not replace it.',
  *check({ msrp, net, surcharges: { file, rows } }) {
    for (const { sku, currency, size, list, surcharge, line } of rows) {
      const table = list === msrpList ? msrp : net.get(list);
      const prices = (table && rowsBySku(table).get(sku)) ?? [];
      const ofCurrency = prices.flatMap((row) => (row.currency === currency ? [row.price] : []));
      const highest = Math.max(...ofCurrency);
      if (ofCurrency.length === 0 || surcharge <= highest) continue;
      const message = `the surcharge of ${size} of ${sku}, ${currency} ${formatPrice(surcharge)}, is above its price of ${formatPrice(highest)}; a surcharge is added to the price`;
      yield { file, line, column: 'surcharge', message };
    }
  },
};

/** Rules that check the price, surcharge, stock and variant rows of one product. */
export const rowRules: readonly ContentRule[] = [
  stockMadeToOrder,
  stockRepeated,
  surchargeAbovePrice,
  surchargeMissingList,
  surchargeRepeated,
  variantRepeated,
  ...unsoldCurrencyRules,
];
