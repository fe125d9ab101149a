/** Parses the three files of a Magento export into typed products, size options and categories. */
import { type Cells, parseTable } from '../import-files.ts';
import { toPlainText } from '../text.ts';
import { type Attributes, parseAttributes } from './attributes.ts';

/** The files of an export. */
export const exportFiles = ['products.csv', 'attributes.csv', 'categories.csv'] as const;
type ExportBytes = Readonly<Record<(typeof exportFiles)[number], Uint8Array>>;

const productColumns = [
  'sku',
  'product_type',
  'categories',
  'name',
  'description',
  'price',
  'additional_attributes',
  'qty',
  'is_in_stock',
  'configurable_variations',
] as const;

/** A row of `products.csv`; SKUs are in upper case, money and quantities are text. */
export interface ExportProduct {
  readonly sku: string;
  readonly type: string;
  readonly storeView: string;
  readonly online: boolean;
  readonly name: string;
  readonly description: string;
  readonly shortDescription: string;
  readonly price: string;
  readonly special: { readonly price: string; readonly from: string; readonly to: string };
  readonly categoryPaths: readonly (readonly string[])[];
  readonly attributes: Attributes;
  readonly quantity: string;
  readonly inStock: boolean;
  readonly images: readonly string[];
  readonly variations: readonly ExportVariation[];
}

/** One entry of `configurable_variations`. */
interface ExportVariation {
  readonly sku: string;
  readonly attributes: Attributes;
}

/** A parsed export. */
export interface MagentoExport {
  readonly products: readonly ExportProduct[];
  /** The sizes that `attributes.csv` declares, in its order. */
  readonly sizeOptions: readonly string[];
  /** The categories of `categories.csv` in its order; `top` if they have no parent. */
  readonly categories: readonly { readonly name: string; readonly top: boolean }[];
}

/** Parses an export; throws `ImportError` if a file is invalid CSV or lacks a column. */
export function parseExport(files: ExportBytes): MagentoExport {
  const attributes = parseTable('attributes.csv', files['attributes.csv'], [
    'attribute_code',
    'option',
  ]);
  const categories = parseTable('categories.csv', files['categories.csv'], ['name', 'path']);
  const sizes = attributes.filter((cells) => /(^|_)size$/.test(cells.get('attribute_code') ?? ''));
  return {
    products: parseTable('products.csv', files['products.csv'], productColumns).map(toProduct),
    sizeOptions: sizes.flatMap((cells) => (cells.get('option') ?? '').split('\n')),
    categories: categories.map((cells) => ({
      name: toPlainText(cells.get('name') ?? ''),
      top: (cells.get('path') ?? '').trim() === '',
    })),
  };
}

function toProduct(cells: Cells): ExportProduct {
  const cell = (column: string) => (cells.get(column) ?? '').trim();
  return {
    sku: cell('sku').toUpperCase(),
    type: cell('product_type').toLowerCase(),
    storeView: cell('store_view_code'),
    online: !['0', '2'].includes(cell('product_online')),
    name: toPlainText(cell('name')),
    description: cell('description'),
    shortDescription: cell('short_description'),
    price: cell('price'),
    special: {
      price: cell('special_price'),
      from: cell('special_price_from_date'),
      to: cell('special_price_to_date'),
    },
    categoryPaths: parseCategoryPaths(cell('categories')),
    attributes: parseAttributes(cell('additional_attributes')),
    quantity: cell('qty'),
    inStock: cell('is_in_stock') === '1',
    images: [cell('base_image'), ...cell('additional_images').split(',')].map((path) =>
      path.trim(),
    ),
    variations: parseVariations(cell('configurable_variations')),
  };
}

function parseCategoryPaths(text: string): string[][] {
  // `\/` is a slash in a name; a comma followed by a space and no slash is a comma in a name.
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
    const sku = attributes.get('sku')?.[0]?.toUpperCase();
    return sku === undefined ? [] : [{ sku, attributes }];
  });
}
