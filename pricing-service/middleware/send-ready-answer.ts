/** Sends an answer's ready bytes in the coding the client takes, or 304 when it holds them already. */
import type { Context } from 'koa';
import { chooseCoding, matchesIfNoneMatch } from '../../contract/representation.ts';
import type { ReadyAnswer } from '../pricing/ready-answer.ts';

/** The last step of a route: credentials are checked, so a precondition may be looked at (RFC 9110 section 13.2.1). */
export function sendReadyAnswer(ctx: Context, answer: ReadyAnswer): void {
  const coding = chooseCoding(ctx.get('Accept-Encoding'));
  const { bytes, etag } = answer[coding];
  ctx.compress = false;
  ctx.set('ETag', etag);
  if (matchesIfNoneMatch(ctx.headers['if-none-match'], etag)) {
    ctx.status = 304;
    return;
  }
  if (coding !== 'identity') ctx.set('Content-Encoding', coding);
  // Not ctx.type, which would add a charset that JSON does not have (RFC 8259 section 11).
  ctx.set('Content-Type', 'application/json');
  ctx.body = bytes;
}
