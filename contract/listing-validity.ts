/**
 * The validity of the sync listing, the list of active products of each company (decisions.md, "The
 * sync listing is independent of releases"). It is stored in the file `validity` beside the
 * listings, which nginx and the embedded server (its replacement in local runs) read for each
 * request. The only line of the file contains two times in seconds since 1970: when the active
 * products were requested from their source, and when the source's answer expires, or `never`
 * instead of the second time.
 */

/**
 * How long a sync listing is valid: when the active products were requested from their source, such as the service in
 * `specification-service.ts`, and when the answer expires.
 */
export interface Validity {
  /** Time of the request in seconds since 1970, rounded down. */
  readonly askedAt: number;
  /** Time from which the listing is not served, in seconds since 1970; undefined if it never expires. */
  readonly expiresAt: number | undefined;
}

/**
 * Returns the validity of the listing that is made from one answer of the source of active products. `askedAtMs` is the
 * time of the request in milliseconds since 1970; `maxAgeSeconds` is undefined if the answer does not expire.
 */
export function createValidity(askedAtMs: number, maxAgeSeconds: number | undefined): Validity {
  const askedAt = Math.floor(askedAtMs / 1000);
  return { askedAt, expiresAt: maxAgeSeconds === undefined ? undefined : askedAt + maxAgeSeconds };
}

/**
 * Returns the text of the file `validity`: a line with the time of the request and the time of expiry, both in seconds
 * since 1970. The second one is `never` if the listing does not expire.
 */
export function renderValidity({ askedAt, expiresAt }: Validity): string {
  return `${askedAt} ${expiresAt ?? 'never'}\n`;
}

/** Parses the text of the file `validity`, as `renderValidity` writes it. Returns undefined if it is invalid. */
export function parseValidity(text: string): Validity | undefined {
  const [, askedAt, expiresAt] = /^(\d+) (\d+|never)\n$/.exec(text) ?? [];
  if (askedAt === undefined) return undefined;
  return {
    askedAt: Number(askedAt),
    expiresAt: expiresAt === 'never' ? undefined : Number(expiresAt),
  };
}

/**
 * Returns the seconds until a listing expires, rounded up: `Infinity` if it never does, zero or a negative number if it
 * has expired. `nowMs` is in milliseconds since 1970.
 */
export function secondsLeft({ expiresAt = Infinity }: Validity, nowMs: number): number {
  return expiresAt - Math.floor(nowMs / 1000);
}

/**
 * Returns the whole seconds since the active products were requested from their source, or 0 if that time is in the
 * future because of a wrong clock. `nowMs` is in milliseconds since 1970.
 */
export function ageOf({ askedAt }: Validity, nowMs: number): number {
  return Math.max(0, Math.floor(nowMs / 1000) - askedAt);
}
