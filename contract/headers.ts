/**
 * The headers of each kind of answer: caching, `Vary`, CORS and security (design section 7). The embedded server, which
 * replaces nginx in local runs, the pricing service and nginx's configuration use these values.
 */

/** Maximum seconds for which caches may use the sync listing (`/v1/sync/activeProduct`). */
export const listingMaxAge = 30;

/**
 * Returns the `Cache-Control` of a sync listing that expires in `secondsLeft` seconds. Its `max-age` is one second
 * shorter, because the transfer takes time, but not below 0 or above `listingMaxAge`. Caches must not serve the expired
 * listing while the origin is unreachable (RFC 9111 section 5.2.2.2). Nor may they serve it while they fetch a new one
 * (RFC 5861), as Varnish does unless the header forbids it.
 */
export function listingCacheControl(secondsLeft: number): string {
  const seconds = Math.max(0, Math.min(listingMaxAge, secondsLeft - 1));
  return listingCachePattern.replace('%d', String(seconds));
}

/**
 * Template of the `Cache-Control` of a sync listing, from which nginx's Lua makes the same values as
 * `listingCacheControl`; `%d` is the number of seconds.
 */
export const listingCachePattern =
  'public, max-age=%d, must-revalidate, stale-while-revalidate=0, stale-if-error=0';

/** Name of a cache policy → value of the header `Cache-Control`. */
export const cacheControl = {
  /**
   * Product list, public detail, exports and changes: a short time for clients, a longer one for a CDN, which
   * may also serve an expired answer while it fetches the new one or while the origin fails.
   */
  catalogue: 'public, max-age=60, s-maxage=300, stale-while-revalidate=60, stale-if-error=86400',
  /**
   * Answers to requests with a key: a client may store and revalidate them; a shared cache must not store
   * them (RFC 9111 section 3.5).
   */
  keyed: 'private, no-cache',
  health: 'public, max-age=5',
  /** The value of `listingCacheControl` with the largest `max-age`. */
  sync: listingCachePattern.replace('%d', String(listingMaxAge)),
  docs: 'public, max-age=300',
  assets: 'public, max-age=3600',
  /** Pictures whose address has a hash of their bytes. */
  pictures: 'public, max-age=31536000, immutable',
  notFound: 'public, max-age=10',
  error: 'no-store',
} as const;

/** The name of a cache policy: a key of `cacheControl`. */
export type CachePolicy = keyof typeof cacheControl;

/**
 * Values of `Vary`, which is sent as one header line. On the detail route, `Authorization` prevents a shared cache from
 * answering a request with a key from a stored public document (RFC 9111 section 4.1).
 */
export const vary = {
  coding: 'Accept-Encoding',
  keyed: 'Accept-Encoding, Authorization',
  /**
   * A 404 at a path outside `/v1` is a page or a problem document, and the page is in one of two
   * languages.
   */
  missing: 'Accept, Accept-Encoding, Accept-Language',
} as const;

interface AnswerHeaders {
  readonly cache: CachePolicy;
  readonly vary: keyof typeof vary;
  /** True if pages of any origin may read the answer (CORS). */
  readonly public: boolean;
  /** Name of the Content-Security-Policy in `contentPolicies`, for answers that browsers display. */
  readonly policy?: keyof typeof contentPolicies;
}

/**
 * Kind of answer → its headers, as in the table of design section 7. Three members name a value in another table:
 * `cache` a value of `Cache-Control` in `cacheControl`, `vary` a value of `Vary` in `vary`, and `policy` a value of
 * `Content-Security-Policy` in `contentPolicies`. `public` is true for answers that have the CORS headers
 * (`corsHeaders`).
 */
export const answerKinds = {
  list: { cache: 'catalogue', vary: 'coding', public: true },
  detail: { cache: 'catalogue', vary: 'keyed', public: true },
  /** Exports and changes, for clients with a copy of the catalogue. */
  copy: { cache: 'catalogue', vary: 'coding', public: true },
  keyed: { cache: 'keyed', vary: 'keyed', public: false },
  health: { cache: 'health', vary: 'coding', public: true },
  sync: { cache: 'sync', vary: 'coding', public: true },
  openapi: { cache: 'docs', vary: 'coding', public: true },
  apiCatalog: { cache: 'docs', vary: 'coding', public: true },
  pages: { cache: 'docs', vary: 'coding', public: true, policy: 'page' },
  assets: { cache: 'assets', vary: 'coding', public: true, policy: 'picture' },
  /** Pictures at an address with their hash. */
  pictures: { cache: 'pictures', vary: 'coding', public: true, policy: 'picture' },
  /** A 404 at a path outside `/v1`: a page for browsers, a problem document for programs. */
  missing: { cache: 'notFound', vary: 'missing', public: true, policy: 'page' },
  /** Errors of requests that match no route. */
  none: { cache: 'error', vary: 'coding', public: true },
} as const satisfies Record<string, AnswerHeaders>;

/** The name of a kind of answer: a key of `answerKinds`. */
export type AnswerKind = keyof typeof answerKinds;

/**
 * Returns name → value of the headers that depend only on the kind of an answer. An error replaces `Cache-Control`
 * (`problemHeaders`), and so does a valid sync listing (`listingCacheControl`).
 */
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

/**
 * CORS headers, by which pages of any origin may read an answer. Two groups of answers lack them,
 * those of kind `keyed` (decisions.md, "Keyed answers have no CORS headers"): all answers of routes
 * that require an API key, and answers to product detail requests with `Authorization`. Other
 * routes ignore a key: their answers have these headers even if the request has one.
 */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Content-Disposition, Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Catalogue-Release, X-Request-Id',
} as const;

/** Headers that the answer to a CORS preflight request on a public route has besides `corsHeaders`. */
export const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-None-Match',
  'Access-Control-Max-Age': '86400',
} as const;

/** Security header that all answers have. */
export const securityHeaders = { 'X-Content-Type-Options': 'nosniff' } as const;

/**
 * Value of `Strict-Transport-Security`, which is sent only over TLS (RFC 6797 section 7.2): one year, without
 * subdomains.
 */
export const transportSecurity = 'max-age=31536000';

/**
 * Values of `Content-Security-Policy` for pages and pictures. Pages load files and call routes of this host
 * only, have no inline scripts and cannot be framed. Their images may come from other hosts, because the
 * content may refer to icons there, and from `data:` URLs, which the style sheet of the API reference
 * contains. Pictures cannot run scripts.
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

/** Values of the header `Allow`, the permitted methods: `keyed` for routes that require a key, `public` for others. */
export const allow = { public: 'GET, HEAD, OPTIONS', keyed: 'GET, HEAD' } as const;

/**
 * Returns the name of the cache policy of an error. Caches may store only a 404, for a few seconds. They must not store
 * a 404 of kind `keyed`: the `public` of the policy `notFound` would allow a shared cache to store an answer to a
 * request with a key (RFC 9111 section 3.5).
 */
export function errorCachePolicy(status: number, kind: AnswerKind): CachePolicy {
  return status === 404 && kind !== 'keyed' ? 'notFound' : 'error';
}
