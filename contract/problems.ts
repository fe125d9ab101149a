/**
 * The problem table: every error code with its status and texts (specification, "Errors"). The zod enum, the
 * OpenAPI document, the page `/docs/errors`, the pricing service and nginx's Lua are derived from it.
 */

/** The status and texts of an error code. */
export interface ProblemFacts {
  readonly status: number;
  /** A short name of the error, the same in every problem document with its code (RFC 9457 section 3.1.3). */
  readonly title: string;
  /** The default text of the member `detail`. */
  readonly detail: string;
  /** What the client should do; shown on the page `/docs/errors`. */
  readonly remedy: string;
}

const table = {
  route_not_found: {
    status: 404,
    title: 'Route not found',
    detail: 'No route answers this path.',
    remedy:
      'Check the path against /openapi.json. Paths are case-sensitive and have no trailing slash. If the path is right, the route is new, and the release that is online was published before it: the route answers from the next release on, so try again later.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This route is read-only; the Allow header lists its methods.',
    remedy: 'Use GET, or HEAD for the headers alone.',
  },
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    detail: 'The request is malformed.',
    remedy:
      'Send each parameter at most once, with an allowed value. Percent-encode special characters in the URL, keep the URL short, and send at most one Authorization header.',
  },
  unsupported_locale: {
    status: 400,
    title: 'Unsupported locale',
    detail: 'The parameter locale must be one of en-CA, en-US, fr-CA.',
    remedy:
      'Write one of these values exactly as shown. Without the parameter, the answer is in the default locale, which may change.',
  },
  invalid_sku: {
    status: 400,
    title: 'Invalid SKU',
    detail:
      'A SKU has 1 to 64 characters: letters, digits, dots, underscores and hyphens. The first is a letter or digit.',
    remedy: 'Copy the SKU from the product list.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    detail: 'The Authorization header does not contain a Bearer token.',
    remedy: 'Send "Authorization: Bearer <API_KEY>", or no Authorization header for public data.',
  },
  key_required: {
    status: 401,
    title: 'API key required',
    detail: 'This route needs the API key of an account.',
    remedy: 'Send "Authorization: Bearer <API_KEY>". Public prices are in the product detail.',
  },
  invalid_key: {
    status: 401,
    title: 'Invalid API key',
    detail: 'The API key is not a key of this API.',
    remedy:
      'Check that the whole key was copied, and wait 60 seconds if it is new. If the problem remains, ask the catalogue operator for another key.',
  },
  key_revoked: {
    status: 401,
    title: 'API key revoked',
    detail: 'The API key was revoked, or its account is no longer entitled to net prices.',
    remedy:
      'Ask the catalogue operator for a new key or, if the account is no longer entitled to net prices, for the reason.',
  },
  product_not_found: {
    status: 404,
    title: 'Product not found',
    detail: 'The catalogue of this locale has no product with this SKU.',
    remedy:
      'Check the SKU, which is case-sensitive, and the locale: a product is listed only in the countries in which it is offered.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: 'A rate limit was exceeded; wait for the number of seconds in Retry-After.',
    remedy:
      'Wait for the number of seconds in Retry-After, then send requests more slowly. If the body has the field `violated-policies`, the advisory limit was exceeded; otherwise the hard limit.',
  },
  upstream_unavailable: {
    status: 503,
    title: 'Service unavailable',
    detail: 'Net prices are temporarily unavailable.',
    remedy:
      'Retry after the number of seconds in Retry-After. Requests without a key usually still work.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'The server failed to answer the request.',
    remedy:
      'Retry later. If the error persists, report to the catalogue operator the X-Request-Id of the answer, the time, and the path of the request.',
  },
} as const satisfies Record<string, ProblemFacts>;

/** An error code: the member `code` of problem documents. */
export type ProblemCode = keyof typeof table;

/** Error code → status, title, default detail and remedy. */
export const problems: Readonly<Record<ProblemCode, ProblemFacts>> = table;

/** All error codes, in the order of the specification. */
export const problemCodes = Object.keys(table) as [ProblemCode, ...ProblemCode[]];

/** Reason of an `invalid_request` → text of `detail`. */
export const invalidRequestDetails = {
  malformedUrl:
    'The URL is malformed: it is neither a path nor an http URL, its percent-encoding is invalid, or its path leads above the root.',
  repeatedParameter: 'A query parameter is repeated.',
  format:
    'There is no parameter format. Tables have addresses of their own: /v1/products/export.csv, /v1/products/inventory.csv and /v1/products/pricing.csv.',
  unknownSince:
    'The parameter since must be the id of a release: 16 lower-case hexadecimal digits.',
  urlTooLong: 'The URL is too long.',
  headTooLong: 'The URL and headers are too long.',
  repeatedAuthorization: 'The Authorization header is repeated.',
  plainHttp: 'This port serves only HTTPS; the request was sent as plain HTTP.',
  keyOverPlainHttp:
    'The API key was sent without encryption and is no longer secret: have it replaced, and send keys only over HTTPS.',
} as const;

/** `Retry-After` of `upstream_unavailable`, in seconds. */
export const upstreamRetryAfterSeconds = 5;

/**
 * Value of `WWW-Authenticate` without an error code: a Bearer challenge, which must have at least one
 * parameter (RFC 6750 section 3).
 */
const realm = 'Bearer realm="catalogue"';

/**
 * Returns the value of `WWW-Authenticate` for a 401 with the error code `code`. The value contains
 * `error="invalid_token"` for `invalid_key` and `key_revoked`; for other codes, it is the challenge without `error`
 * (RFC 6750 section 3.1).
 */
export function challengeOf(code: ProblemCode): string {
  const refused = code === 'invalid_key' || code === 'key_revoked';
  return refused ? `${realm}, error="invalid_token"` : realm;
}
