/** The columns of a stock table, with their usual names in warehouse systems. */
import type { TableForm } from '../../tables/table-form.ts';

/** A field that a stock table may have. */
export type StockField = 'sku' | 'color' | 'size' | 'partId' | 'gtin' | 'quantity' | 'location';

/** The columns of a stock table: usual names, and which columns are required. */
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

/** The cells of a row by field; empty if the table has no column for the field. */
export type StockCells = Readonly<Record<StockField, string>>;
