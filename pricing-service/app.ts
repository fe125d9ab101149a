/**
 * The request listener of the service: the three routes that require an API key, the middleware around them, and the
 * fast path before them. Every check is in the order of design section 8.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Router, { type RouterContext } from '@koa/router';
import Koa, { type Context, type Middleware, type Next } from 'koa';
import compress from 'koa-compress';
import { allow, answerHeaders } from '../contract/headers.ts';
import { type Locale, locales } from '../contract/locales.ts';
import { ApiProblem, createProblem, pathOf, problemHeaders } from '../contract/problem.ts';
import { problems } from '../contract/problems.ts';
import { assertReadableTarget, decodePath, readLocale, refuseFormat } from '../contract/query.ts';
import { hardLimit } from '../contract/rate-policy.ts';
import { isReleaseId, releaseHeader } from '../contract/release.ts';
import { chooseCoding } from '../contract/representation.ts';
import { type Route, routes } from '../contract/routes.ts';
import { isSku, skuPattern } from '../contract/sku.ts';
import { findTestOutcome, testKeyHeader } from '../contract/test-keys.ts';
import { isClientGone, sendProblem } from './client-errors.ts';
import { findBearerToken, type KeyCheck, readBearerToken } from './key-check.ts';
import { type Log, requestFacts } from './log.ts';
import { UnreadableFile } from './releases.ts';
import { type AnswerRequest, type StoredAnswers, sendAnswer, sendHead } from './stored-answers.ts';

/** What the listener answers with. */
export interface AppParts {
  readonly keys: KeyCheck;
  readonly answers: StoredAnswers;
  /** Answers test keys; undefined if they are disabled. */
  readonly testAnswers: StoredAnswers | undefined;
  /** Public URL of the API, without a trailing slash: `https://api.example.com`. */
  readonly baseUrl: string;
  readonly log: Log;
}

/**
 * Returns the request listener: the fast path answers a request if it can, otherwise the Koa app.
 * Requests read in one turn of the event loop are answered together at its end, so that nginx wakes
 * up once. An exception is the fault of one request, which gets a 500.
 */
export function createRequestListener(parts: AppParts): RequestListener {
  const answer = createApp(parts).callback();
  let waiting: Parameters<RequestListener>[] = [];
  const answerAll = () => {
    const all = waiting;
    waiting = [];
    for (const [request, response] of all) {
      try {
        if (!answerFast(request, response, parts)) void answer(request, response);
      } catch (error) {
        parts.log.error('internal_error', error, requestFacts(request));
        if (response.headersSent) response.destroy();
        else sendProblem(request, response, new ApiProblem('internal_error'), parts.baseUrl);
      }
    }
  };
  return (request, response) => {
    if (waiting.push([request, response]) === 1) setImmediate(answerAll);
  };
}

const toPattern = ({ path }: Route) => path.replace('{sku}', `(${skuPattern.slice(1, -1)})`);

/**
 * Targets of the fast path: no percent-encoding, no query except `locale`. Price lists come first,
 * because `pricing` would also match as a SKU.
 */
const simpleTarget = new RegExp(
  `^(?:(${toPattern(routes.catalogPricing)})|${toPattern(routes.productPricing)}|${toPattern(routes.detail)})` +
    `(?:\\?locale=(${locales.join('|')}))?$`,
);

/**
 * Answers a GET or HEAD request without Koa, at about half the cost, if the check of its key and
 * its answer are in memory. Otherwise returns false, without any effect.
 */
function answerFast(
  request: IncomingMessage,
  response: ServerResponse,
  { keys, answers }: Pick<AppParts, 'keys' | 'answers'>,
): boolean {
  const { method, url = '' } = request;
  const match = method === 'GET' || method === 'HEAD' ? simpleTarget.exec(url) : null;
  const token = match ? findBearerToken(request) : undefined;
  const checked = token === undefined ? undefined : keys.findCached(token);
  if (match === null || checked === undefined) return false;
  const [, catalog, priced, detailed, locale] = match;
  const answer = answers.find({
    kind: catalog ? 'catalogPricing' : priced ? 'productPricing' : 'detail',
    sku: priced ?? detailed ?? '',
    tier: checked.tier,
    locale: locale as Locale | undefined,
    ...readHeaders(request),
  });
  if (answer === undefined) return false;
  // The check cannot have become too old: this is one turn of the event loop.
  checked.recordUse();
  if (sendHead(request, response, answer)) response.end(answer.body);
  return true;
}

/** Returns the release that nginx names, overwriting a header of the client, and the codings. */
function readHeaders({ headers }: IncomingMessage) {
  const release = headers[releaseHeader.toLowerCase()];
  return {
    release: typeof release === 'string' && isReleaseId(release) ? release : undefined,
    acceptEncoding: headers['accept-encoding']?.toString(),
  };
}

/** Creates the Koa app: its middleware and the routes that require an API key. */
export function createApp(parts: AppParts): Koa {
  const app = new Koa();
  const router = new Router({ strict: true, sensitive: true });
  const add = ({ path }: Route, read: ReadRequest) =>
    router.all(path.replace('{sku}', ':sku'), readOnly, requireKey(parts, read));
  // GET /v1/products/pricing and pricing.csv. Before the others, which would take them for a SKU.
  add(routes.catalogPricing, (ctx) => {
    const locale = readLocale(urlOf(ctx));
    refuseFormat(urlOf(ctx));
    return { kind: 'catalogPricing', sku: '', locale };
  });
  add(routes.pricingTable, (ctx) => {
    return { kind: 'priceList', sku: '', locale: readLocale(urlOf(ctx)) };
  });
  // GET /v1/products/{sku}/pricing
  add(routes.productPricing, (ctx) => readProduct(ctx, 'productPricing'));
  // GET /v1/products/{sku} with a key
  add(routes.detail, (ctx) => readProduct(ctx, 'detail'));
  app.use(compressProblems());
  app.use(reportProblems(parts));
  app.use(readableUrl);
  app.use(router.routes());
  app.use(() => {
    throw new ApiProblem('route_not_found');
  });
  app.on('error', (error, { req }: Context) => {
    if (!isClientGone(error)) parts.log.error('connection_error', error, requestFacts(req));
  });
  return app;
}

const urlOf = ({ req }: Context) => req.url ?? '/';

/** Returns what a request asks for; throws an `ApiProblem` if its SKU or a parameter is invalid. */
type ReadRequest = (ctx: RouterContext) => Pick<AnswerRequest, 'kind' | 'sku' | 'locale'>;

function readProduct(ctx: RouterContext, kind: AnswerRequest['kind']) {
  const { sku = '' } = ctx.params;
  if (!isSku(sku)) throw new ApiProblem('invalid_sku');
  return { kind, sku, locale: readLocale(urlOf(ctx)) };
}

/**
 * Checks the key, then what the request asks for, makes the answer, and sends it unless the check
 * has become too old. Test keys are neither looked up in Redis nor counted.
 */
function requireKey({ keys, answers, testAnswers }: AppParts, read: ReadRequest): Middleware {
  return async (context) => {
    const ctx = context as RouterContext;
    const token = readBearerToken(ctx.req);
    const test = findTestOutcome(token);
    if (test === undefined) {
      const { account, assertFresh } = await keys.verify(token);
      const request = { ...read(ctx), ...readHeaders(ctx.req), tier: account.tier };
      const answer = await answers.read(request);
      assertFresh();
      return sendAnswer(ctx, answer);
    }
    if (testAnswers === undefined) throw new ApiProblem('invalid_key');
    ctx.set(testKeyHeader);
    if ('tier' in test) {
      const request = { ...read(ctx), ...readHeaders(ctx.req), tier: test.tier };
      return sendAnswer(ctx, await testAnswers.read(request));
    }
    if (test.problem === 'rate_limited') {
      ctx.set('Retry-After', String(hardLimit.retryAfterSeconds));
    }
    throw new ApiProblem(test.problem);
  };
}

/** Refuses a URL that is too long or malformed, and routes by the decoded path, as nginx does. */
const readableUrl: Middleware = async (ctx, next) => {
  assertReadableTarget(urlOf(ctx));
  // Encoded again, because the router decodes each parameter. Setting `ctx.path` would change `ctx.req.url`.
  const path = decodePath(pathOf(urlOf(ctx)));
  ctx['newRouterPath'] = path.split('/').map(encodeURIComponent).join('/');
  await next();
};

/** Throws `method_not_allowed` for all methods except GET and HEAD. */
const readOnly: Middleware = async ({ method }: Context, next: Next) => {
  if (method !== 'GET' && method !== 'HEAD') throw new ApiProblem('method_not_allowed');
  await next();
};

/**
 * Answers with a problem document; any other error is an `internal_error`. Logs the cause; a
 * missing or damaged file of the release is an event of its own.
 */
function reportProblems({ baseUrl, log }: AppParts): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const problem =
        error instanceof ApiProblem
          ? error
          : new ApiProblem('internal_error', undefined, { cause: error });
      const { code, detail, cause } = problem;
      const event = cause instanceof UnreadableFile ? 'release_unreadable' : code;
      if (cause !== undefined) log.error(event, cause, requestFacts(ctx.req));
      ctx.status = problems[code].status;
      ctx.body = JSON.stringify(
        createProblem(code, { baseUrl, requestTarget: urlOf(ctx), detail }),
      );
      ctx.set({ ...answerHeaders('keyed'), ...problemHeaders(code, 'keyed') });
      if (code === 'method_not_allowed') ctx.set('Allow', allow.keyed);
    }
  };
}

/**
 * Compresses problem documents of 1024 bytes or more (the threshold of koa-compress). It gets the
 * method GET, so that HEAD has the same headers (RFC 9110 section 9.3.2), and the coding that all
 * servers choose.
 */
function compressProblems(): Middleware {
  const compressBody = compress();
  return async (ctx, next) => {
    await next();
    if (ctx.respond === false) return;
    const headers = { 'accept-encoding': chooseCoding(ctx.get('Accept-Encoding')) };
    const request = { value: { method: 'GET', headers } };
    await compressBody(Object.create(ctx, { request }), async () => {});
  };
}
