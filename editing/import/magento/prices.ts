/** A style's rows in, its price out: what buyers pay now, and before where it is marked down. */
import type { Report } from '../report.ts';
import { readDecimal } from './decimal.ts';
import { toCents } from './money.ts';
import type { ExportProduct } from './read-export.ts';
import type { Style } from './styles.ts';

/** Cents; `regular` is given only where it is above `current`. */
export interface Price {
  readonly current: number;
  readonly regular: number | undefined;
}

/** A style that has a price. */
export interface PricedStyle extends Style {
  readonly price: Price;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Tells whether a special price holds today; a shop counts its last day in. */
function isCurrent({ from, to }: ExportProduct['special'], today: Date): boolean {
  const begins = from === '' ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const ends = to === '' ? Number.POSITIVE_INFINITY : Date.parse(to) + dayMilliseconds;
  return begins <= today.getTime() && today.getTime() < ends;
}

function priceOf(product: ExportProduct, today: Date, report: Report): Price | undefined {
  const price = toCents(product.price);
  if (price === undefined) return undefined;
  const { price: written } = product.special;
  if (written !== '' && readDecimal(written) === undefined) {
    report.note('left out', 'special prices that cannot be read', product.sku);
  }
  const special = toCents(written);
  if (special === undefined || special >= price) return { current: price, regular: undefined };
  if (isCurrent(product.special, today)) return { current: special, regular: price };
  report.note('left out', 'special prices that do not hold today', product.sku);
  return { current: price, regular: undefined };
}

/** The product with the lowest price; undefined when none has a price. */
function cheapestOf({ variants }: Style): ExportProduct | undefined {
  const priced = variants
    .map(({ product }) => ({ product, price: toCents(product.price) ?? Number.POSITIVE_INFINITY }))
    .filter(({ price }) => Number.isFinite(price));
  return priced.sort((a, b) => a.price - b.price)[0]?.product;
}

/** Tells whether a variant has a price or special price other than the given one. */
function hasOtherPrice({ variants }: Style, { price, special }: ExportProduct): boolean {
  const isOther = (own: string, text: string) => own !== '' && toCents(own) !== toCents(text);
  return variants.some(
    ({ product }) => isOther(product.price, price) || isOther(product.special.price, special.price),
  );
}

/** The style's own price or, where it has none, the lowest of its variants. */
function priceOfStyle(style: Style, today: Date, report: Report): Price | undefined {
  const { sku } = style.product;
  const hasOwn = toCents(style.product.price) !== undefined;
  const priced = hasOwn ? style.product : cheapestOf(style);
  if (priced === undefined) return undefined;
  if (!hasOwn) report.note('defaulted', 'styles priced by their cheapest variant', sku);
  if (hasOtherPrice(style, priced)) {
    report.note('defaulted', 'styles whose variants differ in price: one price was taken', sku);
  }
  return priceOf(priced, today, report);
}

/** Prices all styles; one without a price is left out and said. */
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
    if (price.regular !== undefined) report.note('taken', 'markdowns', style.product.sku);
    return [{ ...style, price }];
  });
}
