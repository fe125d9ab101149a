/** Decides whether a product is in the catalogue on a given day and, if it is not, for which reason. */
import type { Absence } from '../../contract/release.ts';
import type { DateRange, Day } from './dates.ts';
import type { ProductContent } from './schemas/product.ts';

type AvailabilityFields = Partial<
  Pick<ProductContent, 'availableFrom' | 'availableUntil' | 'draft' | 'replacedBy'>
>;

/** Returns the first and the last day on which a product is in the catalogue, unless it is a draft. */
export function availabilityOf({ availableFrom, availableUntil }: AvailabilityFields): DateRange {
  return { from: availableFrom, until: availableUntil };
}

/** Returns why a product is not in the catalogue on a day, or undefined if it is. */
export function absenceOn(product: AvailabilityFields, day: Day): Absence | undefined {
  const { availableFrom = '', draft, replacedBy } = product;
  if (draft) return { reason: 'draft' };
  if (day < availableFrom) return { reason: 'upcoming' };
  if (!isDraftOrEnded(product, day)) return undefined;
  return replacedBy === undefined ? { reason: 'ended' } : { reason: 'replaced', replacedBy };
}

/** Returns true if a product is a draft, or its last day is past. Such a product may lack prices and translations. */
export function isDraftOrEnded({ draft, availableUntil }: AvailabilityFields, day: Day): boolean {
  return draft === true || (availableUntil !== undefined && availableUntil < day);
}

/** Returns the day whose prices are shown for a product: `day`, or the nearest day on which the product is available. */
export function shownDay({ availableFrom, availableUntil }: AvailabilityFields, day: Day): Day {
  if (availableFrom !== undefined && day < availableFrom) return availableFrom;
  return availableUntil !== undefined && availableUntil < day ? availableUntil : day;
}
