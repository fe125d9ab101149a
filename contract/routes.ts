/** The routes of the API: id, path and access. */

export interface Route {
  readonly id: string;
  /** OpenAPI path template. */
  readonly path: string;
  /** `public` needs no key, `keyed` needs one, `either` adds net prices if there is one. */
  readonly access: 'public' | 'keyed' | 'either';
}

export const routes = {
  health: { id: 'health', path: '/v1/health', access: 'public' },
  list: { id: 'list', path: '/v1/products', access: 'public' },
  catalogPricing: { id: 'catalogPricing', path: '/v1/products/pricing', access: 'keyed' },
  /** All product details in one answer. */
  export: { id: 'export', path: '/v1/products/export', access: 'public' },
  inventory: { id: 'inventory', path: '/v1/products/inventory', access: 'public' },
  changes: { id: 'changes', path: '/v1/products/changes', access: 'public' },
  detail: { id: 'detail', path: '/v1/products/{sku}', access: 'either' },
  productPricing: { id: 'productPricing', path: '/v1/products/{sku}/pricing', access: 'keyed' },
  sync: { id: 'sync', path: '/v1/sync/activeProduct', access: 'public' },
  openapi: { id: 'openapi', path: '/openapi.json', access: 'public' },
  /** RFC 9727. */
  apiCatalog: { id: 'apiCatalog', path: '/.well-known/api-catalog', access: 'public' },
} as const satisfies Record<string, Route>;

export type RouteId = keyof typeof routes;

/** Paths that the advisory limit counts, with all paths below them. */
export const countedPaths: readonly string[] = [routes.list.path];

/** Whether a decoded path is one of `countedPaths` or below one. */
export function isProductPath(path: string): boolean {
  return countedPaths.some((counted) => path === counted || path.startsWith(`${counted}/`));
}

const all = Object.values(routes);
const literals = new Map<string, RouteId>(all.map(({ id, path }) => [path, id]));
const templates = all
  .filter(({ path }) => path.includes('{'))
  .map(({ id, path }) => ({ id, expression: toExpression(path) }));

/** Returns the route of a decoded path; literal paths take precedence over templates. */
export function routeOf(path: string): RouteId | undefined {
  return literals.get(path) ?? templates.find(({ expression }) => expression.test(path))?.id;
}

function toExpression(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}
