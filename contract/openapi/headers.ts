/** Creates the header components of the OpenAPI document. */
import { deprecationHeaders } from '../deprecation.ts';
import { linkHeader } from '../discovery.ts';
import { corsHeaders } from '../headers.ts';
import { challengeOf } from '../problems.ts';
import { advisoryLimit, rateLimitField, rateLimitPolicyField } from '../rate-policy.ts';
import type { Route } from '../routes.ts';
import { testKeyHeader } from '../test-keys.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});

const deprecationExample = deprecationHeaders({
  announced: '2026-12-01',
  sunset: '2027-03-01',
  link: 'https://catalogue.example/docs/v2',
});

const fields = {
  ETag: text(
    'Entity tag of the answer, different for each content coding. Weak only for uncompressed answers of the export and stock routes.',
    '"5d3e2b10-1f40"',
  ),
  'Content-Disposition': text(
    'File name for saving CSV or JSON Lines (RFC 6266). Absent for JSON.',
    'attachment; filename="products-fr-CA-5f2c09d1a7b3e846.csv"',
  ),
  'X-Catalogue-Release': text('Id of the release that the answer belongs to.', '5f2c09d1a7b3e846'),
  'Cache-Control': text('Who may cache the answer, and for how long (RFC 9111).', 'no-store'),
  Vary: text(
    'Request headers that the answer depends on, always in a single `Vary` header.',
    'Accept-Encoding',
  ),
  'X-Request-Id': text(
    'Id of the request; include it when you report an error. An answer from a cache has the id of the request that filled the cache.',
    '8f14e45fceea167a5a36dedd4bea2543',
  ),
  'Access-Control-Allow-Origin': text(
    'Pages of any origin may read the answer. Absent if the route requires a key, or if the request contains a key that the route reads.',
    corsHeaders['Access-Control-Allow-Origin'],
  ),
  'Access-Control-Expose-Headers': text(
    'Header fields that pages of other origins may read. Absent if the route requires a key, or if the request contains a key that the route reads.',
    corsHeaders['Access-Control-Expose-Headers'],
  ),
  'RateLimit-Policy': text(
    'The advisory limit, which is enforced: quota and window in seconds.',
    rateLimitPolicyField,
  ),
  RateLimit: text(
    'Remaining requests in the window, and seconds until it ends.',
    rateLimitField(advisoryLimit.quota - 1, advisoryLimit.windowSeconds),
  ),
  'Retry-After': {
    description: 'Seconds that a client must wait before its next request.',
    schema: { type: 'integer', minimum: 1 },
    example: 5,
  },
  'X-Test-Key': text(
    'Present if the route has read a test key. Net prices are then computed from MSRP.',
    testKeyHeader['X-Test-Key'],
  ),
  'WWW-Authenticate': text('How to authenticate (RFC 6750).', challengeOf('key_required')),
  Deprecation: text(
    'The date since which the route is deprecated (RFC 9745).',
    deprecationExample.Deprecation,
  ),
  Sunset: text('The date on which the route is removed (RFC 8594).', deprecationExample.Sunset),
  Link: text(
    'Links (RFC 8288): `deprecation` leads to a page about the deprecation and the replacement; `service-desc` and `service-doc` describe the API (RFC 8631); `api-catalog` is the API catalogue (RFC 9727).',
    linkHeader('health', 'https://catalogue.example').Link ?? '',
  ),
  Allow: text('Methods of the route.', 'GET, HEAD, OPTIONS'),
} as const;

/** The name of a documented header field. */
export type HeaderName = keyof typeof fields;

/** The properties of a route that determine the header fields of its answers. */
export interface HeaderFacts {
  readonly access: Route['access'];
  /** True if requests to the route count towards the advisory limit, so that its answers have `RateLimit` headers. */
  readonly counted: boolean;
  readonly deprecated: boolean;
  /** True if `linkHeader` returns a `Link` header for the route. Deprecated routes have a `Link` header in any case. */
  readonly linked: boolean;
}

/**
 * Returns the names of the header fields that all answers of a route have, including errors (design section 7). The
 * result also contains two kinds of fields that some answers lack: `X-Test-Key` if the route reads keys, although only
 * answers to test keys have it; and the CORS headers of the product detail, although answers to requests with
 * `Authorization` lack them.
 */
export function commonHeaders(facts: HeaderFacts): HeaderName[] {
  const { access, counted, deprecated, linked } = facts;
  return [
    ...(['Cache-Control', 'Vary', 'X-Request-Id'] as const),
    ...(access === 'keyed' ? [] : (Object.keys(corsHeaders) as (keyof typeof corsHeaders)[])),
    ...(access === 'public' ? [] : (['X-Test-Key'] as const)),
    ...(counted ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
    ...(deprecated ? (['Deprecation', 'Sunset'] as const) : []),
    ...(deprecated || linked ? (['Link'] as const) : []),
  ];
}

/** Returns header name → reference to the header component of that name. */
export function headerRefs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: refTo(name) }]));
}

/**
 * Returns header name → OpenAPI header component, for the header fields to which `paths`, a member of the OpenAPI
 * document, refers.
 */
export function headerComponents(paths: Json): Json {
  const listed = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => listed.includes(`"${refTo(name)}"`)),
  );
}

function refTo(name: string): string {
  return `#/components/headers/${name}`;
}
