/** Converts the durations and times in arguments to milliseconds. */
import { z } from 'zod';
import { UsageError } from './failures.ts';

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const maxDays = 366;

/**
 * Parses a duration in minutes, hours or days, such as `30m`, `24h` or `7d`, or `0`. Returns milliseconds, or undefined
 * if the text is invalid.
 */
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

/**
 * Parses a time in ISO 8601 with an offset or `Z`, or a day, which begins at midnight UTC. Returns milliseconds since
 * 1970, or undefined if the text is invalid.
 */
export function parseMoment(text: string): number | undefined {
  return momentSchema.safeParse(text).success ? Date.parse(text) : undefined;
}

/**
 * Parses `--grace`, the duration for which a replaced key stays active, such as `24h`; returns milliseconds. Throws
 * `UsageError` if it is invalid or longer than 366 days.
 */
export function readGrace(text: string): number {
  const duration = parseDuration(text);
  if (duration === undefined) {
    throw new UsageError('--grace must be a duration such as 30m, 24h or 7d, or 0');
  }
  return withinAYear(duration, '--grace');
}

/**
 * Parses `--revoke-at`, the time at which a replaced key is revoked; returns milliseconds since 1970. Throws
 * `UsageError` if it is invalid or more than 366 days after `nowMs`; accepts past times, which `rotateKey` refuses.
 */
export function readRevokeAt(text: string, nowMs: number): number {
  const moment = parseMoment(text);
  if (moment === undefined) {
    throw new UsageError(
      '--revoke-at must be a time such as 2027-01-31T18:00Z or 2027-01-31T18:00-05:00, or a day (in UTC)',
    );
  }
  withinAYear(moment - nowMs, '--revoke-at');
  return moment;
}

/**
 * Parses `--since`, a time such as `2027-01-31` or a duration until now such as `7d`. Returns the time, or the start of
 * the duration, in milliseconds since 1970; 0 for a time before 1970. Throws `UsageError` if it is invalid.
 */
export function readSince(text: string, nowMs: number): number {
  const duration = parseDuration(text);
  const moment = duration === undefined ? parseMoment(text) : nowMs - duration;
  if (moment === undefined) {
    throw new UsageError(
      '--since must be a time such as 2027-01-31T18:00Z, a day (in UTC), or a duration such as 24h or 7d',
    );
  }
  return Math.max(moment, 0);
}

/**
 * Returns the duration unchanged. Throws `UsageError` if it is longer than a year: otherwise a typo in the year of
 * `--revoke-at` could keep the replaced key active for many years.
 */
function withinAYear(durationMs: number, option: string): number {
  if (durationMs > maxDays * unitMs.d) {
    throw new UsageError(`${option} keeps the old key active for more than a year, the maximum`);
  }
  return durationMs;
}
