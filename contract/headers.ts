/**
 * The header table of design section 7: what each kind of answer says about caching, variance and
 * cross-origin use. The embedded server, the service and nginx all take their values from here.
 */

/** Seconds for which the sync listing may be kept, unless it expires before. */
export const listingMaxAge = 30;

/**
 * The `Cache-Control` of a listing that expires in some seconds, one of which is for the way: no cache
 * uses it after that, not even one that cannot reach its origin (RFC 9111 section 5.2.2.2), or that would
 * give the old answer once while it fetches the new one, as Varnish does unless told (RFC 5861).
 */
export function listingCacheControl(secondsLeft: number): string {
  const seconds = Math.max(0, Math.min(listingMaxAge, secondsLeft - 1));
  return listingCachePattern.replace('%d', String(seconds));
}

/** The same for nginx's Lua; `%d` is the number of seconds. */
export const listingCachePattern =
  'public, max-age=%d, must-revalidate, stale-while-revalidate=0, stale-if-error=0';

/** Who may keep an answer and for how long. */
export const cacheControl = {
  /** List and anonymous detail: short for clients, longer for the CDN, usable while it refreshes. */
  catalogue: 'public, max-age=60, s-maxage=300, stale-while-revalidate=60, stale-if-error=86400',
  /** Keyed answers: a client may keep and revalidate, a shared cache may not (RFC 9111 section 3.5). */
  keyed: 'private, no-cache',
  health: 'public, max-age=5',
  /** At most; see `listingCacheControl`. */
  sync: listingCachePattern.replace('%d', String(listingMaxAge)),
  docs: 'public, max-age=300',
  assets: 'public, max-age=3600',
  notFound: 'public, max-age=10',
  error: 'no-store',
} as const;

export type CachePolicy = keyof typeof cacheControl;

/**
 * One line, always. On detail `Authorization` keeps a shared cache from answering a keyed request
 * with a stored MSRP document (RFC 9111 section 4.1).
 */
export const vary = {
  coding: 'Accept-Encoding',
  keyed: 'Accept-Encoding, Authorization',
} as const;

interface AnswerHeaders {
  readonly cache: CachePolicy;
  readonly vary: keyof typeof vary;
  /** Readable from any origin. */
  readonly public: boolean;
  /** The Content-Security-Policy it gets, where it is shown in a browser. */
  readonly policy?: keyof typeof contentPolicies;
}

/** The kinds of answer there are, each a row of design section 7. */
export const answerKinds = {
  list: { cache: 'catalogue', vary: 'coding', public: true },
  detail: { cache: 'catalogue', vary: 'keyed', public: true },
  /** What clients keep a copy of the catalogue by: exports and changes. */
  copy: { cache: 'catalogue', vary: 'coding', public: true },
  keyed: { cache: 'keyed', vary: 'keyed', public: false },
  health: { cache: 'health', vary: 'coding', public: true },
  sync: { cache: 'sync', vary: 'coding', public: true },
  openapi: { cache: 'docs', vary: 'coding', public: true },
  apiCatalog: { cache: 'docs', vary: 'coding', public: true },
  pages: { cache: 'docs', vary: 'coding', public: true, policy: 'page' },
  assets: { cache: 'assets', vary: 'coding', public: true, policy: 'picture' },
  /** No route: only ever an error. */
  none: { cache: 'error', vary: 'coding', public: true },
} as const satisfies Record<string, AnswerHeaders>;

export type AnswerKind = keyof typeof answerKinds;

/** Every header of a successful answer that follows from its kind. */
export function answerHeaders(kind: AnswerKind): Record<string, string> {
  const facts: AnswerHeaders = answerKinds[kind];
  return {
    ...securityHeaders,
    Vary: vary[facts.vary],
    'Cache-Control': cacheControl[facts.cache],
    ...(facts.public && corsHeaders),
    ...(facts.policy && { 'Content-Security-Policy': contentPolicies[facts.policy] }),
  };
}

/** Public answers may be read by any page; keyed answers carry none of these (decision 8). */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Content-Disposition, Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Catalogue-Release, X-Request-Id',
} as const;

/** Added to the answer of a preflight on a public route. */
export const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-None-Match',
  'Access-Control-Max-Age': '86400',
} as const;

/** Sent with every answer. */
export const securityHeaders = { 'X-Content-Type-Options': 'nosniff' } as const;

/** Sent over TLS and never without it (RFC 6797 section 7.2); a year, for this host alone. */
export const transportSecurity = 'max-age=31536000';

/**
 * What a browser may do with an answer of ours. Pages load files of this host and ask its routes; icons
 * may be elsewhere, as content has it, and the reference's style sheet holds some of its own (data:).
 * Drawings are shown and nothing else. Nothing is inline, and no other site may frame a page.
 */
export const contentPolicies = {
  page: [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  picture: "default-src 'none'; style-src 'self'; img-src 'self' https:; base-uri 'none'",
} as const;

/** `Allow` of public and of keyed routes. */
export const allow = { public: 'GET, HEAD, OPTIONS', keyed: 'GET, HEAD' } as const;

/**
 * The `Cache-Control` of an error: a 404 that needed no key may be kept for a few seconds, nothing else.
 * `public` on a keyed one would let a shared cache keep what only a key may ask (RFC 9111 section 3.5).
 */
export function errorCachePolicy(status: number, kind: AnswerKind): CachePolicy {
  return status === 404 && kind !== 'keyed' ? 'notFound' : 'error';
}
