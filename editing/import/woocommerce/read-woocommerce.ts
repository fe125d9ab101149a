/**
 * Converts a product CSV of WooCommerce to the neutral table. Its column names are English or French, because the
 * exporter translates them. A style is a `variable` product with its `variation` rows, or a `simple` one.
 * https://woocommerce.com/document/product-csv-importer-exporter/
 */

import type { NeutralStyle, NeutralTable } from '../neutral.ts';
import type { Omissions } from '../omissions.ts';
import {
  createCellReader,
  omitChangedSku,
  type SourceRow,
  type SourceTable,
  type TableReader,
} from '../source-table.ts';
import { createYesOrNoReader, type ReadYesOrNo, type YesOrNoColumn } from '../yes-or-no.ts';
import { toVariants } from './to-variants.ts';
import { type CellName, columns, type ReadCell, splitList } from './woocommerce-cells.ts';

/** Matches the name of WooCommerce's default category, in English or French: a product in it was given no category. */
const uncategorized = /^(uncategori[sz]ed|non (classé|catégorisé)e?)$/i;

/** The column that shows whether a product is published: `1` is yes, `-1` (a draft) and `0` (private) are no. */
const published: YesOrNoColumn = {
  ...{ names: columns.published, empty: false, unknown: false },
  words: new Map([['-1', false]]),
};

/** The reader of the product exports of WooCommerce (CSV). */
export const wooCommerce: TableReader = {
  form: {
    names: { type: columns.type, name: columns.name, regularPrice: columns.regular },
    needed: [['type', 'name', 'regularPrice']],
    keys: ['name'],
  },
  read: readWooCommerce,
};

function readWooCommerce(table: SourceTable, omissions: Omissions): NeutralTable {
  const reader = createCellReader(table.columns);
  const cell: ReadCell = (row, name, number = 0) =>
    reader.read(row, ...columns[name].map((column) => column.replace('#', String(number))));
  const isYes = createYesOrNoReader(reader, omissions);
  const visible = new Set(table.rows.filter((row) => isYes(row, published)));
  const reading = { cell, isYes, visible, omissions };
  const variations = findVariations(table.rows, reading);
  const isFrench = reader.columnOf('nom') !== undefined && reader.columnOf('name') === undefined;
  return {
    styles: table.rows.flatMap((row) => toStyle(row, { ...reading, variations })),
    hints: isFrench ? { language: 'fr' } : {},
  };
}

interface Context {
  readonly cell: ReadCell;
  readonly isYes: ReadYesOrNo;
  /** The rows that are published. */
  readonly visible: ReadonlySet<SourceRow>;
  /** Row of a product → rows of its variations. */
  readonly variations: ReadonlyMap<SourceRow, readonly SourceRow[]>;
  readonly omissions: Omissions;
}

function typesOf(row: SourceRow, cell: ReadCell): readonly string[] {
  return splitList(cell(row, 'type').toLowerCase());
}

/**
 * Returns row of a `variable` product → rows of its variations. A variation names its product by SKU or `id:123` in the
 * column `Parent`. Adds to `omissions` the variations whose product is missing, and the unpublished variations of
 * published products.
 */
function findVariations(
  rows: readonly SourceRow[],
  { cell, visible, omissions }: Omit<Context, 'variations'>,
): Context['variations'] {
  const parents = new Map<string, SourceRow>();
  const found = new Map<SourceRow, SourceRow[]>();
  for (const row of rows) {
    if (!typesOf(row, cell).includes('variable')) continue;
    found.set(row, []);
    for (const key of [`id:${cell(row, 'id')}`, cell(row, 'sku').toLowerCase()]) {
      if (key !== '' && !parents.has(key)) parents.set(key, row);
    }
  }
  for (const row of rows) {
    if (!typesOf(row, cell).includes('variation')) continue;
    const parent = parents.get(
      cell(row, 'parent')
        .toLowerCase()
        .replace(/^id: */, 'id:'),
    );
    const name = cell(row, 'sku') || cell(row, 'name') || `id:${cell(row, 'id')}`;
    if (parent === undefined) {
      const advice = `its product is ${cell(row, 'parent') || 'not named'}`;
      omissions.add('variations of a product that the export lacks', { name, row, advice });
    } else if (!visible.has(row) && visible.has(parent)) {
      omissions.add('variations that are not published', { name, row });
    } else found.get(parent)?.push(row);
  }
  return found;
}

function toStyle(row: SourceRow, context: Context): NeutralStyle[] {
  const { cell, isYes, visible, variations, omissions } = context;
  const types = typesOf(row, cell);
  if (types.includes('variation')) return [];
  const sku = cell(row, 'sku');
  const name = sku || cell(row, 'name');
  const isGoods = ['simple', 'variable'].some((type) => types.includes(type));
  const service = types.find((type) => !isGoods || ['virtual', 'downloadable'].includes(type));
  if (service !== undefined || types.length === 0) {
    omissions.add(`products of the type ${service ?? '(empty)'}`, { name, row });
    return [];
  }
  if (omitChangedSku(sku, row, omissions)) return [];
  const paths = splitList(cell(row, 'categories'))
    .map((path) => path.split('>').map((part) => part.trim()))
    .filter(([first = '']) => !uncategorized.test(first));
  const category = paths.reduce<readonly string[]>(
    (deepest, path) => (path.length > deepest.length ? path : deepest),
    [],
  );
  const tags = splitList(cell(row, 'tags'));
  const text = (cellName: CellName) => ({ source: cell(row, cellName).replaceAll('\\n', '\n') });
  return [
    {
      row,
      code: sku === '' ? `id:${cell(row, 'id')}` : sku.toUpperCase(),
      isSku: sku !== '',
      name: text('name'),
      short: text('short'),
      long: text('description'),
      brand: splitList(cell(row, 'brands'))[0] ?? '',
      category: category.length === 0 ? {} : { source: category.at(-1) ?? '' },
      keywords: tags.length === 0 ? {} : { source: tags },
      audience: [...paths.flat(), ...tags],
      isDraft: !visible.has(row),
      pictures: splitList(cell(row, 'images')).map((url) => ({ url, alt: '' })),
      variants: toVariants(row, variations.get(row), { cell, isYes, omissions }),
    },
  ];
}
