/** Prices in one currency in, the rows of the MSRP table and of every net table out. */
import { currencies } from '../../../contract/locales.ts';
import type { ImportOptions } from '../options.ts';
import { convert, discount, formatCents } from './money.ts';
import type { PricedStyle } from './prices.ts';

/** Per cent off the MSRP, by tier; the export knows no tiers. */
export const discountsByTier = { A1: 30, A2: 34, A3: 38, A4: 42, A5: 46 } as const;
export const baseTier = 'A3';
export const tiers = Object.keys(discountsByTier) as (keyof typeof discountsByTier)[];

/** A row of a price table as text, as it is written. */
type PriceCells = Readonly<
  Record<'sku' | 'currency' | 'minQuantity' | 'price' | 'regularPrice', string>
>;

/** Makes one bracket a style and currency, from one piece up, with so many per cent off. */
export function toPriceRows(
  styles: readonly PricedStyle[],
  percentOff: number,
  { currency, rate }: Pick<ImportOptions, 'currency' | 'rate'>,
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
