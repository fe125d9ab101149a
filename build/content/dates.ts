/**
 * Calculates with calendar days: which products and prices are valid at the time of a build. A
 * day is a string such as 2026-12-01 in the catalogue's time zone, so that days can be compared as strings.
 */

/** A calendar day, such as `2026-12-01`. */
export type Day = string;

/** The first and last day on which something is valid, both inclusive. A missing bound means no limit. */
export interface DateRange {
  readonly from?: Day | undefined;
  readonly until?: Day | undefined;
}

/** The time zone if `catalogue.json` does not set one. */
export const defaultTimeZone = 'UTC';

/**
 * Returns the day in a time zone at the point in time `at`. If `at` is a day already, returns it unchanged. Throws
 * `RangeError` if `at` is a `Date` and the time zone is unknown or the `Date` invalid.
 */
export function dayAt(at: Date | Day, timeZone: string): Day {
  return typeof at === 'string' ? at : createDayFormat(timeZone)(at.getTime());
}

function createDayFormat(timeZone: string): (ms: number) => Day {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  return (ms) => {
    const parts = format.formatToParts(ms);
    const of = (type: Intl.DateTimeFormatPartTypes) =>
      parts.find((part) => part.type === type)?.value;
    return `${of('year')?.padStart(4, '0')}-${of('month')}-${of('day')}`;
  };
}

const hourMs = 3_600_000;

/**
 * Returns the first point in time of a day in a time zone. This is midnight or, if clocks go forward at midnight,
 * 01:00. Throws `RangeError` for an unknown time zone.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  const dayOf = createDayFormat(timeZone);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // No time zone is farther from UTC. A binary search finds where the earlier day ends.
  let [before, after] = [midnight - 15 * hourMs, midnight + 15 * hourMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(middle) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/**
 * The first and the last day that a `Day` can be, because its year has four digits. Editors may write them as the first
 * and last day of a price or product that has no limit.
 */
const [firstDay, lastDay] = ['0000-01-01', '9999-12-31'] as const;

/** Returns the day after a day; undefined for 9999-12-31, the last day with a year of four digits. */
export function dayAfter(day: Day): Day | undefined {
  return day === lastDay ? undefined : addDays(day, 1);
}

/** Returns the day before a day; undefined before 0000-01-01. */
export function dayBefore(day: Day): Day | undefined {
  return day === firstDay ? undefined : addDays(day, -1);
}

/** Returns the day that is a number of days after a day, or before it if the number is negative. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);
}

/** Returns true if a day is in a range; its first and last day count. */
export function isInRange({ from, until }: DateRange, day: Day): boolean {
  return (from === undefined || from <= day) && (until === undefined || day <= until);
}

/** Returns true if the last day of a range is before its first, so that the range has no day. */
export function isReversed({ from, until }: DateRange): boolean {
  return from !== undefined && until !== undefined && until < from;
}

/**
 * Returns the boundary days of ranges: the first day of each range, and the day after its last day; sorted, without
 * duplicates. A range from 2026-12-01 until 2026-12-31 has the boundary days 2026-12-01 and 2027-01-01. From one
 * boundary day to the day before the next, the same ranges are valid.
 */
export function boundaryDays(all: Iterable<DateRange>): Day[] {
  const days = new Set<Day>();
  for (const { from, until } of all) {
    if (from !== undefined) days.add(from);
    const after = until && dayAfter(until);
    if (after !== undefined) days.add(after);
  }
  return [...days].sort();
}

/**
 * A period in which the same products or prices are valid: from the day `from` to the day before `before`. A missing
 * bound means no limit.
 */
export interface Validity {
  readonly from?: Day;
  readonly before?: Day | undefined;
}

/**
 * Returns the longest period around a day in which the same ranges are valid: from the last boundary day
 * (`boundaryDays`) that is not after the day, to the day before the next one. A bound is missing if there is no such
 * boundary day. Returns undefined if the ranges have no boundary day at all.
 */
export function validityOn(day: Day, all: Iterable<DateRange>): Validity | undefined {
  const days = boundaryDays(all);
  if (days.length === 0) return undefined;
  const from = days.findLast((each) => each <= day);
  const before = days.find((each) => each > day);
  return { ...(from && { from }), ...(before && { before }) };
}

/** Returns true if a day is within a period. */
export function isValidOn({ from = '', before }: Validity, day: Day): boolean {
  return from <= day && (before === undefined || day < before);
}
