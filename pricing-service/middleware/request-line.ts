/** Checks that come before any route's own: the URL can be read, and the method only reads. */
import type { Context, Middleware, Next } from 'koa';
import { ApiProblem, pathOf } from '../../contract/problem.ts';
import { assertReadableTarget, decodePath } from '../../contract/query.ts';

/**
 * Throws `invalid_request` for a URL that is too long or badly encoded. Routes behind it are matched on
 * the decoded path, as nginx and the embedded server match it: whoever reads a path first, it is the same.
 */
export const readableUrl: Middleware = async (ctx: Context, next: Next) => {
  const target = ctx.req.url ?? '/';
  assertReadableTarget(target);
  // The router decodes each parameter; `ctx.path` would change the request's own URL.
  ctx['newRouterPath'] = decodePath(pathOf(target)).split('/').map(encodeURIComponent).join('/');
  await next();
};

/** Throws `method_not_allowed` for anything but GET and HEAD. */
export const readOnly: Middleware = async (ctx: Context, next: Next) => {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new ApiProblem('method_not_allowed');
  await next();
};

/** Throws `route_not_found`; it stands behind every route. */
export const noRoute: Middleware = () => {
  throw new ApiProblem('route_not_found');
};
