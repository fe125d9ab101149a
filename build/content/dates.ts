/**
 * Days: which products and prices hold at the moment of a build (decision 65). A day is a text such as 2026-12-01 in
 * the time zone of the catalogue, so that days compare as texts.
 */

/** A day of the calendar: `2026-12-01`. */
export type Day = string;

/** What holds from a day on, until and including a day; without the one or the other it always did, or always will. */
export interface Dated {
  readonly from?: Day | undefined;
  readonly until?: Day | undefined;
}

/** Where the content names no time zone. */
export const defaultTimeZone = 'UTC';

/** Returns the day of a moment in a time zone; a day stays itself. Throws `RangeError` for an unknown time zone. */
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

/** Returns the first moment of a day in a time zone, which is not midnight where clocks change at midnight. */
export function startOfDay(day: Day, timeZone: string): Date {
  const dayOf = createDayFormat(timeZone);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // No time zone is farther from UTC. Before the moment that is looked for it is an earlier day, afterwards it is not.
  let [before, after] = [midnight - 15 * hourMs, midnight + 15 * hourMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(middle) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** Returns the day after a day. */
export function dayAfter(day: Day): Day {
  return addDays(day, 1);
}

/** Returns the day before a day. */
export function dayBefore(day: Day): Day {
  return addDays(day, -1);
}

function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);
}

/** Whether something holds on a day. */
export function holdsOn({ from, until }: Dated, day: Day): boolean {
  return (from === undefined || from <= day) && (until === undefined || day <= until);
}

/** Returns each day on which something begins to hold, or holds no more, once and in order. */
export function turningDays(all: Iterable<Dated>): Day[] {
  const days = new Set<Day>();
  for (const { from, until } of all) {
    if (from !== undefined) days.add(from);
    if (until !== undefined) days.add(dayAfter(until));
  }
  return [...days].sort();
}

/** The days from `from` on and before `before`, on which the same things hold; each may be open. */
export interface Validity {
  readonly from?: Day;
  readonly before?: Day;
}

/** Returns the days around a day on which the same things hold; undefined if nothing has a date. */
export function validityOn(day: Day, all: Iterable<Dated>): Validity | undefined {
  const days = turningDays(all);
  if (days.length === 0) return undefined;
  const from = days.findLast((each) => each <= day);
  const before = days.find((each) => each > day);
  return { ...(from && { from }), ...(before && { before }) };
}

/** Whether a day is among the days of a validity. */
export function isValidOn({ from = '', before }: Validity, day: Day): boolean {
  return from <= day && (before === undefined || day < before);
}
