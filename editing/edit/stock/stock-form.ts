/** The columns of a stock table, with their usual names in warehouse systems. */
import type { TableForm } from '../../tables/table-form.ts';

/** A field that a warehouse's stock table may have. */
export type StockField = 'sku' | 'color' | 'size' | 'partId' | 'gtin' | 'quantity' | 'location';

/** The fields of a warehouse's stock table: their usual column names, and the fields that a table must have. */
export const stockForm: TableForm<StockField> = {
  names: {
    sku: [
      ...['SKU', 'Item', 'Item number', 'Item no', 'Style', 'Product'],
      ...['UGS', 'Article', 'Numéro d’article', 'No d’article', 'Modèle'],
    ],
    color: ['Colour', 'Color', 'Couleur', 'Coloris'],
    size: ['Size', 'Taille', 'Grandeur'],
    partId: ['Part id', 'Part', 'Part number', 'Part no', 'Numéro de pièce', 'No de pièce'],
    gtin: ['GTIN', 'UPC', 'EAN', 'UPC/EAN', 'Barcode', 'CUP', 'Code-barres', 'Code à barres'],
    quantity: [
      ...['Quantity', 'Qty', 'On hand', 'Qty on hand', 'Stock', 'Available', 'On hand (current)'],
      ...['Quantité', 'Qté', 'En main', 'Quantité en main', 'Qté en main', 'Disponible'],
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

/** The cells of a row of a stock table, by field. A cell is empty if the table has no column for its field. */
export type StockCells = Readonly<Record<StockField, string>>;
