/** Checks the key of a request, runs the route of the request with the account's price tier, and sends the answer. */
import type { RouterContext, RouterMiddleware } from '@koa/router';
import { ApiProblem } from '../../contract/problem.ts';
import { hardLimit } from '../../contract/rate-policy.ts';
import { findTestOutcome, type TestOutcome, testKeyHeader } from '../../contract/test-keys.ts';
import { readBearerToken } from '../accounts/bearer.ts';
import type { Verifier } from '../accounts/verifier.ts';
import type { KeyedAnswers } from '../pricing/keyed-answers.ts';
import type { Representation } from '../pricing/representation.ts';
import { sendRepresentation } from './send-representation.ts';

/** The objects that the routes with an API key use: the verifier of keys, and the makers of answers. */
export interface KeyedParts {
  readonly verifier: Verifier;
  readonly answers: KeyedAnswers;
  /** Makes the answers to test keys; undefined if test keys are disabled. */
  readonly testAnswers: KeyedAnswers | undefined;
}

/**
 * Passed to a route after the key was verified: the price tier, and the object that makes the answers (a separate one
 * for test keys).
 */
export interface Credentials {
  /** Price tier, such as `A3`. */
  readonly tier: string;
  readonly answers: KeyedAnswers;
}

/**
 * Makes the answer of a route that requires an API key. `requireKey` calls it after the key was verified, and sends the
 * answer unless this verification has become too old meanwhile; the client then gets `upstream_unavailable`.
 */
export type KeyedRoute = (ctx: RouterContext, credentials: Credentials) => Promise<Representation>;

/**
 * Returns the middleware of a route that requires an API key. Before the route runs, the middleware throws an
 * `ApiProblem` if the key is missing, malformed, invalid or revoked, or if it cannot be verified in time. After the
 * route, it throws `upstream_unavailable` if the verification of the key has become too old. Test keys never reach the
 * verifier, so they are neither looked up in Redis nor counted as verifications. Some test keys exist to show clients a
 * problem, such as `key_revoked`: for these, the middleware throws that problem. If test keys are disabled, it throws
 * `invalid_key` for all of them.
 */
export function requireKey(parts: KeyedParts, route: KeyedRoute): RouterMiddleware {
  return async (ctx) => {
    const token = readBearerToken(ctx.req);
    const testOutcome = findTestOutcome(token);
    if (testOutcome !== undefined) {
      sendRepresentation(ctx, await route(ctx, readTestKey(ctx, testOutcome, parts)));
      return;
    }
    const { account, assertFresh } = await parts.verifier.verify(token);
    const { answers } = parts;
    const representation = await route(ctx, { tier: account.tier, answers });
    assertFresh();
    sendRepresentation(ctx, representation);
  };
}

/**
 * Returns the price tier and the maker of answers for a test key, and marks the response with `X-Test-Key`. Throws an
 * `ApiProblem`: `invalid_key` if test keys are disabled, or the outcome of a test key that stands for a problem, such
 * as `key_revoked` (`contract/test-keys.ts`).
 */
function readTestKey(
  ctx: RouterContext,
  outcome: TestOutcome,
  { testAnswers }: KeyedParts,
): Credentials {
  if (testAnswers === undefined) throw new ApiProblem('invalid_key');
  ctx.set(testKeyHeader);
  if ('tier' in outcome) return { tier: outcome.tier, answers: testAnswers };
  const { problem } = outcome;
  if (problem === 'rate_limited') ctx.set('Retry-After', String(hardLimit.retryAfterSeconds));
  throw new ApiProblem(problem);
}
