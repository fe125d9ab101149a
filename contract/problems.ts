/**
 * The problem table: every `code` of the API with its status, and the words for it. Status and
 * title come from here and nowhere else: the zod enum, the OpenAPI document, the page at
 * `/docs/errors`, the service and nginx's Lua are all made from this table (spec, "Errors").
 */

export interface ProblemFacts {
  readonly status: number;
  /** Short name of the problem, the same for every occurrence (RFC 9457 section 3.1.3). */
  readonly title: string;
  /** What a client reads when nothing more exact is known. */
  readonly detail: string;
  /** What a client should do about it; shown on the errors page. */
  readonly remedy: string;
}

const table = {
  route_not_found: {
    status: 404,
    title: 'Route not found',
    detail: 'No route answers this path.',
    remedy:
      'Check the path against /openapi.json. Paths are case-sensitive and take no trailing slash.',
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
      'Send each parameter once, with one of its values, percent-encode the URL, keep it short, and send at most one Authorization header.',
  },
  unsupported_locale: {
    status: 400,
    title: 'Unsupported locale',
    detail: 'The parameter locale must be one of en-CA, en-US, fr-CA.',
    remedy: 'Use one of the supported locales, spelt exactly so, or leave the parameter out.',
  },
  invalid_sku: {
    status: 400,
    title: 'Invalid SKU',
    detail:
      'A SKU is 1 to 64 letters, digits, dots, underscores and hyphens, and begins with a letter or digit.',
    remedy: 'Take the SKU from the product list as it stands there.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    detail: 'The Authorization header does not hold a Bearer credential.',
    remedy: 'Send "Authorization: Bearer <API_KEY>", or no Authorization header for public data.',
  },
  key_required: {
    status: 401,
    title: 'API key required',
    detail: 'This route needs an account API key.',
    remedy: 'Send "Authorization: Bearer <API_KEY>". Public prices are in the product detail.',
  },
  invalid_key: {
    status: 401,
    title: 'Invalid API key',
    detail: 'The API key cannot be used.',
    remedy:
      'Check that the whole key was copied; if it was, ask the catalogue operator for a new one.',
  },
  key_revoked: {
    status: 401,
    title: 'API key revoked',
    detail: 'The API key was revoked, or its account no longer holds distributor pricing.',
    remedy: 'Ask the catalogue operator for a new key, or about the account.',
  },
  product_not_found: {
    status: 404,
    title: 'Product not found',
    detail: 'The catalogue of this locale has no product with this SKU.',
    remedy: 'SKUs are case-sensitive. A product is listed only in the countries it is sold in.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: 'The rate limit is exceeded; wait as long as Retry-After says.',
    remedy:
      'Wait as many seconds as Retry-After says, then go on more slowly. `violated-policies` names the advisory policy that the request exceeds; without it, requests came too fast for the hard limit.',
  },
  upstream_unavailable: {
    status: 503,
    title: 'Service unavailable',
    detail: 'Account prices cannot be answered at present.',
    remedy: 'Try again after as many seconds as Retry-After says. Public routes are not affected.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'The request could not be answered because of a fault on our side.',
    remedy: 'Try again later; if it goes on, tell the catalogue operator the time and the path.',
  },
} as const satisfies Record<string, ProblemFacts>;

export type ProblemCode = keyof typeof table;

/** Status and words of every problem code. */
export const problems: Readonly<Record<ProblemCode, ProblemFacts>> = table;

/** Every problem code, in the order of the spec. */
export const problemCodes = Object.keys(table) as [ProblemCode, ...ProblemCode[]];

/** The exact reasons for `invalid_request` that a client is told. */
export const invalidRequestDetails = {
  malformedUrl:
    'The URL cannot be read: it is not validly percent-encoded, or its path climbs above the root.',
  repeatedParameter: 'A query parameter is given more than once.',
  formatNotCsv: 'The parameter format must be csv, or left out for JSON.',
  unknownSince:
    'The parameter since must be the id of a release: 16 hexadecimal digits in lower case.',
  urlTooLong: 'The URL is too long.',
  headTooLong: 'The URL and headers are too long.',
  repeatedAuthorization: 'The Authorization header is given more than once.',
  keyOverPlainHttp:
    'A key came unencrypted, so it is no secret any more: have it replaced, and send keys over HTTPS only.',
} as const;

/** Seconds a client is told to wait when the service or Redis cannot answer. */
export const upstreamRetryAfterSeconds = 5;

/** `realm` of every challenge; a Bearer challenge must have at least one parameter (RFC 6750 section 3). */
const realm = 'Bearer realm="catalogue"';

/**
 * The `WWW-Authenticate` challenge of a 401. A request with no credential of ours gets no error
 * code; a key that cannot be used is `invalid_token` (RFC 6750 section 3.1).
 */
export function challengeOf(code: ProblemCode): string {
  const refused = code === 'invalid_key' || code === 'key_revoked';
  return refused ? `${realm}, error="invalid_token"` : realm;
}
