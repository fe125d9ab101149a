/** Checks the key of a request and hands its account's tier on. */
import type { Context, Middleware, Next } from 'koa';
import { readBearerToken } from '../accounts/bearer.ts';
import type { Verifier } from '../accounts/verifier.ts';

/**
 * Throws the 401s of the problem table; sets `ctx.state.tier`. An answer that took too long to make is
 * not written: what the key was verified by may be older than promised by then.
 */
export function requireKey(verifier: Verifier): Middleware {
  return async (ctx: Context, next: Next) => {
    const { account, assertFresh } = await verifier.verify(readBearerToken(ctx.req));
    ctx.state['tier'] = account.tier;
    await next();
    assertFresh();
  };
}
