/** Compresses bodies that Koa sends: problem documents. Prepared answers are compressed already (decision 15). */
import type { Context, Middleware, Next } from 'koa';
import compress from 'koa-compress';
import { chooseCoding } from '../../contract/representation.ts';

/**
 * Returns the outermost middleware: it compresses what every other one has left as the body, from
 * koa-compress's threshold of 1024 bytes on. An answer that was sent past Koa is not looked at.
 */
export function compressBodies(): Middleware {
  const compressBody = compress();
  return async (ctx: Context, next: Next) => {
    await next();
    if (ctx.respond !== false) await compressBody(withContractCoding(ctx), async () => {});
  };
}

/**
 * Returns the context with a request as koa-compress is to read it. Its method is GET, so that the headers of
 * a HEAD are those of GET (RFC 9110 section 9.3.2), and it accepts the coding that the contract chooses:
 * koa-compress goes by quality, knows no x-gzip, and has codings that no other answer has.
 */
function withContractCoding(ctx: Context): Context {
  const headers = { 'accept-encoding': chooseCoding(ctx.get('Accept-Encoding')) };
  return Object.create(ctx, { request: { value: { method: 'GET', headers } } });
}
