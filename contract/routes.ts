/** The routes of the API: id, path and access. */

/** A route of the API. */
export interface Route {
  readonly id: string;
  /** Path template in the syntax of OpenAPI. */
  readonly path: string;
  /** `public` requires no key, `keyed` requires one, and `either` adds net prices if the request has one. */
  readonly access: 'public' | 'keyed' | 'either';
}

/** All routes by id. */
export const routes = {
  health: { id: 'health', path: '/v1/health', access: 'public' },
  list: { id: 'list', path: '/v1/products', access: 'public' },
  catalogPricing: { id: 'catalogPricing', path: '/v1/products/pricing', access: 'keyed' },
  /** The tables for spreadsheets have addresses of their own, so that each answer has one media type. */
  pricingTable: { id: 'pricingTable', path: '/v1/products/pricing.csv', access: 'keyed' },
  /** The details of all products in one answer. */
  export: { id: 'export', path: '/v1/products/export', access: 'public' },
  exportTable: { id: 'exportTable', path: '/v1/products/export.csv', access: 'public' },
  inventory: { id: 'inventory', path: '/v1/products/inventory', access: 'public' },
  inventoryTable: { id: 'inventoryTable', path: '/v1/products/inventory.csv', access: 'public' },
  changes: { id: 'changes', path: '/v1/products/changes', access: 'public' },
  detail: { id: 'detail', path: '/v1/products/{sku}', access: 'either' },
  productPricing: { id: 'productPricing', path: '/v1/products/{sku}/pricing', access: 'keyed' },
  sync: { id: 'sync', path: '/v1/sync/activeProduct', access: 'public' },
  openapi: { id: 'openapi', path: '/openapi.json', access: 'public' },
  /** The API catalogue (RFC 9727). */
  apiCatalog: { id: 'apiCatalog', path: '/.well-known/api-catalog', access: 'public' },
} as const satisfies Record<string, Route>;

/** The id of a route. */
export type RouteId = keyof typeof routes;

/** Paths whose requests count towards the advisory rate limit (`rate-policy.ts`). All paths below them count too. */
export const countedPaths: readonly string[] = [routes.list.path];

/** Returns true if a decoded path is one of `countedPaths` or below one. */
export function isProductPath(path: string): boolean {
  return countedPaths.some((counted) => path === counted || path.startsWith(`${counted}/`));
}

const all = Object.values(routes);
const literals = new Map<string, RouteId>(all.map(({ id, path }) => [path, id]));
const templates = all
  .filter(({ path }) => path.includes('{'))
  .map(({ id, path }) => ({ id, expression: toExpression(path) }));

/**
 * Returns the id of the route that a decoded path matches, or undefined. Literal paths take precedence over
 * templates.
 */
export function routeOf(path: string): RouteId | undefined {
  return literals.get(path) ?? templates.find(({ expression }) => expression.test(path))?.id;
}

function toExpression(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}
