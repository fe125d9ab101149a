/** Parses durations of command-line options and settings. */
import { ExpectedError } from './errors.ts';

/** The longest duration in seconds, 24 days: a timer of Node.js that is set for more than 2^31 ms fires at once. */
const longestSeconds = 24 * 24 * 3600;

/**
 * Parses a duration such as `30s` or `15m` and returns the number of seconds. The text must be a whole number above 0
 * without leading zeros, followed by `s`, `m` or `h`. Returns undefined for any other text, and for a duration of more
 * than 24 days (`576h`).
 */
export function parseDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = /^([1-9]\d{0,6})(s|m|h)$/.exec(text) ?? [];
  const seconds = Number(number) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 0);
  return seconds > 0 && seconds <= longestSeconds ? seconds : undefined;
}

/**
 * Returns the seconds of the duration `text`, which is the value of the option or setting `name`. Throws an
 * `ExpectedError` that contains `name` and `text` if `parseDuration` returns undefined for the text.
 */
export function readDuration(name: string, text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined) {
    throw new ExpectedError(
      `${name} is "${text}"; it must be a time such as 60s or 5m, at most 576h`,
    );
  }
  return seconds;
}
