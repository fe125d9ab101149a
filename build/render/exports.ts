/** Renders the part of one product in each export: the catalogue and the stock, as JSON or CSV. */

import type { Locale } from '../../contract/locales.ts';
import type { ExportForm } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { byteOrderMark, createRowWriter } from '../../contract/spreadsheet.ts';
import { keyOfVariant } from './stock.ts';

/**
 * Renders one export of a locale: a document with a part for every product, sorted by SKU, for clients that
 * keep a copy.
 */
export interface ExportRenderer {
  /** The route and the file extension of the export, such as `inventory` and `csv`. */
  readonly form: ExportForm;
  /** Returns the text before the first part. */
  beginning(facts: ExportFacts): string;
  /** Returns the part of a product from its detail; `text` is the JSON text of the detail. */
  part(detail: ProductDetail, text: string): string;
  /** The text between two parts. */
  readonly separator: string;
  /** The text after the last part. */
  readonly end: string;
}

/** What an export may contain besides the products: data about the release. */
export interface ExportFacts {
  /** Id of the release. */
  readonly release: string;
  /** The time of the stock count in `inventory.json` (ISO 8601); undefined if the content does not have this file. */
  readonly asOf: string | undefined;
}

/**
 * Returns the renderers of all exports of a locale, always in the same order: the catalogue as NDJSON (one JSON value
 * per line) and CSV, then the stock as JSON and CSV.
 */
export function createExportRenderers(locale: Locale): readonly ExportRenderer[] {
  const row = createRowWriter(locale);
  const table = (columns: readonly string[]) => ({
    beginning: () => byteOrderMark + row(columns),
    separator: '',
    end: '',
  });
  return [
    {
      form: { route: 'export', extension: 'ndjson' },
      beginning: () => '',
      part: (_detail, text) => `${text}\n`,
      separator: '',
      end: '',
    },
    {
      form: { route: 'export', extension: 'csv' },
      ...table(exportColumns),
      part: (detail) => exportRows(detail).map(row).join(''),
    },
    {
      form: { route: 'inventory', extension: 'json' },
      beginning: ({ release, asOf }) =>
        `${JSON.stringify({ asOf, release, products: [] }).slice(0, -2)}`,
      part: ({ sku, asOf, inventory }) => JSON.stringify({ sku, asOf, inventory }),
      separator: ',',
      end: ']}',
    },
    {
      form: { route: 'inventory', extension: 'csv' },
      ...table(stockColumns),
      part: (detail) => stockRows(detail).map(row).join(''),
    },
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
];

/**
 * Returns the rows of a product in the CSV export of the catalogue, each an array of unformatted cells for
 * `exportColumns`: one row for each colour and size. The MSRP of the first bracket and the surcharge of the size are
 * separate cells.
 */
function exportRows(detail: ProductDetail) {
  const { sku, productName, brand, catalog, colors, pricing, inventory, images } = detail;
  const [first] = pricing.msrp;
  const stock = new Map(inventory.map((entry) => [keyOfVariant(entry.colorId, entry.size), entry]));
  return colors.flatMap((color) =>
    pricing.sizes.map(({ name: size, surcharge }) => {
      const { partId, gtin, quantity } = stock.get(keyOfVariant(color.id, size)) ?? {};
      return [
        ...[sku, productName, brand.name, catalog.category, color.id, color.name, size],
        ...[partId, gtin, quantity, first?.minQuantity, pricing.currency],
        ...[first?.price, surcharge?.msrp, color.images[0] ?? images[0]?.url],
      ];
    }),
  );
}
