/** Converts the rows of a Magento export to typed products, sizes and categories. */
import type { Omissions } from '../omissions.ts';
import { createCellReader, dayOf, type SourceRow, type SourceTable } from '../source-table.ts';
import { toPlainText } from '../text.ts';
import { createYesOrNoReader, type YesOrNoColumn } from '../yes-or-no.ts';
import { type Attributes, parseAttributes } from './attributes.ts';

/**
 * A row of `products.csv` in a Magento export. Prices, quantities and descriptions are the text of the cells;
 * categories and attributes are parsed, and converted from HTML to plain text.
 */
export interface ExportProduct {
  readonly row: SourceRow;
  readonly sku: string;
  readonly type: string;
  /**
   * Code, such as `fr`, of the store view (a language version of the shop) whose texts the row has; empty or `admin`
   * for the main row of a product.
   */
  readonly storeView: string;
  readonly isOnline: boolean;
  /** False if the shop shows the product only as a part of others, such as the variants of a style. */
  readonly isVisible: boolean;
  readonly name: string;
  readonly description: string;
  readonly shortDescription: string;
  readonly price: string;
  readonly special: { readonly price: string; readonly from: string; readonly until: string };
  readonly categoryPaths: readonly (readonly string[])[];
  readonly attributes: Attributes;
  /**
   * The number of pieces in stock. Empty also if the shop does not count the stock of the product; then the number in
   * the export means nothing.
   */
  readonly quantity: string;
  readonly isInStock: boolean;
  /** URLs of pictures, or paths within the picture folder of the shop. */
  readonly images: readonly string[];
  readonly variations: readonly ExportVariation[];
}

/** An entry of the column `configurable_variations`: the SKU of a variant, and the attributes by which it differs. */
interface ExportVariation {
  readonly sku: string;
  readonly attributes: Attributes;
}

/** A row of `categories.csv` in a Magento export. */
export interface ExportCategory {
  readonly name: string;
  /** True if `categories.csv` names no parent of the category. */
  readonly isTop: boolean;
}

/**
 * Returns the SKU in upper case. Rows of the same product are found by this key, because SKUs that differ only in case
 * are equal.
 */
export function keyOf(sku: string): string {
  return sku.toUpperCase();
}

const online: YesOrNoColumn = {
  ...{ names: ['product_online'], empty: true, unknown: false },
  words: new Map([['2', false]]),
};
const inStock: YesOrNoColumn = { names: ['is_in_stock'], empty: false, unknown: true };
/**
 * The columns that show whether the stock of a product is counted: the setting of the product, and that of the shop.
 * The stock is counted if one of the two cells means yes.
 */
const managedStock: readonly YesOrNoColumn[] = ['manage_stock', 'use_config_manage_stock'].map(
  (name) => ({ names: [name], empty: true, unknown: true }),
);

/**
 * Returns the rows of `products.csv` as products. A cell that is neither yes nor no counts as no in the column
 * `product_online` and as yes in the columns about stock, and is added to `omissions`.
 */
export function productsIn({ columns, rows }: SourceTable, omissions: Omissions): ExportProduct[] {
  const reader = createCellReader(columns);
  const isYes = createYesOrNoReader(reader, omissions);
  return rows.map((row) => {
    const cell = (column: string) => reader.read(row, column);
    const isManaged = managedStock.some((column) => isYes(row, column));
    return {
      row,
      sku: cell('sku'),
      type: cell('product_type').toLowerCase(),
      storeView: cell('store_view_code'),
      isOnline: isYes(row, online),
      // `Not Visible Individually`, in the language of the person who exported.
      isVisible: !/^(not|non|pas) /i.test(cell('visibility')),
      name: cell('name'),
      description: cell('description'),
      shortDescription: cell('short_description'),
      price: cell('price'),
      special: {
        price: cell('special_price'),
        from: dayOf(cell('special_price_from_date')),
        until: dayOf(cell('special_price_to_date')),
      },
      categoryPaths: parseCategoryPaths(cell('categories')),
      attributes: parseAttributes(cell('additional_attributes')),
      quantity: isManaged ? cell('qty') : '',
      // An empty cell is no stock, but only where stock is counted.
      isInStock: isYes(row, isManaged ? inStock : { ...inStock, empty: true }),
      images: [cell('base_image'), ...cell('additional_images').split(',')]
        .map((path) => path.trim())
        // Magento's placeholder for a product without a picture.
        .filter((path) => path !== '' && path !== 'no_selection'),
      variations: parseVariations(cell('configurable_variations')),
    };
  });
}

/**
 * Returns the sizes in `attributes.csv` (the options of attributes such as `size` or `fashion_size`), in the order of
 * the file.
 */
export function sizesIn({ columns, rows }: SourceTable): string[] {
  const { read } = createCellReader(columns);
  return rows
    .filter((row) => /(^|_)size$/.test(read(row, 'attribute_code')))
    .flatMap((row) => read(row, 'option').split('\n'));
}

/** Returns the categories that `categories.csv` lists, in the order of the file. */
export function categoriesIn({ columns, rows }: SourceTable): ExportCategory[] {
  const { read } = createCellReader(columns);
  return rows.map((row) => ({
    name: toPlainText(read(row, 'name')),
    isTop: read(row, 'path') === '',
  }));
}

function parseCategoryPaths(text: string): string[][] {
  // `\/` is a slash within a name. A comma is within a name if a space and no slash follow it.
  const paths = text.split(/,(?! [^,/]*(?:,|$))/);
  return paths.map((path) =>
    path
      .split(/(?<!\\)\//)
      .map((name) => toPlainText(name.replaceAll('\\/', '/')))
      .filter((name) => name !== ''),
  );
}

function parseVariations(text: string): ExportVariation[] {
  return text.split(/\|(?=\s*sku=)/i).flatMap((entry) => {
    const attributes = parseAttributes(entry);
    const sku = attributes.get('sku')?.[0];
    return sku === undefined ? [] : [{ sku, attributes }];
  });
}
