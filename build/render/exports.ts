/** Renders the parts of one product in the list and the exports of a locale: the catalogue and the stock, as JSON or CSV. */
import type { Locale } from '../../contract/locales.ts';
import type { ExportForm } from '../../contract/release.ts';
import type { ProductDetail, ProductSummary } from '../../contract/schemas/product.ts';
import type { Shipping } from '../../contract/schemas/shipping.ts';
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
    catalogueRows: exportRows(detail).map(row).join(''),
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

/** What an export may contain besides the products: data about the release. */
export interface ExportFacts {
  /** Id of the release. */
  readonly release: string;
  /** The time of the stock count in `inventory.json` (ISO 8601); undefined if the content does not have this file. */
  readonly asOf: string | undefined;
}

/** Returns the exports of a locale: the catalogue as NDJSON and CSV, then the stock as JSON and CSV. */
export function exportFrames(
  locale: Locale,
  { release, asOf }: ExportFacts,
): readonly ExportFrame[] {
  const row = createRowWriter(locale);
  const table = (columns: readonly string[]) => ({
    beginning: byteOrderMark + row(columns),
    ...{ separator: '', after: '', end: '' },
  });
  return [
    {
      ...{ form: { route: 'export', extension: 'ndjson' }, part: 'detail' },
      ...{ beginning: '', separator: '', after: '\n', end: '' },
    },
    { form: { route: 'export', extension: 'csv' }, part: 'catalogueRows', ...table(exportColumns) },
    {
      ...{ form: { route: 'inventory', extension: 'json' }, part: 'stock' },
      beginning: JSON.stringify({ asOf, release, products: [] }).slice(0, -2),
      ...{ separator: ',', after: '', end: ']}' },
    },
    { form: { route: 'inventory', extension: 'csv' }, part: 'stockRows', ...table(stockColumns) },
  ];
}

/** Column names of the CSV export of the stock. */
const stockColumns = [
  ...['sku', 'colorId', 'size', 'partId', 'gtin', 'quantity'],
  ...['location', 'incoming', 'incomingDate', 'asOf'],
];

/**
 * Returns the rows of a product in the CSV export of the stock, with the cells of `stockColumns`: one row for each
 * colour and size or, if their stock is given by location, one for each location.
 */
function stockRows({ sku, asOf, inventory }: ProductDetail) {
  return inventory.flatMap(({ colorId, size, partId, gtin, quantity, locations = [] }) => {
    const variant = [sku, colorId, size, partId, gtin];
    if (locations.length === 0) {
      return [[...variant, quantity, undefined, undefined, undefined, asOf]];
    }
    return locations.map((at) => {
      return [...variant, at.quantity, at.id, at.incoming, at.incomingDate, asOf];
    });
  });
}

/** Column names of the CSV export of the catalogue. */
const exportColumns = [
  ...['sku', 'productName', 'brand', 'category', 'colorId', 'color', 'size', 'partId', 'gtin'],
  ...['quantity', 'minQuantity', 'currency', 'msrp', 'surcharge', 'image'],
  ...['kind', 'categoryId', 'pieceWeight', 'pieceWeightUnit', 'casePack'],
  ...['cartonWeight', 'cartonWeightUnit', 'cartonLength', 'cartonWidth', 'cartonHeight'],
  ...['cartonUnit', 'originCountries', 'hsCode', 'leadTimeMinimum', 'leadTimeMaximum'],
];

/**
 * Returns the rows of a product in the CSV export of the catalogue, each an array of unformatted cells for
 * `exportColumns`: one row for each colour and size. The MSRP of the first bracket and the surcharge of the size are
 * separate cells. The trade data is that of the variant.
 */
function exportRows(detail: ProductDetail) {
  const { sku, productName, brand, catalog, colors, pricing, inventory, images } = detail;
  const [first] = pricing.msrp;
  const stock = new Map(inventory.map((entry) => [keyOfVariant(entry.colorId, entry.size), entry]));
  return colors.flatMap((color) =>
    pricing.sizes.map(({ name: size, surcharge }) => {
      const { partId, gtin, quantity, shipping } = stock.get(keyOfVariant(color.id, size)) ?? {};
      return [
        ...[sku, productName, brand.name, catalog.category, color.id, color.name, size],
        ...[partId, gtin, quantity, first?.minQuantity, pricing.currency],
        ...[first?.price, surcharge?.msrp, color.images[0] ?? images[0]?.url],
        ...[detail.kind, catalog.categoryId],
        ...shippingCells({ ...detail.shipping, ...shipping }),
      ];
    }),
  );
}

function shippingCells(shipping: Shipping) {
  const { pieceWeight, casePack, cartonWeight, carton, originCountries, hsCode, leadTime } =
    shipping;
  return [
    ...[pieceWeight?.value, pieceWeight?.unit, casePack, cartonWeight?.value, cartonWeight?.unit],
    ...[carton?.length, carton?.width, carton?.height, carton?.unit],
    ...[originCountries?.join(' '), hsCode, leadTime?.minimum, leadTime?.maximum],
  ];
}
