/** Renders a product's parts of the exports from its detail in a locale. */

import type { Locale } from '../../contract/locales.ts';
import type { ExportForm } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { byteOrderMark, createRowWriter } from '../../contract/spreadsheet.ts';

/** A document with a part of every product of a locale, sorted by SKU. */
export interface ExportRenderer {
  readonly form: ExportForm;
  /** The text before the parts. */
  beginning(facts: ExportFacts): string;
  /** Returns the part of a product; `text` is the document of its detail. */
  part(detail: ProductDetail, text: string): string;
  /** The separator of parts. */
  readonly separator: string;
  readonly end: string;
}

export interface ExportFacts {
  readonly release: string;
  /** When the stock was counted (ISO 8601), if the content has it. */
  readonly asOf: string | undefined;
}

/** Returns the exports of a locale, always in the same order. */
export function createExportRenderers(locale: Locale): readonly ExportRenderer[] {
  const row = createRowWriter(locale);
  const table = (columns: readonly string[]) => ({
    beginning: () => byteOrderMark + row(columns),
    separator: '',
    end: '',
  });
  return [
    {
      form: { route: 'export', ending: 'ndjson' },
      beginning: () => '',
      part: (_detail, text) => `${text}\n`,
      separator: '',
      end: '',
    },
    {
      form: { route: 'export', ending: 'csv' },
      ...table(exportColumns),
      part: (detail) => exportRows(detail).map(row).join(''),
    },
    {
      form: { route: 'inventory', ending: 'json' },
      beginning: ({ release, asOf }) =>
        `${JSON.stringify({ asOf, release, products: [] }).slice(0, -2)}`,
      part: ({ sku, asOf, inventory }) => JSON.stringify({ sku, asOf, inventory }),
      separator: ',',
      end: ']}',
    },
    {
      form: { route: 'inventory', ending: 'csv' },
      ...table(stockColumns),
      part: (detail) => stockRows(detail).map(row).join(''),
    },
  ];
}

const stockColumns = [
  ...['sku', 'colorId', 'size', 'partId', 'gtin', 'quantity'],
  ...['location', 'incoming', 'incomingDate', 'asOf'],
];

/** Returns a row for each colour and size, or for each of its locations. */
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

const exportColumns = [
  ...['sku', 'productName', 'brand', 'category', 'colorId', 'color', 'size', 'partId', 'gtin'],
  ...['quantity', 'minQuantity', 'currency', 'msrp', 'surcharge', 'image'],
];

/**
 * Returns a row for each colour and size, with the price of the first bracket and the surcharge of the size.
 */
function exportRows(detail: ProductDetail) {
  const { sku, productName, brand, catalog, colors, pricing, inventory, images } = detail;
  const [first] = pricing.msrp;
  const stock = new Map(inventory.map((entry) => [keyOf(entry.colorId, entry.size), entry]));
  return colors.flatMap((color) =>
    pricing.sizes.map(({ name: size, surcharge }) => {
      const { partId, gtin, quantity } = stock.get(keyOf(color.id, size)) ?? {};
      return [
        ...[sku, productName, brand.name, catalog.category, color.id, color.name, size],
        ...[partId, gtin, quantity, first?.minQuantity, pricing.currency],
        ...[first?.price, surcharge?.msrp, color.images[0] ?? images[0]?.url],
      ];
    }),
  );
}

const keyOf = (color: string, size: string) => JSON.stringify([color, size]);
