/** Variants in, pieces in stock by colour and size out. */
import type { Report } from '../report.ts';
import { readDecimal } from './decimal.ts';
import { toId } from './names.ts';
import type { ExportProduct } from './read-export.ts';
import type { Style } from './styles.ts';

/** A row of the inventory table as text, as it is written. */
type InventoryCells = Readonly<Record<'sku' | 'color' | 'size' | 'quantity', string>>;

/**
 * Whole pieces; none where the shop says it is out of stock, names no quantity or owes pieces.
 * Undefined where the quantity cannot be read.
 */
function piecesOf({ inStock, quantity }: ExportProduct): number | undefined {
  if (!inStock || quantity === '') return 0;
  const pieces = readDecimal(quantity.replace(/^-/, ''))?.whole;
  return pieces !== undefined && quantity.startsWith('-') ? 0 : pieces;
}

/**
 * Makes a row a colour and size of each style; variants of the same one are added up, and said.
 * One whose stock cannot be read is left out: pieces would be promised that there may not be.
 */
export function toInventoryRows(styles: readonly Style[], report: Report): InventoryCells[] {
  return styles.flatMap(({ product, variants }) => {
    const rows = new Map<string, { color: string; size: string; pieces: number }>();
    for (const variant of variants) {
      const { sku } = variant.product;
      const pieces = piecesOf(variant.product);
      if (pieces === undefined) {
        report.note('left out', 'stock that cannot be read', sku);
        continue;
      }
      const color = toId(variant.color);
      const key = `${color} ${variant.size}`;
      const known = rows.get(key);
      if (pieces === 0) report.note('taken', 'variants with nothing in stock', sku);
      if (known !== undefined) {
        const kind = 'variants added to another one of the same colour and size';
        report.note('defaulted', kind, sku);
      }
      rows.set(key, { color, size: variant.size, pieces: (known?.pieces ?? 0) + pieces });
    }
    return [...rows.values()].map(({ color, size, pieces }) => ({
      sku: product.sku,
      color,
      size,
      quantity: String(pieces),
    }));
  });
}
