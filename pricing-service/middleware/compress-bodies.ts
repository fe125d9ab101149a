/**
 * Compresses problem documents, the only bodies that Koa sends. Other answers are already compressed when
 * they are sent, without Koa (decision 46).
 */
import type { Context, Middleware, Next } from 'koa';
import compress from 'koa-compress';
import { chooseCoding } from '../../contract/representation.ts';

/**
 * Returns the outermost middleware. It compresses bodies of 1024 bytes or more (the threshold of koa-compress), and
 * skips answers that were sent without Koa.
 */
export function compressBodies(): Middleware {
  const compressBody = compress();
  return async (ctx: Context, next: Next) => {
    await next();
    if (ctx.respond !== false) await compressBody(withContractCoding(ctx), async () => {});
  };
}

/**
 * Returns the context as koa-compress should see it, with a changed method and `Accept-Encoding`. The method is GET, so
 * that the answer to HEAD has the same headers (RFC 9110 section 9.3.2). `Accept-Encoding` contains only the coding
 * that `chooseCoding` returns, because koa-compress would choose by quality, ignore `x-gzip` and use codings that other
 * answers do not have.
 */
function withContractCoding(ctx: Context): Context {
  const headers = { 'accept-encoding': chooseCoding(ctx.get('Accept-Encoding')) };
  return Object.create(ctx, { request: { value: { method: 'GET', headers } } });
}
