/** Parses durations of command-line options and settings. */
import { ExpectedError } from './errors.ts';

/** The longest duration in seconds, 24 days: a timer of Node.js that is set for more than 2^31 ms fires at once. */
const longestSeconds = 24 * 24 * 3600;

/**
 * Returns the seconds of a duration: a whole number above 0 and the unit `s`, `m` or `h`, such as `30s` or `15m`; at most
 * 24 days, which is `576h`. Returns undefined for any other text.
 */
export function parseDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = /^([1-9]\d{0,6})(s|m|h)$/.exec(text) ?? [];
  const seconds = Number(number) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 0);
  return seconds > 0 && seconds <= longestSeconds ? seconds : undefined;
}

/**
 * Returns the seconds of a duration. `name` is the option or setting that has the value `text`. Throws an
 * `ExpectedError` that contains both if `parseDuration` does not accept the text.
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
