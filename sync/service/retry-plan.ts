/** When the specification service is asked again after a try that failed. */
import { maxTries } from '../../contract/specification-service.ts';

/** The first wait; it doubles with each try. */
const firstWaitMs = 500;
/** A service that asks for more is left alone until then, and the round ends. */
const longestWaitMs = 10_000;
/**
 * However long it asks to be left alone: by a slip, or a clock that is wrong, it may be for years, and the
 * listing would have expired all that time.
 */
export const longestLeaveMs = 3_600_000;

export interface FailedTry {
  /** From 1. */
  readonly tries: number;
  /** Whether another try may succeed. */
  readonly isPassing: boolean;
  /** What Retry-After asks for. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Milliseconds to wait before the next try, or undefined to give up. A random half of each wait keeps
 * clients that failed together from coming back together; Retry-After is never cut short.
 */
export function planRetry(
  { tries, isPassing, retryAfterMs = 0 }: FailedTry,
  random: () => number,
): number | undefined {
  if (!isPassing || tries >= maxTries || retryAfterMs > longestWaitMs) return undefined;
  const wait = firstWaitMs * 2 ** (tries - 1);
  return retryAfterMs + wait / 2 + (random() * wait) / 2;
}

/** What a Retry-After asks for, in milliseconds: seconds, or a date (RFC 9110 section 10.2.3). */
export function readRetryAfter(field: string | undefined, nowMs: number): number | undefined {
  if (field === undefined) return undefined;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1000;
  // Date.parse takes almost anything for a date.
  const date = field.endsWith(' GMT') ? Date.parse(field) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
