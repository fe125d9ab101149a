/**
 * Sends a representation (an answer in one content coding), or a 304 if the client has it already. Writes the
 * response without Koa, which would inspect its body and headers again.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Context } from 'koa';
import { answerHeaders } from '../../contract/headers.ts';
import { matchesIfNoneMatch } from '../../contract/representation.ts';
import type { Representation } from '../pricing/representation.ts';

/**
 * Sends an answer, or a 304 if `If-None-Match` has its entity tag. Call it after all checks of the request, such as the
 * verification of the key: they precede the evaluation of `If-None-Match` (RFC 9110 section 13.2.1).
 */
export function sendRepresentation(ctx: Context, representation: Representation): void {
  const { req, res } = ctx;
  ctx.respond = false;
  // The client disconnected during the checks. Node.js 24 cannot pipe to a closed response.
  if (res.destroyed) return;
  if (!sendHead(req, res, representation)) return;
  const body = representation.open();
  if (Buffer.isBuffer(body)) {
    res.end(body);
    return;
  }
  // Decompressed at the pace of the client, and only until the client disconnects.
  pipeline(body, res, (error) => {
    if (error) ctx.app.emit('error', error, ctx);
  });
}

/**
 * Headers of all answers to requests with an API key, as alternating names and values, the form that
 * `writeHead` handles fastest.
 */
const commonHeaders = Object.entries(answerHeaders('keyed')).flat();

/**
 * Sends status and headers of an answer: 200, or 304 if `If-None-Match` has its entity tag. For HEAD and for a 304,
 * also ends the response and returns false; otherwise returns true, and the caller sends the body.
 */
export function sendHead(
  { headers: requestHeaders, method }: IncomingMessage,
  response: ServerResponse,
  { coding, headers: documentHeaders, etag, length }: Representation,
): boolean {
  const headers = [...commonHeaders, 'ETag', etag];
  if (matchesIfNoneMatch(requestHeaders['if-none-match'], etag)) {
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
