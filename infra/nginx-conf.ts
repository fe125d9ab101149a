/**
 * Renders nginx configuration from the contract: the headers of every answer, from the header table (design section
 * 7), and the operation and the row of that table for each path.
 */
import { linkHeader } from '../contract/discovery.ts';
import {
  type AnswerKind,
  answerHeaders,
  answerKinds,
  transportSecurity,
} from '../contract/headers.ts';
import { movedPages } from '../contract/moved-pages.ts';
import { picturePatterns } from '../contract/pictures.ts';
import { rateLimitPolicyField } from '../contract/rate-policy.ts';
import { publicFiles } from '../contract/release.ts';
import { type RouteId, routes } from '../contract/routes.ts';

const { none, ...others } = Object.fromEntries(
  (Object.keys(answerKinds) as AnswerKind[]).map((kind) => {
    const link = linkHeader(kind, '$base_url');
    return [kind, { ...answerHeaders(kind), ...link }] as const;
  }),
) as Record<AnswerKind, Record<string, string>>;
const fieldNames = [...new Set(Object.values({ none, ...others }).flatMap(Object.keys))];

/**
 * Header → kind of answer (a row of the header table) → value, for headers that differ by kind; `default` is for
 * other kinds: `Vary` → `{ default: 'Accept-Encoding', detail: … }`.
 */
const maps = new Map(
  fieldNames.flatMap((name) => {
    const byDefault = none[name] ?? '';
    const rows = Object.entries(others).map(
      ([kind, fields]) => [kind, fields[name] ?? ''] as const,
    );
    const different = rows.filter(([, value]) => value !== byDefault);
    if (different.length === 0) return [];
    return [[name, Object.fromEntries([['default', byDefault], ...different])] as const];
  }),
);

/**
 * Renders `infra/nginx/answers.conf`: maps from `$route` (the kind of answer) to the value of each header that differs
 * by kind, from `$uri` to the new address of a page, and those of headers that depend on other variables.
 */
export function renderAnswersConf(): string {
  const tables = [...maps].map(([name, rows]) =>
    renderMap('$route', `$answer_${toWord(name)}`, rows),
  );
  return `# Generated from contract/ by "npm run generate". Do not edit.
#
# The values of the headers in headers.conf that depend on the answer, by the row of the header table
# (design section 7) that $route names. An empty header is not sent.
#
# (1) Not added if an error or the pricing service has already set it.
# https://nginx.org/en/docs/http/ngx_http_map_module.html

${tables.join('\n')}
${renderMap('$uri', '$moved_page', { default: '', ...movedPages })}
# (1)
${renderMap('$sent_http_cache_control', '$cache_control', { '': '$answer_cache_control' })}
${renderMap('$https', '$transport_security', { on: transportSecurity })}
${renderMap('$rate_field', '$rate_policy', { '': '', default: rateLimitPolicyField })}`;
}

/**
 * Renders `infra/nginx/headers.conf`: adds the headers to every answer, and removes them from those of the pricing
 * service, so that each is sent once. Only the service's `Cache-Control` stays.
 */
export function renderHeadersConf(): string {
  const fields = {
    ...Object.fromEntries(fieldNames.map((name) => [name, fieldOf(name)])),
    'Cache-Control': '$cache_control',
    'Strict-Transport-Security': '$transport_security',
    'X-Request-Id': '$exchange_id',
    'RateLimit-Policy': '$rate_policy',
    RateLimit: '$rate_field',
  };
  const added = Object.entries(fields).map(
    ([name, value]) => `add_header ${name} ${value} always;`,
  );
  const hidden = Object.keys(fields).filter((name) => name !== 'Cache-Control');
  return `# Generated from contract/ by "npm run generate". Do not edit.
#
# The headers of every answer, including errors and answers of the pricing service.
#
# (1) Cleared: the modification time of a released file is made from its hash.
# (2) The service's values are removed, so that each header is sent once. Its Cache-Control stays.
# https://nginx.org/en/docs/http/ngx_http_headers_module.html

add_header Last-Modified ""; # (1)
${added.join('\n')}

# (2)
${hidden.map((name) => `proxy_hide_header ${name};`).join('\n')}
`;
}

function fieldOf(name: string): string {
  return maps.has(name) ? `$answer_${toWord(name)}` : quoted(none[name] ?? '');
}

function toWord(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** nginx pattern → row of the header table, for paths that are no routes: the locations of `infra/nginx/site.conf`. */
const rowsOfSite: readonly (readonly [match: string, row: AnswerKind])[] = [
  [toPattern('/docs'), 'pages'],
  ['~^/docs/', 'pages'],
  [toPattern('/catalogue'), 'pages'],
  ['~^/catalogue/', 'pages'],
  ...[publicFiles.robots, publicFiles.sitemap].map(
    (file) => [toPattern(`/${file}`), 'pages'] as const,
  ),
  [toPattern(`/${publicFiles.favicon}`), 'assets'],
  [`~^${picturePatterns.hashed}\\z`, 'pictures'],
  [`~^${picturePatterns.plain}\\z`, 'assets'],
];

/**
 * Renders `infra/nginx/operations.conf`: maps from a path to its operation (OpenAPI `operationId`) and to the kind of
 * its answer. nginx uses the first pattern that matches, so literal paths come before those with a parameter.
 */
export function renderOperationsConf(): string {
  const all = Object.values(routes);
  const operations = all.map(({ id, path }) => [toPattern(path), id] as const);
  const rows = all.map((route) => [toPattern(route.path), rowOf(route)] as const);
  return `# Generated from contract/ by "npm run generate". Do not edit.
#
# (1) The decoded path of the request. lua/problem.lua sets $unread_path for a request that nginx could not
#     read, because $uri is then the path of the error page.
# (2) The OpenAPI operationId of the path, or empty. Locations of many requests set $located, which saves the
#     comparisons.
# (3) The row of the header table (design section 7) for the path, or empty. Used for requests that nginx
#     refuses before it chooses a location, which sets $route.
# https://nginx.org/en/docs/http/ngx_http_map_module.html

# (1)
map $unread_path $asked_path {
    "" $uri;
    default $unread_path;
}

# (2)
${renderPaths('$operation_of_path', operations)}
map $located $operation {
    "" $operation_of_path;
    default $located;
}

# (3)
${renderPaths('$route_of_path', [...rows, ...rowsOfSite])}`;
}

/** Returns the row of the header table for answers to requests without a key: that of the route's name, or `copy`. */
function rowOf({ id, access }: (typeof routes)[RouteId]): AnswerKind {
  if (access === 'keyed') return 'keyed';
  return id in answerKinds ? (id as AnswerKind) : 'copy';
}

function renderPaths(target: string, rows: readonly (readonly [match: string, value: string])[]) {
  return renderMap('$asked_path', target, { default: '', ...Object.fromEntries(rows) });
}

/**
 * Returns the nginx pattern of a path: `/v1/products/{sku}` → `~^/v1/products/[^/]+\z`. Paths without parameters are
 * patterns too: nginx compares other keys of a map without case, and paths have case (RFC 9110 section 4.2.3).
 */
function toPattern(path: string): string {
  const pattern = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
  return `~^${pattern}\\z`;
}

function renderMap(source: string, target: string, rows: Readonly<Record<string, string>>): string {
  const lines = Object.entries(rows).map(
    ([key, value]) =>
      `    ${/^\w|^\//.test(key) ? key : quoted(key)} ${value.startsWith('$') ? value : quoted(value)};\n`,
  );
  return `map ${source} ${target} {\n${lines.join('')}}\n`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}
