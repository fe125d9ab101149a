/**
 * Sends an answer that was made before, or 304 when the client holds it already. Nothing of it is left
 * to be decided, so that it goes to the socket by itself: Koa would look at body and headers once more.
 */
import { pipeline } from 'node:stream';
import type { Context } from 'koa';
import { answerHeaders } from '../../contract/headers.ts';
import { matchesIfNoneMatch } from '../../contract/representation.ts';
import type { Representation } from '../pricing/representation.ts';

/** Names and values in turn, as `writeHead` takes them quickest. */
const commonHeaders = Object.entries(answerHeaders('keyed')).flat();

/** The last step of a route: credentials are checked, so a precondition may be looked at (RFC 9110 section 13.2.1). */
export function sendRepresentation(ctx: Context, representation: Representation): void {
  const { coding, etag, length, open } = representation;
  const { res, method, req } = ctx;
  const headers = [...commonHeaders, 'ETag', etag];
  ctx.respond = false;
  if (matchesIfNoneMatch(req.headers['if-none-match'], etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  // Without a charset, which JSON does not have (RFC 8259 section 11).
  headers.push('Content-Type', 'application/json', 'Content-Length', String(length));
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  res.writeHead(200, headers);
  const body = method === 'HEAD' ? undefined : open();
  if (body === undefined || Buffer.isBuffer(body)) {
    res.end(body);
    return;
  }
  // Unpacked at the pace of who reads it, and no further once nobody does.
  pipeline(body, res, (error) => {
    if (error) ctx.app.emit('error', error, ctx);
  });
}
