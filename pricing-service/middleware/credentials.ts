/** Checks the key of a request, and hands on its account's tier and what its answers are made from. */
import type { Context, Middleware, Next } from 'koa';
import { ApiProblem } from '../../contract/problem.ts';
import { hardLimit } from '../../contract/rate-policy.ts';
import { findTestOutcome, type TestOutcome, testKeyHeader } from '../../contract/test-keys.ts';
import { readBearerToken } from '../accounts/bearer.ts';
import type { Verifier } from '../accounts/verifier.ts';
import type { KeyedAnswers } from '../pricing/keyed-answers.ts';

/** What keys are checked by, and what their requests are answered from. */
export interface KeyedParts {
  readonly verifier: Verifier;
  readonly answers: KeyedAnswers;
  /** Answers to test keys; undefined if test keys are disabled. */
  readonly testAnswers: KeyedAnswers | undefined;
}

/**
 * Throws the 401s of the problem table; sets `ctx.state.tier` and `ctx.state.answers`. An answer that took too
 * long to make is not written: what the key was verified by may be older than promised by then. Test keys are
 * recognised here, before the verifier: it never asks Redis about one, and never counts one.
 */
export function requireKey({ verifier, answers, testAnswers }: KeyedParts): Middleware {
  return async (ctx: Context, next: Next) => {
    const token = readBearerToken(ctx.req);
    const testOutcome = findTestOutcome(token);
    if (testOutcome !== undefined) {
      ctx.state['tier'] = takeTestKey(ctx, testOutcome, testAnswers !== undefined);
      ctx.state['answers'] = testAnswers;
      return next();
    }
    const { account, assertFresh } = await verifier.verify(token);
    ctx.state['tier'] = account.tier;
    ctx.state['answers'] = answers;
    await next();
    assertFresh();
  };
}

/** Returns the tier of a test key; throws its problem, or `invalid_key` if test keys are disabled. */
function takeTestKey(ctx: Context, outcome: TestOutcome, isEnabled: boolean): string {
  if (!isEnabled) throw new ApiProblem('invalid_key');
  ctx.set(testKeyHeader);
  if ('tier' in outcome) return outcome.tier;
  const { problem } = outcome;
  if (problem === 'rate_limited') ctx.set('Retry-After', String(hardLimit.retryAfterSeconds));
  throw new ApiProblem(problem);
}

/** Returns what a request that has passed `requireKey` is answered from. */
export function answersOf(ctx: Context): KeyedAnswers {
  return ctx.state['answers'] as KeyedAnswers;
}
