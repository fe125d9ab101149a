/** Renders the stock of a product for a locale: the pieces that ship to the locale's market. */
import { localeFacts } from '../../contract/locales.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { groupBy } from '../content/group-by.ts';
import { omitUndefined } from '../content/omit-undefined.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import { type InventoryRow, shippingOf } from '../content/schemas/tables.ts';
import type { ProductContext } from './context.ts';

type VariantStock = ProductDetail['inventory'][number];

/**
 * Returns the stock of each colour and size of a product with a stock row, in the order of its colours and sizes. If the
 * rows have the time of their count, also returns `asOf`: the earliest of these times, from all rows of the product.
 */
export function renderStock(
  { colors, sizes }: ProductContent,
  context: ProductContext,
): Pick<ProductDetail, 'inventory' | 'asOf'> {
  const { inventory, variants } = context.rows;
  const rowsOf = groupBy(inventory, (row) => keyOfVariant(row.color, row.size));
  const variantOf = new Map(variants.map((row) => [keyOfVariant(row.color, row.size), row]));
  const pairs = colors.flatMap(({ color }) => sizes.map((size) => [color, size] as const));
  const times = inventory.flatMap(({ as_of: asOf }) => asOf ?? []);
  return omitUndefined({
    inventory: pairs.flatMap(([colorId, size]): VariantStock[] => {
      const key = keyOfVariant(colorId, size);
      const rows = rowsOf.get(key);
      if (rows === undefined) return [];
      const variant = variantOf.get(key);
      return [
        // Begins with members, not with a spread, which takes ten times as long in Node.js 20.
        omitUndefined({
          colorId,
          size,
          partId: variant?.part_id,
          gtin: variant?.gtin,
          shipping: variant && shippingOf(variant),
          ...renderQuantity(rows, context),
        }),
      ];
    }),
    asOf: [...new Set(times)].sort((a, b) => Date.parse(a) - Date.parse(b))[0],
  });
}

/** Returns a key for a colour and size. It is unambiguous, because neither of them contains a line break. */
export const keyOfVariant = (color: string, size: string): string => `${color}\n${size}`;

/**
 * Returns the pieces in stock of one variant: the quantity of its only row or, if its rows have locations, the pieces at
 * each location that ships to the locale's market, in the order of `locations.json`, and their sum.
 */
function renderQuantity(
  rows: readonly InventoryRow[],
  { content, locale, localizer }: ProductContext,
): Pick<VariantStock, 'quantity' | 'locations'> {
  const [first] = rows;
  if (first?.location === undefined) return { quantity: first?.quantity ?? 0 };
  const { market } = localeFacts[locale];
  const locations = Object.entries(content.locations).flatMap(([id, { name, markets }]) => {
    const row = markets.includes(market) && rows.find((each) => each.location === id);
    if (!row) return [];
    const { quantity, incoming, incoming_date: incomingDate } = row;
    return omitUndefined({ id, name: localizer.text(name), quantity, incoming, incomingDate });
  });
  return { quantity: locations.reduce((sum, { quantity }) => sum + quantity, 0), locations };
}
