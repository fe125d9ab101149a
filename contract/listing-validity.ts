/**
 * Until when the sync listing holds (decision 40): the file `validity` beside the listings, which both
 * servers read when they are asked. Its one line is when the source was asked and when what it said
 * expires, in seconds since 1970, or `never`.
 */

export interface Validity {
  /** Seconds since 1970, rounded down. */
  readonly askedAt: number;
  /** Seconds since 1970; from then on nothing of it is served. Undefined for never. */
  readonly expiresAt: number | undefined;
}

/** The validity of what a source said that was asked at a time, in milliseconds since 1970. */
export function createValidity(askedAtMs: number, maxAgeSeconds: number | undefined): Validity {
  const askedAt = Math.floor(askedAtMs / 1000);
  return { askedAt, expiresAt: maxAgeSeconds === undefined ? undefined : askedAt + maxAgeSeconds };
}

/** The text of the file. */
export function renderValidity({ askedAt, expiresAt }: Validity): string {
  return `${askedAt} ${expiresAt ?? 'never'}\n`;
}

/** Reads the text of the file; undefined when it is none. */
export function parseValidity(text: string): Validity | undefined {
  const [, askedAt, expiresAt] = /^(\d+) (\d+|never)\n$/.exec(text) ?? [];
  if (askedAt === undefined) return undefined;
  return {
    askedAt: Number(askedAt),
    expiresAt: expiresAt === 'never' ? undefined : Number(expiresAt),
  };
}

/** Whole seconds until it expires, `Infinity` for never; not above zero once it has. */
export function secondsLeft({ expiresAt = Infinity }: Validity, nowMs: number): number {
  return expiresAt - Math.floor(nowMs / 1000);
}

/** How old it is in whole seconds; 0 for one that a clock ahead of this one has made. */
export function ageOf({ askedAt }: Validity, nowMs: number): number {
  return Math.max(0, Math.floor(nowMs / 1000) - askedAt);
}
