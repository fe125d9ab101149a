/** Checks the URL, the route and the method of a request before the route runs. */
import type { Context, Middleware, Next } from 'koa';
import { ApiProblem, pathOf } from '../../contract/problem.ts';
import { assertReadableTarget, decodePath } from '../../contract/query.ts';

/**
 * Middleware that throws `invalid_request` for a URL that is too long or malformed (`assertReadableTarget`). Otherwise
 * makes the router match the decoded path, as nginx and the embedded server do.
 */
export const readableUrl: Middleware = async (ctx: Context, next: Next) => {
  const target = ctx.req.url ?? '/';
  assertReadableTarget(target);
  // Encoded again, because the router decodes each parameter. Setting `ctx.path` would change `ctx.req.url`.
  ctx['newRouterPath'] = decodePath(pathOf(target)).split('/').map(encodeURIComponent).join('/');
  await next();
};

/** Middleware that throws `method_not_allowed` for all methods except GET and HEAD. */
export const readOnly: Middleware = async (ctx: Context, next: Next) => {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new ApiProblem('method_not_allowed');
  await next();
};

/** Middleware that throws `route_not_found` for every request that reaches it; must be added after all routes. */
export const noRoute: Middleware = () => {
  throw new ApiProblem('route_not_found');
};
