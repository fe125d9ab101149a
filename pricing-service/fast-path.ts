/**
 * The fast path: answers a request without Koa, at about half the cost, if both the verification of its key and its
 * answer are cached (decisions.md, "Stored answers bypass Koa"). It uses the same functions as the
 * app, and leaves every other request to the app.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Locale, locales } from '../contract/locales.ts';
import { type Route, routes } from '../contract/routes.ts';
import { skuPattern } from '../contract/sku.ts';
import { findBearerToken } from './accounts/bearer.ts';
import type { Verifier } from './accounts/verifier.ts';
import { sendHead } from './middleware/send-representation.ts';
import { servedReleaseOf } from './request-facts.ts';
import type { AnswerRequest, StoredAnswers } from './stored-answers.ts';

/**
 * Answers a request from caches and returns true. Returns false, without any effect, if the Koa app has to answer it.
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Creates the fast path. It answers a GET or HEAD request for a keyed route if the URL contains no percent-encoding and
 * no parameter except a supported `locale`, `verifier` has cached the verification of the key in the request, and
 * `answers` holds the bytes of the answer in memory. For other requests it returns false, so that the app answers them.
 */
export function createFastPath({
  verifier,
  answers,
}: {
  readonly verifier: Pick<Verifier, 'findCached'>;
  readonly answers: Pick<StoredAnswers, 'find'>;
}): FastPath {
  return (request, response) => {
    const target = parseSimpleTarget(request);
    const token = target && findBearerToken(request);
    const verification = token === undefined ? undefined : verifier.findCached(token);
    if (target === undefined || verification === undefined) return false;
    const answer = answers.find({
      ...target,
      tier: verification.account.tier,
      release: servedReleaseOf(request),
      acceptEncoding: request.headers['accept-encoding']?.toString(),
    });
    if (answer === undefined) return false;
    // Unlike in the app, the verification cannot have expired: this is one turn of the event loop.
    verification.recordUse();
    if (sendHead(request, response, answer)) response.end(answer.body);
    return true;
  };
}

type Target = Pick<AnswerRequest, 'kind' | 'sku' | 'locale'>;

const toPattern = ({ path }: Route) => path.replace('{sku}', `(${skuPattern.slice(1, -1)})`);

/**
 * Matches the request targets that the fast path answers: the three routes that require a key, without percent-encoding
 * and with no query except a supported `locale`, such as `/v1/products/TEE100?locale=fr-CA`. Like the app, tests
 * `/v1/products/pricing` first, because `pricing` would also match as a SKU.
 */
const simpleTarget = new RegExp(
  `^(?:(${toPattern(routes.catalogPricing)})|${toPattern(routes.productPricing)}|${toPattern(routes.detail)})` +
    `(?:\\?locale=(${locales.join('|')}))?$`,
);

/**
 * Parses the target of a request; returns undefined if it does not match `simpleTarget`, or for a method other than GET
 * and HEAD.
 */
function parseSimpleTarget({ method, url = '' }: IncomingMessage): Target | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const match = simpleTarget.exec(url);
  if (match === null) return undefined;
  const [, catalog, priced, detailed, locale] = match;
  const kind = catalog ? 'catalogPricing' : priced ? 'productPricing' : 'detail';
  return { kind, sku: priced ?? detailed ?? '', locale: locale as Locale | undefined };
}
