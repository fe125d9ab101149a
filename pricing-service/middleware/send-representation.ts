/**
 * Sends what a route has answered with, once every check inside has let it pass: the bytes as they are,
 * or 304 when the client holds them already. Nothing of an answer that was made before is left to be
 * decided, so that it goes to the socket by itself; Koa would look at body and headers once more.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Context, Next } from 'koa';
import { answerHeaders } from '../../contract/headers.ts';
import { matchesIfNoneMatch } from '../../contract/representation.ts';
import type { Representation } from '../pricing/representation.ts';

/** What a route answers with. Nothing is sent yet: a check may still refuse it. */
export function answerWith(ctx: Context, representation: Representation): void {
  ctx.state['answer'] = representation;
}

/** Stands outside of every check: credentials come before preconditions (RFC 9110 section 13.2.1). */
export async function sendRepresentation(ctx: Context, next: Next): Promise<void> {
  await next();
  const answer = ctx.state['answer'] as Representation | undefined;
  if (answer !== undefined) send(ctx, answer);
}

function send(ctx: Context, answer: Representation): void {
  const { req, res } = ctx;
  ctx.respond = false;
  if (!sendHead(req, res, answer)) return;
  const body = answer.open();
  if (Buffer.isBuffer(body)) {
    res.end(body);
    return;
  }
  // Unpacked at the pace of who reads it, and no further once nobody does.
  pipeline(body, res, (error) => {
    if (error) ctx.app.emit('error', error, ctx);
  });
}

/** Names and values in turn, as `writeHead` takes them quickest. */
const commonHeaders = Object.entries(answerHeaders('keyed')).flat();

/** Sends the head of an answer. False when that is all of it: it answers a HEAD, or is a 304. */
export function sendHead(
  { headers: asked, method }: IncomingMessage,
  response: ServerResponse,
  { coding, headers: documentHeaders, etag, length }: Representation,
): boolean {
  const headers = [...commonHeaders, 'ETag', etag];
  if (matchesIfNoneMatch(asked['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return false;
  }
  headers.push(...documentHeaders, 'Content-Length', String(length));
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  response.writeHead(200, headers);
  if (method !== 'HEAD') return true;
  response.end();
  return false;
}
