/** The header fields of answers, as the OpenAPI document describes them. */
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
    'Strong entity tag of the bytes; another content coding has another one. Weak where an export is sent without a coding.',
    '"5d3e2b10-1f40"',
  ),
  'Content-Disposition': text(
    'Name of the file that a browser saves a table or JSON Lines as (RFC 6266). Missing from JSON.',
    'attachment; filename="products-fr-CA-5f2c09d1a7b3e846.csv"',
  ),
  'X-Catalogue-Release': text('The release that the answer is of.', '5f2c09d1a7b3e846'),
  'Cache-Control': text('Who may keep the answer and for how long (RFC 9111).', 'no-store'),
  Vary: text('Request headers that the answer depends on, always on one line.', 'Accept-Encoding'),
  'X-Request-Id': text(
    'Id of the request; name it when you report an error. A cached answer keeps the id of the request that it was stored for.',
    '8f14e45fceea167a5a36dedd4bea2543',
  ),
  'Access-Control-Allow-Origin': text(
    'Pages of any origin may read the answer. Missing from an answer to a request with a key.',
    corsHeaders['Access-Control-Allow-Origin'],
  ),
  'Access-Control-Expose-Headers': text(
    'Header fields that a page of another origin may read. Missing from an answer to a request with a key.',
    corsHeaders['Access-Control-Expose-Headers'],
  ),
  'RateLimit-Policy': text(
    'The advisory limit: quota and window in seconds.',
    rateLimitPolicyField,
  ),
  RateLimit: text(
    'Requests left in the window, and seconds until it ends.',
    rateLimitField(advisoryLimit.quota - 1, advisoryLimit.windowSeconds),
  ),
  'Retry-After': {
    description: 'Seconds to wait; clients must honour it.',
    schema: { type: 'integer', minimum: 1 },
    example: 5,
  },
  'X-Test-Key': text(
    'The answer is to a test key: its prices are computed from MSRP. Missing from every other answer.',
    testKeyHeader['X-Test-Key'],
  ),
  'WWW-Authenticate': text('The challenge (RFC 6750).', challengeOf('key_required')),
  Deprecation: text(
    'Since when the route is deprecated (RFC 9745).',
    deprecationExample.Deprecation,
  ),
  Sunset: text('When the route is retired (RFC 8594).', deprecationExample.Sunset),
  Link: text(
    'Links of the answer (RFC 8288): `deprecation`, the page that says what to use instead of a deprecated route; `service-desc` and `service-doc`, what describes the API (RFC 8631); `api-catalog` (RFC 9727).',
    linkHeader('health', 'https://catalogue.example').Link ?? '',
  ),
  Allow: text('Methods of the route.', 'GET, HEAD, OPTIONS'),
} as const;

export type HeaderName = keyof typeof fields;

/** What decides which header fields the answers of a route have. */
export interface HeaderFacts {
  readonly access: Route['access'];
  /** Whether the advisory limit counts its requests. */
  readonly counted: boolean;
  readonly deprecated: boolean;
  /** Whether they have links whether the route is deprecated or not. */
  readonly linked: boolean;
}

/** The header fields of every answer of a route, errors included (design section 7). */
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

/** References to header components, as an answer lists them. */
export function headerRefs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: refTo(name) }]));
}

/** The components of the header fields that an answer of `paths` lists; no other is there. */
export function headerComponents(paths: Json): Json {
  const listed = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => listed.includes(`"${refTo(name)}"`)),
  );
}

function refTo(name: string): string {
  return `#/components/headers/${name}`;
}
