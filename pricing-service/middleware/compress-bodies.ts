/**
 * Compresses problem documents, the only bodies that Koa sends. All other answers bypass Koa and are in a content
 * coding already when they are sent.
 */
import type { Context, Middleware, Next } from 'koa';
import compress from 'koa-compress';
import { chooseCoding } from '../../contract/representation.ts';

/**
 * Returns middleware that compresses bodies of 1024 bytes or more (the threshold of koa-compress), and skips answers
 * that were sent without Koa. Add it before all other middleware.
 */
export function compressBodies(): Middleware {
  const compressBody = compress();
  return async (ctx: Context, next: Next) => {
    await next();
    if (ctx.respond !== false) await compressBody(withContractCoding(ctx), async () => {});
  };
}

/**
 * Returns a context for koa-compress, like `ctx` but with another method and `Accept-Encoding`. The method is always
 * GET, so that the answer to HEAD has the same headers as to GET (RFC 9110 section 9.3.2). `Accept-Encoding` contains
 * only the coding that `chooseCoding` returns: koa-compress itself would choose by quality, ignore `x-gzip` and use
 * codings that other answers do not have.
 */
function withContractCoding(ctx: Context): Context {
  const headers = { 'accept-encoding': chooseCoding(ctx.get('Accept-Encoding')) };
  return Object.create(ctx, { request: { value: { method: 'GET', headers } } });
}
