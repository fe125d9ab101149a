/** Checks the key of a request, runs the route of the request with the account's price tier, and sends the answer. */
import type { RouterContext, RouterMiddleware } from '@koa/router';
import { ApiProblem } from '../../contract/problem.ts';
import { hardLimit } from '../../contract/rate-policy.ts';
import { findTestOutcome, type TestOutcome, testKeyHeader } from '../../contract/test-keys.ts';
import { readBearerToken } from '../accounts/bearer.ts';
import type { Verifier } from '../accounts/verifier.ts';
import type { KeyedRoute } from '../routes.ts';
import type { StoredAnswers } from '../stored-answers.ts';
import { sendAnswer } from './send-representation.ts';

/** The objects that the routes with an API key use: the verifier of keys, and the makers of answers. */
export interface KeyedParts {
  readonly verifier: Verifier;
  readonly answers: StoredAnswers;
  /** Makes the answers to test keys; undefined if test keys are disabled. */
  readonly testAnswers: StoredAnswers | undefined;
}

/** The price tier of a verified key, such as `A3`, and what makes its answers (a separate store for test keys). */
interface Credentials {
  readonly tier: string;
  readonly answers: StoredAnswers;
}

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
      const { tier, answers } = readTestKey(ctx, testOutcome, parts);
      await sendAnswer(ctx, await answers.read({ ...route(ctx), tier }));
      return;
    }
    const { account, assertFresh } = await parts.verifier.verify(token);
    const answer = await parts.answers.read({ ...route(ctx), tier: account.tier });
    assertFresh();
    await sendAnswer(ctx, answer);
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
