/** Parses durations of command-line options. */

/**
 * Returns the seconds of a duration such as `30s`, `15m` or `2h`: a whole number above 0 and a unit. Returns undefined
 * for any other text.
 */
export function parseDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = /^([1-9]\d{0,5})(s|m|h)$/.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3600 }[unit];
  return seconds && Number(number) * seconds;
}
