/** Variants in, pieces in stock by colour and size out. */
import type { Report } from '../report.ts';
import { toId } from './names.ts';
import type { ExportProduct } from './read-export.ts';
import type { Style } from './styles.ts';

/** A row of the inventory table as text, as it is written. */
type InventoryCells = Readonly<Record<'sku' | 'color' | 'size' | 'quantity', string>>;

/** Whole pieces; none where the shop says it is out of stock, or owes pieces. */
function piecesOf({ inStock, quantity }: ExportProduct): number {
  const pieces = Math.floor(Number(quantity));
  return inStock && Number.isSafeInteger(pieces) && pieces > 0 ? pieces : 0;
}

/** Makes a row a colour and size of each style; variants of the same one are added up, and said. */
export function toInventoryRows(styles: readonly Style[], report: Report): InventoryCells[] {
  return styles.flatMap(({ product, variants }) => {
    const rows = new Map<string, { color: string; size: string; pieces: number }>();
    for (const variant of variants) {
      const color = toId(variant.color);
      const key = `${color} ${variant.size}`;
      const known = rows.get(key);
      const pieces = piecesOf(variant.product);
      if (pieces === 0) report.note('taken', 'variants with nothing in stock', variant.product.sku);
      if (known !== undefined) {
        const kind = 'variants added to another one of the same colour and size';
        report.note('defaulted', kind, variant.product.sku);
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
