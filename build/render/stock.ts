/** Renders the stock of a product for a locale: the pieces that ship to the locale's market. */
import { localeFacts } from '../../contract/locales.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { groupBy } from '../content/group-by.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import { type InventoryRow, shippingOf } from '../content/schemas/tables.ts';
import type { ProductContext } from './context.ts';

type VariantStock = ProductDetail['inventory'][number];
type StockLocation = NonNullable<VariantStock['locations']>[number];

/**
 * Returns the pieces in stock of each colour and size of a product, in the order of its colours and sizes. Omits a
 * colour and size without a stock row. If the stock rows have locations, lists only the locations that ship to the
 * locale's market, and `quantity` is the sum of their pieces. If stock rows have the time of their count, also returns
 * `asOf`: the earliest of these times, from all rows of the product.
 */
export function renderStock(
  product: ProductContent,
  context: ProductContext,
): Pick<ProductDetail, 'inventory' | 'asOf'> {
  const { stock, variants } = context;
  const rowsOf = groupBy(stock, (row) => keyOfVariant(row.color, row.size));
  const variantOf = new Map(variants.map((row) => [keyOfVariant(row.color, row.size), row]));
  const inventory = product.colors.flatMap(({ color }) =>
    product.sizes.flatMap((size): VariantStock[] => {
      const key = keyOfVariant(color, size);
      const rows = rowsOf.get(key);
      if (rows === undefined) return [];
      const variant = variantOf.get(key);
      const shipping = variant && shippingOf(variant);
      return [
        // Begins with members, not with a spread, which takes ten times as long in Node.js 20.
        {
          colorId: color,
          size,
          ...(variant?.part_id !== undefined && { partId: variant.part_id }),
          ...(variant?.gtin !== undefined && { gtin: variant.gtin }),
          ...(shipping && { shipping }),
          ...renderQuantity(rows, context),
        },
      ];
    }),
  );
  const asOf = oldestOf(stock);
  return asOf === undefined ? { inventory } : { inventory, asOf };
}

/** Returns a key for a colour and size. It is unambiguous, because neither of them contains a line break. */
export const keyOfVariant = (color: string, size: string): string => `${color}\n${size}`;

/**
 * Returns the pieces in stock of one variant, from its stock rows. If the rows have locations, returns the pieces at
 * each location that ships to the locale's market, and their sum. Otherwise returns the pieces in the only row, or 0 if
 * there is no row.
 */
function renderQuantity(
  rows: readonly InventoryRow[],
  { content, locale, localizer }: ProductContext,
): Pick<VariantStock, 'quantity' | 'locations'> {
  const [first] = rows;
  if (first?.location === undefined) return { quantity: first?.quantity ?? 0 };
  const { market } = localeFacts[locale];
  const locations = Object.entries(content.locations).flatMap(([id, location]): StockLocation[] => {
    const row = rows.find((each) => each.location === id);
    if (row === undefined || !location.markets.includes(market)) return [];
    const { quantity, incoming, incoming_date: incomingDate } = row;
    return [
      {
        id,
        name: localizer.text(location.name),
        quantity,
        ...(incoming !== undefined && { incoming }),
        ...(incomingDate !== undefined && { incomingDate }),
      },
    ];
  });
  return { quantity: locations.reduce((sum, { quantity }) => sum + quantity, 0), locations };
}

/** Returns the earliest count time of the rows (ISO 8601), or undefined if no row has one. */
function oldestOf(rows: readonly InventoryRow[]): string | undefined {
  const counts = new Set(rows.flatMap(({ as_of: asOf }) => asOf ?? []));
  return [...counts].reduce<string | undefined>(
    (oldest, each) =>
      oldest === undefined || Date.parse(each) < Date.parse(oldest) ? each : oldest,
    undefined,
  );
}
