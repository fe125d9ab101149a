/**
 * The validity of the sync listing (decision 40), in the file `validity` beside the listings, which both servers read
 * for each request. Its one line contains when the source was asked and when its answer expires, in seconds since 1970
 * or `never`.
 */

export interface Validity {
  /** Seconds since 1970, rounded down. */
  readonly askedAt: number;
  /** Seconds since 1970, from which the listing is not served; undefined if it never expires. */
  readonly expiresAt: number | undefined;
}

/** Creates the validity of an answer; `askedAtMs` is when its request was sent, in milliseconds since 1970. */
export function createValidity(askedAtMs: number, maxAgeSeconds: number | undefined): Validity {
  const askedAt = Math.floor(askedAtMs / 1000);
  return { askedAt, expiresAt: maxAgeSeconds === undefined ? undefined : askedAt + maxAgeSeconds };
}

/** Renders the text of the file. */
export function renderValidity({ askedAt, expiresAt }: Validity): string {
  return `${askedAt} ${expiresAt ?? 'never'}\n`;
}

/** Parses the text of the file; returns undefined if it is invalid. */
export function parseValidity(text: string): Validity | undefined {
  const [, askedAt, expiresAt] = /^(\d+) (\d+|never)\n$/.exec(text) ?? [];
  if (askedAt === undefined) return undefined;
  return {
    askedAt: Number(askedAt),
    expiresAt: expiresAt === 'never' ? undefined : Number(expiresAt),
  };
}

/** Returns the whole seconds until it expires: `Infinity` if never, zero or negative if it has expired. */
export function secondsLeft({ expiresAt = Infinity }: Validity, nowMs: number): number {
  return expiresAt - Math.floor(nowMs / 1000);
}

/** Returns the age in whole seconds; 0 if the clock of the writer is ahead. */
export function ageOf({ askedAt }: Validity, nowMs: number): number {
  return Math.max(0, Math.floor(nowMs / 1000) - askedAt);
}
