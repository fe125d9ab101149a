/** Rules that report table rows with an unknown product, size, colour, location, price list or company. */
import { basename } from 'node:path/posix';
import type { WithLine } from '../../content/content.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { suggest } from '../../content/findings/suggest.ts';
import { suggestSize } from '../../content/findings/suggest-size.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import { explainInvisible } from '../../content/rules/text-rules.ts';
import { explainSpreadsheet, suggestForDate } from '../../content/rules/value-formats.ts';
import type { ReferenceKind } from '../../content/schemas/references.ts';
import { msrpList } from '../../content/schemas/tables.ts';
import { findMisplaced } from './file-list-rules.ts';
import { memoize } from './memoize.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import { priceTables } from './price-brackets.ts';
import { formatRowCount, rowsBySku, rowsOfProducts, withFaultyRows } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';
import { isWithoutZeros, suggestSku } from './suggest-sku.ts';

interface ProductRow {
  readonly sku: string;
}

/**
 * The kinds of tables whose rows belong to products, each with an `unknown-product` rule. `kind` is the
 * beginning of the rule's id; `row` names a row in the rule's summary.
 */
const productRows: readonly (readonly [
  kind: string,
  row: string,
  tablesOf: (content: PartialContent) => readonly PartialTable<ProductRow>[],
])[] = [
  ['price', 'a price', priceTables],
  ['stock', 'a stock row', ({ inventory }) => [inventory]],
  ['surcharge', 'a surcharge', ({ surcharges }) => [surcharges]],
  ['sync', 'an active product', ({ activeProducts }) => [activeProducts]],
  ['variant', 'a variant', ({ variants }) => [variants]],
];

/**
 * Rules that report table rows whose SKU belongs to no product, one rule for each kind of table. A SKU is
 * reported once per table, at its first row.
 */
export const unknownProductRules: readonly ContentRule[] = productRows.map(
  ([kind, row, tablesOf]) => ({
    id: `${kind}/unknown-product`,
    severity: 'error',
    summary: `The SKU of ${row} is that of a product.`,
    remedy:
      'Correct the SKU, add the product’s file to products/, or remove the rows of a product that no longer exists.',
    *check(content) {
      const skus = knownSkus(content);
      for (const table of tablesOf(content)) {
        for (const [sku, rows] of rowsBySku(withFaultyRows(table, ['sku']))) {
          const [first] = rows;
          if (first === undefined || skus.has(sku)) continue;
          const unread = findMisplaced(sku, content);
          const suggestion = unread === undefined ? suggestSku(sku, content) : undefined;
          yield {
            file: table.file,
            line: first.line,
            column: 'sku',
            message:
              unread === undefined
                ? explainUnknownSku(sku, suggestion, rows)
                : `no product has the SKU "${sku}", because its file ${unread} is not read; move it to products/${sku}.json`,
            about: { sku, rows: rows.length, same: `unknown-product ${sku}` },
            ...(suggestion !== undefined && { suggestion }),
          };
        }
      }
    },
  }),
);

/**
 * Returns the SKUs of all products and the names of their files without extension. A row may have either: if
 * they differ, another rule reports the product file.
 */
const knownSkus = memoize((content: PartialContent): ReadonlySet<string> => {
  return new Set(content.products.flatMap(({ file, sku }) => [sku, basename(file, '.json')]));
});

function explainUnknownSku(
  sku: string,
  suggestion: string | undefined,
  rows: readonly unknown[],
): string {
  const damage = explainSpreadsheet(sku, 'a SKU') ?? explainInvisible(sku, suggestion);
  if (damage !== undefined) return `"${sku}" ${damage}`;
  if (suggestion !== undefined && isWithoutZeros(sku, suggestion)) {
    return `no product has the SKU "${sku}"; a spreadsheet probably removed the zeros of "${suggestion}": format the column as text and write the SKU again`;
  }
  return `no product has the SKU "${sku}"; correct it or remove ${formatRowCount(rows)}`;
}

interface SizedRow extends ProductRow {
  readonly size: string;
}

const sizedRows: readonly (readonly [
  kind: string,
  row: string,
  tableOf: (content: PartialContent) => PartialTable<SizedRow>,
])[] = [
  ['stock', 'a stock row', ({ inventory }) => inventory],
  ['surcharge', 'a surcharge', ({ surcharges }) => surcharges],
  ['variant', 'a variant', ({ variants }) => variants],
];

/**
 * Rules that report rows whose size is not one of the product's sizes. A size is reported once per product.
 */
const unknownSizeRules: readonly ContentRule[] = sizedRows.map(([kind, row, tableOf]) => ({
  id: `${kind}/unknown-size`,
  severity: 'error',
  summary: `The size of ${row} is one of the product’s sizes.`,
  remedy: 'Correct the size, add it to `sizes` in the product’s file, or remove the rows.',
  *check(content) {
    const table = withFaultyRows(tableOf(content), ['sku', 'size']);
    for (const { file, sku, product, rows } of rowsOfProducts(content, table)) {
      const { sizes: allowed } = product;
      // The size may be one that could not be read.
      if (allowed === undefined || mayBeIncomplete(content, file, 'sizes')) continue;
      const what = `is not a size of ${sku}`;
      yield* findUnknown({ table, rows, column: 'size', allowed, what, product: file });
    }
  },
}));

interface ColoredRow extends ProductRow {
  readonly color: string;
}

const coloredRows: readonly (readonly [
  kind: string,
  row: string,
  tableOf: (content: PartialContent) => PartialTable<ColoredRow>,
])[] = [
  ['stock', 'a stock row', ({ inventory }) => inventory],
  ['variant', 'a variant', ({ variants }) => variants],
];

/**
 * Rules that report rows whose colour is not one of the product's colours. A colour is reported once per
 * product.
 */
const unknownColorRules: readonly ContentRule[] = coloredRows.map(([kind, row, tableOf]) => ({
  id: `${kind}/unknown-color`,
  severity: 'error',
  summary: `The colour of ${row} is one of the product’s colours.`,
  remedy: 'Correct the colour, add it to `colors` in the product’s file, or remove the rows.',
  *check(content) {
    const table = withFaultyRows(tableOf(content), ['sku', 'color']);
    for (const { file, sku, product, rows } of rowsOfProducts(content, table)) {
      // The colour may be one that could not be read.
      if (product.colors === undefined || mayBeIncomplete(content, file, 'colors')) continue;
      const allowed = product.colors.map(({ color }) => color);
      const what = `is not a colour of ${sku}`;
      yield* findUnknown({ table, rows, column: 'color', allowed, what, product: file });
    }
  },
}));

const stockUnknownLocation: ContentRule = {
  id: 'stock/unknown-location',
  severity: 'error',
  summary: 'The location of a stock row is one of `locations.json`.',
  remedy: 'Correct the location, or add it to locations.json with its name and markets.',
  *check({ ids: { locations }, inventory }) {
    if (locations === undefined) return;
    const table = withFaultyRows(inventory, ['location']);
    const rows = table.rows.flatMap(({ location, line }) =>
      location === undefined ? [] : [{ location, line }],
    );
    const what = 'is not a location of locations.json';
    yield* findUnknown({ table, rows, column: 'location', allowed: [...locations], what });
  },
};

const surchargeUnknownList: ContentRule = {
  id: 'surcharge/unknown-list',
  severity: 'error',
  summary: `The list of a surcharge is \`${msrpList}\` or a tier of \`catalogue.json\`.`,
  remedy: 'Correct the list, add the tier, or remove the rows of a tier that no longer exists.',
  *check({ catalogue, surcharges }) {
    if (catalogue.tiers === undefined) return;
    const table = withFaultyRows(surcharges, ['list']);
    const allowed = [msrpList, ...catalogue.tiers.all];
    const what = 'is not a price list';
    yield* findUnknown({ table, rows: table.rows, column: 'list', allowed, what });
  },
};

const syncUnknownCompany: ContentRule = {
  id: 'sync/unknown-company',
  severity: 'error',
  summary: 'The company of an active product is one of `companies.json`.',
  remedy:
    'Correct the alias, add the company, or remove the rows of a company that no longer exists.',
  *check({ ids: { companies }, activeProducts }) {
    if (companies === undefined) return;
    const table = withFaultyRows(activeProducts, ['company']);
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

/**
 * Rules that report a colour or size that the product of the row does not have, an undefined stock location, and an
 * unknown price list, in the table rows of one product.
 */
export const rowReferenceRules: readonly ContentRule[] = [
  ...unknownColorRules,
  ...unknownSizeRules,
  stockUnknownLocation,
  surchargeUnknownList,
];

/** Rules that report unknown companies in `active-products.csv`. */
export const companyRules: readonly ContentRule[] = [syncUnknownCompany];

/** Arguments of `findUnknown`: the rows to check, and the allowed values of a column. */
interface Lookup<Row, Column extends keyof Row & string> {
  readonly table: Pick<PartialTable<Row>, 'file'>;
  readonly rows: readonly WithLine<Row>[];
  readonly column: Column;
  readonly allowed: readonly string[];
  /** The predicate in the message about an unknown value, such as `is not a size of TEE100`. */
  readonly what: string;
  /** Path of the product file that defines the allowed values; undefined if they are the same for all products. */
  readonly product?: string;
}

/** Column → kind of the ids in this column: a shared table or, for `list`, the price tiers of `catalogue.json`. */
const tablesOfColumns: Readonly<Record<string, ReferenceKind>> = {
  size: 'sizes',
  color: 'colors',
  company: 'companies',
  location: 'locations',
  list: 'tiers',
};

/** Yields one fault for each value in `column` that is not in `allowed`, at the first row with this value. */
function* findUnknown<Column extends string, Row extends Readonly<Record<Column, string>>>({
  table: { file },
  rows,
  column,
  allowed,
  what,
  product,
}: Lookup<Row, Column & keyof Row & string>): Generator<Fault> {
  const known = new Set(allowed);
  const unknown = rows.filter((row) => !known.has(row[column]));
  for (const [value, named] of groupBy(unknown, (row): string => row[column])) {
    const [first] = named;
    if (first === undefined) continue;
    const damage = explainSpreadsheet(value, `a ${column}`);
    const suggestion =
      damage === undefined
        ? (column === 'size' ? suggestSize : suggest)(value, allowed)
        : suggestForDate(value, allowed);
    const problem =
      damage ??
      explainInvisible(value, suggestion) ??
      `${what}; correct it or remove ${formatRowCount(named)}`;
    const message = `"${value}" ${problem}`;
    const table = tablesOfColumns[column];
    const about = {
      rows: named.length,
      ...(product !== undefined && { product }),
      ...(table !== undefined && { reference: { table, id: value } }),
    };
    const hint = suggestion === undefined ? {} : { suggestion };
    yield { file, line: first.line, column, message, allowed, about, ...hint };
  }
}
