/** Lengths of time as people write them: `30s`, `15m`. */

/** Seconds of a text, at least one; undefined for a text that is none. */
export function parseDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = /^([1-9]\d{0,5})(s|m|h)$/.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3600 }[unit];
  return seconds && Number(number) * seconds;
}
