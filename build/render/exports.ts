/** Renders the parts of one product in the list and the exports of a locale: the catalogue and the stock, as JSON or CSV. */
import type { Locale } from '../../contract/locales.ts';
import type { ExportForm } from '../../contract/release.ts';
import type { ProductDetail, ProductSummary } from '../../contract/schemas/product.ts';
import { byteOrderMark, createRowWriter } from '../../contract/spreadsheet.ts';
import { keyOfVariant } from './stock.ts';

/** The parts of a product in the documents of a locale that contain every product. */
export interface ProductParts {
  /** The element of `products` in the product list, as JSON. */
  readonly list: string;
  /** The rows of the CSV export of the catalogue. */
  readonly catalogueRows: string;
  /** The element of `products` in the JSON export of the stock. */
  readonly stock: string;
  /** The rows of the CSV export of the stock. */
  readonly stockRows: string;
}

/** Renders the parts of a product from its list entry and its detail in a locale. */
export function renderParts(
  summary: ProductSummary,
  detail: ProductDetail,
  locale: Locale,
): ProductParts {
  const row = createRowWriter(locale);
  const { sku, asOf, inventory } = detail;
  return {
    list: JSON.stringify(summary),
    catalogueRows: catalogueRows(detail).map(row).join(''),
    stock: JSON.stringify({ sku, asOf, inventory }),
    stockRows: stockRows(detail).map(row).join(''),
  };
}

/** An export of a locale: a document with a part for every product, sorted by SKU, for clients that keep a copy. */
export interface ExportFrame {
  /** The route and the file extension of the export, such as `inventory` and `csv`. */
  readonly form: ExportForm;
  /** The member of `ProductParts` with a product's part; `detail` for the detail itself. */
  readonly part: keyof ProductParts | 'detail';
  readonly beginning: string;
  /** The text between two parts. */
  readonly separator: string;
  /** The text after each part. */
  readonly after: string;
  readonly end: string;
}

/** What an export may contain besides the products: the id of the release, and the time of the stock count, if known. */
export interface ExportFacts {
  readonly release: string;
  readonly asOf: string | undefined;
}

/** Returns the exports of a locale: the catalogue as NDJSON and CSV, then the stock as JSON and CSV. */
export function exportFrames(
  locale: Locale,
  { release, asOf }: ExportFacts,
): readonly ExportFrame[] {
  const table = (columns: readonly string[]) => byteOrderMark + createRowWriter(locale)(columns);
  const bare = { beginning: '', separator: '', after: '', end: '' };
  const stock = JSON.stringify({ asOf, release, products: [] }).slice(0, -2);
  return [
    { ...bare, form: { route: 'export', extension: 'ndjson' }, part: 'detail', after: '\n' },
    {
      ...{ ...bare, form: { route: 'export', extension: 'csv' }, part: 'catalogueRows' },
      beginning: table(catalogueColumns),
    },
    {
      ...{ ...bare, form: { route: 'inventory', extension: 'json' }, part: 'stock' },
      ...{ beginning: stock, separator: ',', end: ']}' },
    },
    {
      ...{ ...bare, form: { route: 'inventory', extension: 'csv' }, part: 'stockRows' },
      beginning: table(stockColumns),
    },
  ];
}

/** Column names of the CSV export of the stock. */
const stockColumns = [
  ...['sku', 'colorId', 'size', 'partId', 'gtin', 'quantity'],
  ...['location', 'incoming', 'incomingDate', 'asOf'],
];

/** Returns the cells of a row for each colour and size or, if their stock is given by location, for each location. */
function stockRows({ sku, asOf, inventory }: ProductDetail) {
  return inventory.flatMap(({ colorId, size, partId, gtin, quantity, locations = [] }) => {
    const counts = locations.length > 0 ? locations : [{ quantity }];
    return counts.map((at: Partial<(typeof locations)[number]>) => [
      ...[sku, colorId, size, partId, gtin, at.quantity],
      ...[at.id, at.incoming, at.incomingDate, asOf],
    ]);
  });
}

/** Column names of the CSV export of the catalogue. */
const catalogueColumns = [
  ...['sku', 'productName', 'brand', 'category', 'colorId', 'color', 'size', 'partId', 'gtin'],
  ...['quantity', 'minQuantity', 'currency', 'msrp', 'surcharge', 'image'],
  ...['kind', 'categoryId', 'pieceWeight', 'pieceWeightUnit', 'casePack'],
  ...['cartonWeight', 'cartonWeightUnit', 'cartonLength', 'cartonWidth', 'cartonHeight'],
  ...['cartonUnit', 'originCountries', 'hsCode', 'leadTimeMinimum', 'leadTimeMaximum'],
];

/**
 * Returns the cells of a row for each colour and size, with the MSRP of the first bracket, the surcharge of the size and
 * the trade data of the variant.
 */
function catalogueRows(detail: ProductDetail) {
  const { sku, productName, brand, catalog, colors, pricing, inventory, images } = detail;
  const [first] = pricing.msrp;
  const stock = new Map(inventory.map((entry) => [keyOfVariant(entry.colorId, entry.size), entry]));
  return colors.flatMap((color) =>
    pricing.sizes.map(({ name: size, surcharge }) => {
      const variant = stock.get(keyOfVariant(color.id, size));
      const shipping = { ...detail.shipping, ...variant?.shipping };
      const { pieceWeight, cartonWeight, carton, leadTime } = shipping;
      return [
        ...[sku, productName, brand.name, catalog.category, color.id, color.name, size],
        ...[variant?.partId, variant?.gtin, variant?.quantity, first?.minQuantity],
        ...[pricing.currency, first?.price, surcharge?.msrp, color.images[0] ?? images[0]?.url],
        ...[detail.kind, catalog.categoryId, pieceWeight?.value, pieceWeight?.unit],
        ...[shipping.casePack, cartonWeight?.value, cartonWeight?.unit],
        ...[carton?.length, carton?.width, carton?.height, carton?.unit],
        ...[shipping.originCountries?.join(' '), shipping.hsCode],
        ...[leadTime?.minimum, leadTime?.maximum],
      ];
    }),
  );
}
