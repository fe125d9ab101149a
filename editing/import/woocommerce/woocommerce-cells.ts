/** The columns of a WooCommerce export, and the format of lists in its cells. */
import type { SourceRow } from '../source-table.ts';

/** Field of a WooCommerce export → its column names in English and French. `#` is the number of an attribute. */
export const columns = {
  id: ['id'],
  type: ['type'],
  sku: ['sku', 'ugs'],
  gtin: ['gtin, upc, ean, or isbn', 'gtin, upc, ean ou isbn'],
  name: ['name', 'nom'],
  published: ['published', 'publié'],
  short: ['short description', 'description courte'],
  description: ['description'],
  saleFrom: ['date sale price starts', 'date de début de promo'],
  saleUntil: ['date sale price ends', 'date de fin de promo'],
  inStock: ['in stock?', 'en stock ?'],
  stock: ['stock'],
  sale: ['sale price', 'tarif promo'],
  regular: ['regular price', 'tarif régulier'],
  categories: ['categories', 'catégories'],
  tags: ['tags', 'étiquettes'],
  brands: ['brands', 'marques'],
  images: ['images'],
  parent: ['parent'],
  attribute: ['attribute # name', "nom de l'attribut #"],
  values: ['attribute # value(s)', "valeur(s) de l'attribut #"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A field of a WooCommerce export, which is a key of `columns`. */
export type CellName = keyof typeof columns;

/**
 * Returns a trimmed cell of a row, or an empty string if the export lacks the column. `number` is the number of the
 * attribute for the columns `attribute` and `values`.
 */
export type ReadCell = (row: SourceRow, name: CellName, number?: number) => string;

/** Splits a cell at commas into its trimmed items, without empty ones. In the cell, `\,` is a comma within an item. */
export function splitList(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((item) => item.replaceAll('\\,', ',').trim())
    .filter((item) => item !== '');
}
