/** Renders the maps from a path to its operation and to the kind of its answer. */
import type { AnswerKind } from '../contract/headers.ts';
import { picturePatterns } from '../contract/pictures.ts';
import { publicFiles } from '../contract/release.ts';
import { type RouteId, routes } from '../contract/routes.ts';

/** Route → row of the header table (design section 7) for answers to requests without an API key. */
const rowOfRoute = {
  health: 'health',
  list: 'list',
  catalogPricing: 'keyed',
  pricingTable: 'keyed',
  export: 'copy',
  exportTable: 'copy',
  inventory: 'copy',
  inventoryTable: 'copy',
  changes: 'copy',
  detail: 'detail',
  productPricing: 'keyed',
  sync: 'sync',
  openapi: 'openapi',
  apiCatalog: 'apiCatalog',
} as const satisfies Record<RouteId, AnswerKind>;

/**
 * nginx pattern → row of the header table (design section 7), for paths that are no routes of the API: the locations of
 * `infra/nginx/site.conf`.
 */
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
  const rows = all.map(({ id, path }) => [toPattern(path), rowOfRoute[id]] as const);
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
${renderMap('$operation_of_path', operations)}
map $located $operation {
    "" $operation_of_path;
    default $located;
}

# (3)
${renderMap('$route_of_path', [...rows, ...rowsOfSite])}`;
}

function renderMap(target: string, rows: readonly (readonly [match: string, value: string])[]) {
  const lines = rows.map(([match, value]) => `    "${match}" ${value};\n`);
  return `map $asked_path ${target} {\n    default "";\n${lines.join('')}}\n`;
}

/**
 * Returns the nginx pattern of a path: `/v1/products/{sku}` → `~^/v1/products/[^/]+\z`. Paths without parameters are
 * patterns too: nginx compares other keys of a map without case, and paths have case (RFC 9110 section 4.2.3).
 */
function toPattern(path: string): string {
  const pattern = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
  return `~^${pattern}\\z`;
}
