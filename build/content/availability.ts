/** Decides whether a product is in the catalogue on a given day and, if it is not, for which reason. */
import type { Absence } from '../../contract/release.ts';
import type { DateRange, Day } from './dates.ts';
import type { ProductContent } from './schemas/product.ts';

/** The fields of a product that decide when it is in the catalogue and which product replaces it afterwards. */
type AvailabilityFields = Partial<
  Pick<ProductContent, 'availableFrom' | 'availableUntil' | 'draft' | 'replacedBy'>
>;

/**
 * Returns the first day (`from`) and the last day (`until`) on which a product is in the catalogue; undefined means no
 * limit. Does not consider whether the product is a draft.
 */
export function availabilityOf({ availableFrom, availableUntil }: AvailabilityFields): DateRange {
  return { from: availableFrom, until: availableUntil };
}

/**
 * Returns why a product is not in the catalogue on a day, or undefined if it is. The reason is `draft` for every draft.
 * For other products it is `upcoming` before the first day and, after the last day, `replaced` if another product
 * replaces it, otherwise `ended`.
 */
export function absenceOn(product: AvailabilityFields, day: Day): Absence | undefined {
  const { availableFrom, draft, replacedBy } = product;
  if (draft) return { reason: 'draft' };
  if (availableFrom !== undefined && day < availableFrom) return { reason: 'upcoming' };
  if (!hasEnded(product, day)) return undefined;
  return replacedBy === undefined ? { reason: 'ended' } : { reason: 'replaced', replacedBy };
}

/**
 * Returns true if a product is a draft, or its last day is before the given day. Such a product may lack
 * prices and translations.
 */
export function isDraftOrEnded(product: AvailabilityFields, day: Day): boolean {
  return product.draft === true || hasEnded(product, day);
}

function hasEnded({ availableUntil }: AvailabilityFields, day: Day): boolean {
  return availableUntil !== undefined && availableUntil < day;
}

/**
 * Returns the day whose prices are shown for a product. This is `day` if the product is available on it, the product's
 * first day if `day` is earlier, and its last day if `day` is later. Does not consider whether the product is a draft.
 */
export function shownDay({ availableFrom, availableUntil }: AvailabilityFields, day: Day): Day {
  if (availableFrom !== undefined && day < availableFrom) return availableFrom;
  return availableUntil !== undefined && availableUntil < day ? availableUntil : day;
}
