/** The rows of the price and inventory tables, as text cells. */
import { isGtin, toGtin14 } from '../../../build/content/schemas/gtin.ts';
import { variantRowSchema } from '../../../build/content/schemas/tables.ts';
import { currencies } from '../../../contract/locales.ts';
import type { MagentoOptions } from '../command-line.ts';
import { convert, discount, formatCents, parseDecimal } from '../money.ts';
import type { Report } from '../report.ts';
import { toId } from '../text.ts';
import type { Attributes } from './attributes.ts';
import type { PricedStyle } from './prices.ts';
import type { ExportProduct } from './read-export.ts';
import type { Style } from './styles.ts';

type PriceCells = Readonly<
  Record<'sku' | 'currency' | 'minQuantity' | 'price' | 'regularPrice', string>
>;

/** Returns one row per style and currency, from one piece up, with a discount in percent. */
export function toPriceRows(
  styles: readonly PricedStyle[],
  percentOff: number,
  { currency, rate }: Pick<MagentoOptions, 'currency' | 'rate'>,
): PriceCells[] {
  return styles.flatMap(({ product, price }) =>
    currencies.map((target) => {
      const toTarget = (cents: number) =>
        discount(convert(cents, currency, target, rate), percentOff);
      const current = toTarget(price.current);
      const regular = price.regular === undefined ? current : toTarget(price.regular);
      return {
        sku: product.sku,
        currency: target,
        minQuantity: '1',
        price: formatCents(current),
        regularPrice: regular > current ? formatCents(regular) : '',
      };
    }),
  );
}

type InventoryCells = Readonly<Record<'sku' | 'color' | 'size' | 'quantity', string>>;

/**
 * Returns one row per style, colour and size; adds up variants that share them and notes it. A variant
 * whose stock is unreadable is left out: a guess could promise pieces that do not exist.
 */
export function toInventoryRows(styles: readonly Style[], report: Report): InventoryCells[] {
  return styles.flatMap(({ product, variants }) => {
    const rows = new Map<string, { color: string; size: string; pieces: number }>();
    for (const variant of variants) {
      const { sku } = variant.product;
      const pieces = piecesOf(variant.product);
      if (pieces === undefined) {
        report.note('left out', 'unreadable stock', sku);
        continue;
      }
      const color = toId(variant.color);
      const key = `${color} ${variant.size}`;
      const known = rows.get(key);
      if (pieces === 0) report.note('imported', 'variants that are out of stock', sku);
      if (known !== undefined) {
        report.note('defaulted', 'variants added to one of the same colour and size', sku);
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

type VariantCells = Readonly<Record<'sku' | 'color' | 'size' | 'part_id' | 'gtin', string>>;

/** Returns one row per style, colour and size: the SKU of its first variant as part id, and its GTIN if it has one. */
export function toVariantRows(styles: readonly Style[], report: Report): VariantCells[] {
  const gtins = new Set<string>();
  return styles.flatMap(({ product, variants }) => {
    const rows = new Map<string, VariantCells>();
    for (const variant of variants) {
      const { sku } = variant.product;
      const cells = { sku: product.sku, color: toId(variant.color), size: variant.size };
      const key = `${cells.color} ${cells.size}`;
      if (rows.has(key)) continue;
      const isPartId = variantRowSchema.shape.part_id.safeParse(sku).success;
      if (!isPartId) report.note('left out', 'SKUs that cannot be a part id', sku);
      const gtin = gtinOf(variant.product.attributes);
      const isUsable = isGtin(gtin) && !gtins.has(toGtin14(gtin));
      if (isUsable) gtins.add(toGtin14(gtin));
      else if (gtin !== '') report.note('left out', 'GTINs that are invalid or repeated', gtin);
      const ids = { part_id: isPartId ? sku : '', gtin: isUsable ? gtin : '' };
      if (isPartId || isUsable) rows.set(key, { ...cells, ...ids });
    }
    return [...rows.values()];
  });
}

/** Returns the GTIN from an attribute that shops have for it, in digits alone; '' if there is none. */
function gtinOf(attributes: Attributes): string {
  const found = [...attributes].find(([name]) => /^(gtin|ean|upc|barcode)\d*$/.test(name));
  return (found?.[1][0] ?? '').replaceAll(/[\s-]/g, '');
}

/**
 * Returns the whole pieces in stock: 0 if the product is out of stock, has no quantity or a negative one;
 * undefined if the quantity is unreadable.
 */
function piecesOf({ inStock, quantity }: ExportProduct): number | undefined {
  if (!inStock || quantity === '') return 0;
  const pieces = parseDecimal(quantity.replace(/^-/, ''))?.whole;
  return pieces !== undefined && quantity.startsWith('-') ? 0 : pieces;
}
