/** Rules that the rows of a table name a product, and a size, colour, list or company that exists. */
import type { Placed } from '../../content/content.ts';
import type { Draft, TableDraft } from '../../content/draft.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { suggest } from '../../content/findings/suggest.ts';
import { groupBy } from '../../content/group-by.ts';
import { msrpList } from '../../content/schemas/tables.ts';
import { mayLack } from './left-out.ts';
import { priceTables } from './price-brackets.ts';
import { productsBySku, rowsBySku, rowsOfProducts, theRows } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';
import { suggestSku } from './suggest-sku.ts';

interface ProductRow {
  readonly sku: string;
}

/** A rule for each kind of table whose rows are about products. */
const productRows: readonly (readonly [
  kind: string,
  row: string,
  tablesOf: (draft: Draft) => readonly TableDraft<ProductRow>[],
])[] = [
  ['price', 'a price', priceTables],
  ['stock', 'a stock row', ({ inventory }) => [inventory]],
  ['surcharge', 'a surcharge', ({ surcharges }) => [surcharges]],
  ['sync', 'an active product', ({ activeProducts }) => [activeProducts]],
];

/** Rows name existing products; a SKU is reported once per table, at its first row. */
export const unknownProductRules: readonly ContentRule[] = productRows.map(
  ([kind, row, tablesOf]) => ({
    id: `${kind}/unknown-product`,
    severity: 'error',
    summary: `The SKU of ${row} is that of a product.`,
    remedy:
      'Correct the SKU, add the product’s file, or remove the rows of a product that is gone.',
    *check(draft) {
      const products = productsBySku(draft);
      for (const table of tablesOf(draft)) {
        for (const [sku, rows] of rowsBySku(table)) {
          const [first] = rows;
          if (first === undefined || products.has(sku)) continue;
          const suggestion = suggestSku(sku, draft);
          yield {
            file: table.file,
            line: first.line,
            column: 'sku',
            message: `no product has the SKU "${sku}"; correct it or remove ${theRows(rows)}`,
            ...(suggestion !== undefined && { suggestion }),
          };
        }
      }
    },
  }),
);

interface SizedRow extends ProductRow {
  readonly size: string;
}

const sizedRows: readonly (readonly [
  kind: string,
  row: string,
  tableOf: (draft: Draft) => TableDraft<SizedRow>,
])[] = [
  ['stock', 'a stock row', ({ inventory }) => inventory],
  ['surcharge', 'a surcharge', ({ surcharges }) => surcharges],
];

/** Rows name sizes of their product; a size is reported once per product. */
const unknownSizeRules: readonly ContentRule[] = sizedRows.map(([kind, row, tableOf]) => ({
  id: `${kind}/unknown-size`,
  severity: 'error',
  summary: `The size of ${row} is one of the product’s sizes.`,
  remedy: 'Correct the size, add it to `sizes` in the product’s file, or remove the rows.',
  *check(draft) {
    const table = tableOf(draft);
    for (const { file, sku, product, rows } of rowsOfProducts(draft, table)) {
      const { sizes: allowed } = product;
      // The size may be one that could not be read.
      if (allowed === undefined || mayLack(draft, file, 'sizes')) continue;
      const what = `is not a size of ${sku}`;
      yield* findUnknown({ table, rows, column: 'size', allowed, what });
    }
  },
}));

const stockUnknownColor: ContentRule = {
  id: 'stock/unknown-color',
  severity: 'error',
  summary: 'The colour of a stock row is one of the product’s colours.',
  remedy: 'Correct the colour, add it to `colors` in the product’s file, or remove the rows.',
  *check(draft) {
    const table = draft.inventory;
    for (const { file, sku, product, rows } of rowsOfProducts(draft, table)) {
      // The colour may be one that could not be read.
      if (product.colors === undefined || mayLack(draft, file, 'colors')) continue;
      const allowed = product.colors.map(({ color }) => color);
      const what = `is not a colour of ${sku}`;
      yield* findUnknown({ table, rows, column: 'color', allowed, what });
    }
  },
};

const surchargeUnknownList: ContentRule = {
  id: 'surcharge/unknown-list',
  severity: 'error',
  summary: `The list of a surcharge is \`${msrpList}\` or a tier of \`catalogue.json\`.`,
  remedy: 'Correct the list, add the tier, or remove the rows of a tier that is gone.',
  *check({ catalogue, surcharges: table }) {
    if (catalogue.tiers === undefined) return;
    const allowed = [msrpList, ...catalogue.tiers.all];
    const what = 'is not a price list';
    yield* findUnknown({ table, rows: table.rows, column: 'list', allowed, what });
  },
};

const syncUnknownCompany: ContentRule = {
  id: 'sync/unknown-company',
  severity: 'error',
  summary: 'The company of an active product is one of `companies.json`.',
  remedy: 'Correct the alias, add the company, or remove the rows of a company that is gone.',
  *check({ ids: { companies }, activeProducts: table }) {
    if (companies === undefined) return;
    const what = 'is not a company';
    yield* findUnknown({
      table,
      rows: table.rows,
      column: 'company',
      allowed: [...companies],
      what,
    });
  },
};

/** Rules that look at the rows of one product, or at a value that all products share. */
export const rowReferenceRules: readonly ContentRule[] = [
  ...unknownSizeRules,
  stockUnknownColor,
  surchargeUnknownList,
];

/** Rules about `active-products.csv`. */
export const companyRules: readonly ContentRule[] = [syncUnknownCompany];

interface Lookup<Row, Column extends keyof Row & string> {
  readonly table: TableDraft<Row>;
  readonly rows: readonly Placed<Row>[];
  readonly column: Column;
  readonly allowed: readonly string[];
  /** What is wrong with another value: `is not a size of TEE100`. */
  readonly what: string;
}

/** One fault for each value of a column that is not allowed, at its first row. */
function* findUnknown<Column extends string, Row extends Readonly<Record<Column, string>>>({
  table: { file },
  rows,
  column,
  allowed,
  what,
}: Lookup<Row, Column & keyof Row & string>): Generator<Fault> {
  const known = new Set(allowed);
  const unknown = rows.filter((row) => !known.has(row[column]));
  for (const [value, named] of groupBy(unknown, (row): string => row[column])) {
    const [first] = named;
    if (first === undefined) continue;
    const suggestion = suggest(value, allowed);
    const message = `"${value}" ${what}; correct it or remove ${theRows(named)}`;
    const hint = suggestion === undefined ? {} : { suggestion };
    yield { file, line: first.line, column, message, allowed, ...hint };
  }
}
