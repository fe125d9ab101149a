/** The price of each style. */
import { parseDecimal, toCents } from '../money.ts';
import type { Report } from '../report.ts';
import type { ExportProduct } from './read-export.ts';
import type { Style } from './styles.ts';

/** A price in cents; `regular` is set only if it is above `current`. */
interface Price {
  readonly current: number;
  readonly regular: number | undefined;
}

/** A style that has a price. */
export interface PricedStyle extends Style {
  readonly price: Price;
}

/** Returns the styles with their prices; leaves out and notes styles without one. */
export function priceStyles(
  styles: readonly Style[],
  today: Date,
  report: Report,
): readonly PricedStyle[] {
  return styles.flatMap((style) => {
    const price = priceOfStyle(style, today, report);
    if (price === undefined) {
      report.note('left out', 'styles without a price', style.product.sku);
      return [];
    }
    if (price.regular !== undefined) report.note('imported', 'markdowns', style.product.sku);
    return [{ ...style, price }];
  });
}

/** Returns the style's own price or, if it has none, the lowest price of its variants. */
function priceOfStyle(style: Style, today: Date, report: Report): Price | undefined {
  const { sku } = style.product;
  const hasOwn = toCents(style.product.price) !== undefined;
  const priced = hasOwn ? style.product : cheapestOf(style);
  if (priced === undefined) return undefined;
  if (!hasOwn) report.note('defaulted', 'styles with the price of their cheapest variant', sku);
  if (hasOtherPrice(style, priced)) {
    report.note('defaulted', 'styles whose variants differ in price, reduced to one price', sku);
  }
  return priceOf(priced, today, report);
}

function cheapestOf({ variants }: Style): ExportProduct | undefined {
  const priced = variants
    .map(({ product }) => ({ product, price: toCents(product.price) ?? Number.POSITIVE_INFINITY }))
    .filter(({ price }) => Number.isFinite(price));
  return priced.sort((a, b) => a.price - b.price)[0]?.product;
}

/** Whether a variant has a price or special price other than the given one. */
function hasOtherPrice({ variants }: Style, { price, special }: ExportProduct): boolean {
  const isOther = (own: string, text: string) => own !== '' && toCents(own) !== toCents(text);
  return variants.some(
    ({ product }) => isOther(product.price, price) || isOther(product.special.price, special.price),
  );
}

function priceOf(product: ExportProduct, today: Date, report: Report): Price | undefined {
  const price = toCents(product.price);
  if (price === undefined) return undefined;
  const { price: specialText } = product.special;
  if (specialText !== '' && parseDecimal(specialText) === undefined) {
    report.note('left out', 'unreadable special prices', product.sku);
  }
  const special = toCents(specialText);
  if (special === undefined || special >= price) return { current: price, regular: undefined };
  if (isCurrent(product.special, today)) return { current: special, regular: price };
  report.note('left out', 'special prices that are not valid today', product.sku);
  return { current: price, regular: undefined };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whether a special price is valid today; the last day is included, as in Magento. */
function isCurrent({ from, to }: ExportProduct['special'], today: Date): boolean {
  const begins = from === '' ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const ends = to === '' ? Number.POSITIVE_INFINITY : Date.parse(to) + dayMs;
  return begins <= today.getTime() && today.getTime() < ends;
}
