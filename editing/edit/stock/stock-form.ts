/** The names that warehouses use for the columns of a stock table. */
import type { TableForm } from '../../tables/table-form.ts';

export type StockField = 'sku' | 'color' | 'size' | 'partId' | 'gtin' | 'quantity' | 'location';

export const stockForm: TableForm<StockField> = {
  names: {
    sku: ['SKU', 'Item', 'Item number', 'Item no', 'Style', 'Product', 'Article', 'Modèle'],
    color: ['Colour', 'Color', 'Couleur', 'Coloris'],
    size: ['Size', 'Taille', 'Grandeur'],
    partId: ['Part id', 'Part', 'Part number', 'Part no', 'Numéro de pièce'],
    gtin: ['GTIN', 'UPC', 'EAN', 'UPC/EAN', 'Barcode', 'CUP', 'Code-barres'],
    quantity: [
      'Quantity',
      'Qty',
      'On hand',
      'Qty on hand',
      'Stock',
      'Available',
      'Quantité',
      'Qté',
    ],
    location: ['Location', 'Warehouse', 'Emplacement', 'Entrepôt'],
  },
  needed: [
    ['sku', 'quantity'],
    ['gtin', 'quantity'],
    ['partId', 'quantity'],
  ],
  keys: ['sku', 'gtin', 'partId'],
};

/** A row of such a table; fields without a column are empty. */
export type StockCells = Readonly<Record<StockField, string>>;
