/** Calculates with calendar days: which products and prices are valid at the time of a build. */

/** A calendar day in the catalogue's time zone, such as `2026-12-01`, so that days are compared as strings. */
export type Day = string;

/** The first and last day on which something is valid, both inclusive. A missing bound means no limit. */
export interface DateRange {
  readonly from?: Day | undefined;
  readonly until?: Day | undefined;
}

/** The time zone if `catalogue.json` does not set one. */
export const defaultTimeZone = 'UTC';

/** Returns the day in a time zone at a point in time, or `at` if it is a day. Throws `RangeError` for an unknown zone. */
export function dayAt(at: Date | Day, timeZone: string): Day {
  return typeof at === 'string' ? at : createDayFormat(timeZone)(at.getTime());
}

function createDayFormat(timeZone: string): (ms: number) => Day {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  return (ms) => {
    const parts = format.formatToParts(ms).map(({ type, value }) => [type, value]);
    const { year = '', month, day }: Record<string, string> = Object.fromEntries(parts);
    return `${year.padStart(4, '0')}-${month}-${day}`;
  };
}

const hourMs = 3_600_000;

/**
 * Returns the first point in time of a day in a time zone: midnight or, if clocks go forward at midnight, 01:00. Throws
 * `RangeError` for an unknown zone.
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

/** Returns the day after a day; undefined for 9999-12-31, which editors may write for “no limit”. */
export function dayAfter(day: Day): Day | undefined {
  return day === '9999-12-31' ? undefined : addDays(day, 1);
}

/** Returns the day before a day; undefined for 0000-01-01. */
export function dayBefore(day: Day): Day | undefined {
  return day === '0000-01-01' ? undefined : addDays(day, -1);
}

/** Returns the day that is a number of days after a day, or before it if the number is negative. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);
}

/** Returns true if a day is in a range. */
export function isInRange({ from, until }: DateRange, day: Day): boolean {
  return (from === undefined || from <= day) && (until === undefined || day <= until);
}

/** Returns true if the last day of a range is before its first, so that the range has no day. */
export function isReversed({ from, until }: DateRange): boolean {
  return from !== undefined && until !== undefined && until < from;
}

/**
 * Returns the first day of each range and the day after its last, sorted, without duplicates. From one of these boundary
 * days to the day before the next, the same ranges are valid.
 */
export function boundaryDays(all: Iterable<DateRange>): Day[] {
  const days = Array.from(all, ({ from, until }) => [from, until && dayAfter(until)]).flat();
  return [...new Set(days.filter((day) => day !== undefined))].sort();
}

/** A period: from the day `from` to the day before `before`. A missing bound means no limit. */
export interface Validity {
  readonly from?: Day;
  readonly before?: Day | undefined;
}

/** Returns the longest period around a day in which the same ranges are valid; undefined if they have no dates at all. */
export function validityOn(day: Day, all: Iterable<DateRange>): Validity | undefined {
  const days = boundaryDays(all);
  const from = days.findLast((each) => each <= day);
  const before = days.find((each) => each > day);
  return days.length === 0 ? undefined : { ...(from && { from }), ...(before && { before }) };
}

/** Returns true if a day is within a period. */
export function isValidOn({ from = '', before }: Validity, day: Day): boolean {
  return from <= day && (before === undefined || day < before);
}
