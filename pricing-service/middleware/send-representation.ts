/** Sends an answer that was made before, or 304 when the client holds it already. */
import type { Context } from 'koa';
import { matchesIfNoneMatch } from '../../contract/representation.ts';
import type { Representation } from '../pricing/representation.ts';

/** The last step of a route: credentials are checked, so a precondition may be looked at (RFC 9110 section 13.2.1). */
export function sendRepresentation(ctx: Context, { coding, etag, length, open }: Representation) {
  ctx.compress = false;
  ctx.set('ETag', etag);
  if (matchesIfNoneMatch(ctx.headers['if-none-match'], etag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = 200;
  if (coding !== 'identity') ctx.set('Content-Encoding', coding);
  // Not ctx.type, which would add a charset that JSON does not have (RFC 8259 section 11).
  ctx.set('Content-Type', 'application/json');
  // A long document is unpacked for who reads it.
  if (ctx.method !== 'HEAD') ctx.body = open();
  ctx.length = length;
}
