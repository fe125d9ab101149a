/** Durations and moments as a person types them. */
import { z } from 'zod';
import { UsageError } from './failures.ts';

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const maxDays = 366;

/** Whole minutes, hours or days in milliseconds: `30m`, `24h`, `7d`, or `0`. Undefined for another text. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return unit === undefined ? undefined : Number(count) * unitMs[unit as keyof typeof unitMs];
}

const momentSchema = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
]);

/** ISO 8601 with an offset or `Z`, or a day in UTC, in milliseconds since 1970. Undefined for another text. */
export function parseMoment(text: string): number | undefined {
  return momentSchema.safeParse(text).success ? Date.parse(text) : undefined;
}

/** A time that a key may live on; throws a `UsageError` for none, or one of more than a year. */
export function readGrace(text: string): number {
  const duration = parseDuration(text);
  if (duration === undefined) {
    throw new UsageError('--grace must be a duration such as 30m, 24h or 7d, or 0');
  }
  return withinAYear(duration, '--grace');
}

/** A moment that a key may live until; throws like `readGrace`. */
export function readRevokeAt(text: string, nowMs: number): number {
  const moment = parseMoment(text);
  if (moment === undefined) {
    throw new UsageError(
      '--revoke-at must be a moment such as 2027-01-31T18:00Z or 2027-01-31T18:00-05:00, or a day (in UTC)',
    );
  }
  withinAYear(moment - nowMs, '--revoke-at');
  return moment;
}

/** When a report begins: a moment, or so long ago. Throws a `UsageError`. */
export function readSince(text: string, nowMs: number): number {
  const duration = parseDuration(text);
  const moment = duration === undefined ? parseMoment(text) : nowMs - duration;
  if (moment === undefined) {
    throw new UsageError(
      '--since must be a moment such as 2027-01-31T18:00Z, a day (in UTC), or a duration such as 24h or 7d',
    );
  }
  return Math.max(moment, 0);
}

/** A key is rotated to end it; a slip of the year must not keep it. */
function withinAYear(durationMs: number, option: string): number {
  if (durationMs > maxDays * unitMs.d) {
    throw new UsageError(
      `${option} leaves the old key more than a year; keys never expire by themselves`,
    );
  }
  return durationMs;
}
