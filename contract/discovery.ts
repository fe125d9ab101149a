/**
 * Discovery of the API from one URL: the API catalogue (RFC 9727), and `Link` headers to the description (the OpenAPI
 * document) and the documentation (RFC 8631). URLs are absolute.
 */
import type { AnswerKind } from './headers.ts';
import { type RouteId, routes } from './routes.ts';
import type { ApiCatalog } from './schemas/api-catalog.ts';

const profile = 'https://www.rfc-editor.org/info/rfc9727';

/** Media type of the API catalogue: a link set (RFC 9264) with the profile of RFC 9727 section 4.2. */
export const apiCatalogMediaType = `application/linkset+json; profile="${profile}"`;

/** The path and media type of a link's target. */
interface Target {
  readonly path: string;
  readonly type: string;
}

const json = 'application/json';
const description: Target = { path: routes.openapi.path, type: json };
const documentation: Target = { path: '/docs/', type: 'text/html' };
const health: Target = { path: routes.health.path, type: json };

const serviceLinks = { 'service-desc': description, 'service-doc': documentation };

/**
 * Kind of answer or id of a route → link relation → target. Each key, such as `health`, is both a kind of answer and
 * the id of the route with these answers, so that callers may look up either.
 */
const links: Partial<Record<AnswerKind | RouteId, Readonly<Record<string, Target>>>> = {
  health: serviceLinks,
  openapi: serviceLinks,
  // RFC 9727 section 2 requires the link for HEAD, which has the same headers as GET.
  apiCatalog: {
    'api-catalog': { path: routes.apiCatalog.path, type: 'application/linkset+json' },
  },
};

/**
 * Returns the `Link` header (RFC 8288) of all answers of `kind`, errors included. The header leads clients to the
 * description and documentation of the API, or to the API catalogue. `kind` is a kind of answer (a key of
 * `answerKinds`) or the id of a route; most have no such header: for these, returns an empty object. Does not include
 * the link of a deprecation (`deprecationHeaders`). `baseUrl` has no trailing slash.
 */
export function linkHeader(kind: AnswerKind | RouteId, baseUrl: string): { Link?: string } {
  const values = Object.entries(links[kind] ?? {}).map(
    ([relation, { path, type }]) => `<${baseUrl}${path}>; rel="${relation}"; type="${type}"`,
  );
  return values.length > 0 ? { Link: values.join(', ') } : {};
}

/**
 * Returns the API catalogue (RFC 9727 section 4). It lists one API, identified by the URL of the product
 * list, with links to the description, documentation and health of that API.
 */
export function createApiCatalog(baseUrl: string): ApiCatalog {
  const entry = `${baseUrl}${routes.list.path}`;
  const to = ({ path, type }: Target) => [{ href: `${baseUrl}${path}`, type }];
  return {
    linkset: [
      { anchor: `${baseUrl}${routes.apiCatalog.path}`, item: [{ href: entry }] },
      {
        anchor: entry,
        'service-desc': to(description),
        'service-doc': to(documentation),
        status: to(health),
      },
    ],
  };
}
