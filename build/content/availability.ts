/** Decides which products are in the catalogue on a day, and why others are not (decision 65). */
import type { Absence } from '../../contract/release.ts';
import type { DateRange, Day } from './dates.ts';
import type { ProductContent } from './schemas/product.ts';

type Life = Partial<
  Pick<ProductContent, 'availableFrom' | 'availableUntil' | 'draft' | 'replacedBy'>
>;

/** Returns the days on which a product is in the catalogue, unless it is a draft. */
export function availabilityOf({ availableFrom, availableUntil }: Life): DateRange {
  return { from: availableFrom, until: availableUntil };
}

/** Returns why a product is not in the catalogue on a day, or undefined if it is. */
export function absenceOn(product: Life, day: Day): Absence | undefined {
  const { availableFrom, draft, replacedBy } = product;
  if (draft) return { reason: 'draft' };
  if (availableFrom !== undefined && day < availableFrom) return { reason: 'upcoming' };
  if (!hasEnded(product, day)) return undefined;
  return replacedBy === undefined ? { reason: 'ended' } : { reason: 'replaced', replacedBy };
}

/**
 * Returns true if a product is a draft or its last day is before a given day; such a product may lack
 * prices.
 */
export function isDraftOrEnded(product: Life, day: Day): boolean {
  return product.draft === true || hasEnded(product, day);
}

function hasEnded({ availableUntil }: Life, day: Day): boolean {
  return availableUntil !== undefined && availableUntil < day;
}

/** Returns the day whose prices a product is shown with: the nearest day on which it is available. */
export function shownDay({ availableFrom, availableUntil }: Life, day: Day): Day {
  if (availableFrom !== undefined && day < availableFrom) return availableFrom;
  return availableUntil !== undefined && availableUntil < day ? availableUntil : day;
}
