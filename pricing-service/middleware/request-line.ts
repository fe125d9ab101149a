/** Checks that come before any route's own: the URL can be read, and the method only reads. */
import type { Context, Middleware, Next } from 'koa';
import { ApiProblem } from '../../contract/problem.ts';
import { assertReadableTarget } from '../../contract/query.ts';

/** Throws `invalid_request` for a URL that is too long or badly encoded. */
export const readableUrl: Middleware = async (ctx: Context, next: Next) => {
  assertReadableTarget(ctx.req.url ?? '/');
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
