/** Creates the header components of the OpenAPI document. */
import { deprecationHeaders } from '../deprecation.ts';
import { linkHeader } from '../discovery.ts';
import { corsHeaders } from '../headers.ts';
import { challengeOf } from '../problems.ts';
import { advisoryLimit, rateLimitField, rateLimitPolicyField } from '../rate-policy.ts';
import type { Route } from '../routes.ts';
import { testKeyHeader } from '../test-keys.ts';

type Json = Readonly<Record<string, unknown>>;

const deprecationExample = deprecationHeaders({
  announced: '2026-12-01',
  sunset: '2027-03-01',
  link: 'https://catalogue.example/docs/v2',
});

/** Header field → its description in both languages, and an example; a number is a positive integer. */
const fields = {
  ETag: {
    en: 'Entity tag of the answer, different for each content coding. Weak only for uncompressed answers of the export and stock routes.',
    fr: 'Étiquette d’entité, une par codage. Faible seulement dans les réponses non compressées des routes d’exportation et de stocks.',
    example: '"5d3e2b10-1f40"',
  },
  'Content-Disposition': {
    en: 'File name for saving CSV or JSON Lines (RFC 6266). Absent for JSON.',
    fr: 'Nom de fichier pour enregistrer le CSV ou le JSON Lines (RFC 6266). Absent pour le JSON.',
    example: 'attachment; filename="products-fr-CA-5f2c09d1a7b3e846.csv"',
  },
  'X-Catalogue-Release': {
    en: 'Id of the release that the answer belongs to.',
    fr: 'Identifiant de la version dont provient la réponse.',
    example: '5f2c09d1a7b3e846',
  },
  'Cache-Control': {
    en: 'Who may cache the answer, and for how long (RFC 9111).',
    fr: 'Qui peut conserver la réponse, et combien de temps (RFC 9111).',
    example: 'no-store',
  },
  Vary: {
    en: 'Request headers that the answer depends on, always in a single `Vary` header.',
    fr: 'Les en-têtes de requête dont dépend la réponse, toujours dans un seul en-tête `Vary`.',
    example: 'Accept-Encoding',
  },
  'X-Request-Id': {
    en: 'Id of the request; include it when you report an error. An answer from a cache has the id of the request that filled the cache.',
    fr: 'Identifiant de la requête; citez-le quand vous signalez une erreur. Une réponse d’un cache porte l’identifiant de la requête qui a rempli le cache.',
    example: '8f14e45fceea167a5a36dedd4bea2543',
  },
  'Access-Control-Allow-Origin': {
    en: 'Pages of any origin may read the answer. Absent if the route requires a key, or if the request contains a key that the route reads.',
    fr: 'Les pages de toute origine peuvent lire la réponse. Absent si la route exige une clé, ou si elle lit une clé que la requête contient.',
    example: corsHeaders['Access-Control-Allow-Origin'],
  },
  'Access-Control-Expose-Headers': {
    en: 'Header fields that pages of other origins may read. Absent if the route requires a key, or if the request contains a key that the route reads.',
    fr: 'Les en-têtes qu’une page d’une autre origine peut lire. En-tête absent si la route exige une clé, ou si elle lit une clé que la requête contient.',
    example: corsHeaders['Access-Control-Expose-Headers'],
  },
  'RateLimit-Policy': {
    en: 'The advisory limit, which is enforced: quota and window in seconds.',
    fr: 'La limite indicative, qui est appliquée : quota et fenêtre en secondes.',
    example: rateLimitPolicyField,
  },
  RateLimit: {
    en: 'Remaining requests in the window, and seconds until it ends.',
    fr: 'Requêtes qui restent dans la fenêtre, et secondes avant sa fin.',
    example: rateLimitField(advisoryLimit.quota - 1, advisoryLimit.windowSeconds),
  },
  'Retry-After': {
    en: 'Seconds that a client must wait before its next request.',
    fr: 'Secondes à attendre avant la prochaine requête.',
    example: 5,
  },
  'X-Test-Key': {
    en: 'Present if the route has read a test key. Net prices are then computed from MSRP.',
    fr: 'Présent si la route a lu une clé d’essai. Les prix nets sont alors calculés à partir du PDSF.',
    example: testKeyHeader['X-Test-Key'],
  },
  'WWW-Authenticate': {
    en: 'How to authenticate (RFC 6750).',
    fr: 'Comment s’authentifier (RFC 6750).',
    example: challengeOf('key_required'),
  },
  Deprecation: {
    en: 'The date since which the route is deprecated (RFC 9745).',
    fr: 'Depuis quand la route est obsolète (RFC 9745).',
    example: deprecationExample.Deprecation,
  },
  Sunset: {
    en: 'The date on which the route is removed (RFC 8594).',
    fr: 'Quand la route sera retirée (RFC 8594).',
    example: deprecationExample.Sunset,
  },
  Link: {
    en: 'Links (RFC 8288): `deprecation` leads to a page about the deprecation and the replacement; `service-desc` and `service-doc` describe the API (RFC 8631); `api-catalog` is the API catalogue (RFC 9727).',
    fr: 'Liens (RFC 8288) : `deprecation`, une page sur le retrait de la route et sur ce qui la remplace; `service-desc` et `service-doc`, ce qui décrit l’API (RFC 8631); `api-catalog`, le catalogue d’API (RFC 9727).',
    example: linkHeader('health', 'https://catalogue.example').Link ?? '',
  },
  Allow: {
    en: 'Methods of the route.',
    fr: 'Les méthodes de la route.',
    example: 'GET, HEAD, OPTIONS',
  },
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
  const used = Object.entries(fields).filter(([name]) => listed.includes(`"${refTo(name)}"`));
  return Object.fromEntries(
    used.map(([name, { en, fr, example }]) => {
      const isNumber = typeof example === 'number';
      const schema = isNumber ? { type: 'integer', minimum: 1 } : { type: 'string' };
      return [name, { description: { en, fr }, schema, example }];
    }),
  );
}

function refTo(name: string): string {
  return `#/components/headers/${name}`;
}
