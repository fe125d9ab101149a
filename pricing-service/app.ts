/** The service on one screen: the order of its middleware and every route it answers. */
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
import { sendRepresentation } from './middleware/send-representation.ts';
import { requestFacts } from './request-facts.ts';
import { catalogPricingRoute } from './routes/catalog-pricing.ts';
import { detailRoute } from './routes/detail.ts';
import { productPricingRoute } from './routes/product-pricing.ts';

export interface AppParts extends KeyedParts {
  /** Public address of the API, without a slash at its end. */
  readonly baseUrl: string;
  readonly log: Log;
}

/**
 * What a server calls for each request: the fast path where that can answer, else the app. Requests that
 * were read in one turn of the event loop are answered in the next phase of it, one right after the other: a
 * client that waits for several answers, as nginx does, is woken once for all of them (decision 46).
 */
export function createListener(parts: AppParts): RequestListener {
  const answerAtOnce = createFastPath(parts);
  const answer = createApp(parts).callback();
  let waiting: Parameters<RequestListener>[] = [];
  const answerAll = () => {
    const all = waiting;
    waiting = [];
    for (const [request, response] of all) {
      if (!answerAtOnce(request, response)) void answer(request, response);
    }
  };
  return (request, response) => {
    if (waiting.push([request, response]) === 1) setImmediate(answerAll);
  };
}

/** Builds the app; it listens nowhere and holds nothing open. */
export function createApp({ baseUrl, log, ...keyedParts }: AppParts): Koa {
  const app = new Koa();
  const router = new Router({ strict: true, sensitive: true });
  const keyed = [readOnly, requireKey(keyedParts)] as const;

  // GET /v1/products/pricing, before {sku}: lower-case words are free for routes
  router.all(routes.catalogPricing.path, ...keyed, catalogPricingRoute);
  // GET /v1/products/{sku}/pricing
  router.all(toPattern(routes.productPricing.path), ...keyed, productPricingRoute);
  // GET /v1/products/{sku}
  router.all(toPattern(routes.detail.path), ...keyed, detailRoute);

  app.use(compressBodies());
  app.use(reportProblems(baseUrl, log));
  app.use(sendRepresentation);
  app.use(readableUrl);
  app.use(router.routes());
  app.use(noRoute);
  app.on('error', (error, { req }: Koa.Context) => {
    if (!isClientGone(error)) log.error('connection_error', error, requestFacts(req));
  });
  return app;
}

/** `{sku}` of an OpenAPI path is `:sku` to the router. */
function toPattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
