/**
 * Creates the request listener of the service: the Koa app, with its middleware and routes, and the fast path before
 * it.
 */
import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import { routes } from '../contract/routes.ts';
import { isClientGone } from './client-errors.ts';
import { createFastPath } from './fast-path.ts';
import type { Log } from './log.ts';
import { compressBodies } from './middleware/compress-bodies.ts';
import { type KeyedParts, requireKey } from './middleware/credentials.ts';
import { reportProblems } from './middleware/problems.ts';
import { noRoute, readableUrl, readOnly } from './middleware/request-line.ts';
import { requestFacts } from './request-facts.ts';
import {
  catalogPricingRoute,
  detailRoute,
  type KeyedRoute,
  productPricingRoute,
} from './routes.ts';

/**
 * The dependencies of the request listener: what the routes use (`KeyedParts`), the public URL of the API, and the log.
 */
export interface AppParts extends KeyedParts {
  /** Public URL of the API, without a trailing slash: `https://api.example.com`. */
  readonly baseUrl: string;
  readonly log: Log;
}

/**
 * Returns the request listener of the pricing service. The fast path, which uses only cached data, answers a
 * request if it can; otherwise the Koa app does. All requests that are read from sockets in one turn of the event loop
 * are answered together at the end of that turn, so that nginx wakes up once for several answers.
 */
export function createRequestListener(parts: AppParts): RequestListener {
  const answerFast = createFastPath(parts);
  const answer = createApp(parts).callback();
  let waiting: Parameters<RequestListener>[] = [];
  const answerAll = () => {
    const all = waiting;
    waiting = [];
    for (const [request, response] of all) {
      if (!answerFast(request, response)) void answer(request, response);
    }
  };
  return (request, response) => {
    if (waiting.push([request, response]) === 1) setImmediate(answerAll);
  };
}

/** Creates the Koa app: its middleware and the routes that require an API key. Does not start a server. */
export function createApp({ baseUrl, log, ...parts }: AppParts): Koa {
  const app = new Koa();
  const router = new Router({ strict: true, sensitive: true });
  const addRoute = (path: string, route: KeyedRoute) =>
    router.all(toPattern(path), readOnly, requireKey(parts, route));

  // Before the others, which would take "pricing" for a SKU.
  addRoute(routes.catalogPricing.path, catalogPricingRoute);
  addRoute(routes.productPricing.path, productPricingRoute);
  addRoute(routes.detail.path, detailRoute);

  app.use(compressBodies());
  app.use(reportProblems(baseUrl, log));
  app.use(readableUrl);
  app.use(router.routes());
  app.use(noRoute);
  app.on('error', (error, { req }: Koa.Context) => {
    if (!isClientGone(error)) log.error('connection_error', error, requestFacts(req));
  });
  return app;
}

/** Converts an OpenAPI path to a pattern of the router: `{sku}` becomes `:sku`. */
function toPattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
