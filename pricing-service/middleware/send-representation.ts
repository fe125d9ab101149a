/**
 * Sends an answer, or a 304 if the client has it already. Writes the response without Koa, which would inspect its body
 * and headers again.
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Context } from 'koa';
import { answerHeaders } from '../../contract/headers.ts';
import { ApiProblem } from '../../contract/problem.ts';
import { matchesIfNoneMatch } from '../../contract/representation.ts';
import { UnreadableFile } from '../releases.ts';
import type { Answer } from '../stored-answers.ts';

/**
 * Sends an answer, or a 304 if `If-None-Match` has its entity tag. Call it after all checks of the request, such as the
 * verification of the key: they precede the evaluation of `If-None-Match` (RFC 9110 section 13.2.1).
 */
export async function sendAnswer(ctx: Context, answer: Answer): Promise<void> {
  const { req, res } = ctx;
  const { body } = answer;
  const file = typeof body === 'string' ? await openFile(body) : undefined;
  ctx.respond = false;
  // The client disconnected during the checks. Node.js 24 cannot pipe to a closed response.
  const isSent = res.destroyed || !sendHead(req, res, answer);
  if (file === undefined) {
    if (!isSent) res.end(body);
  } else if (isSent) await file.close();
  else {
    pipeline(file.createReadStream(), res, (error) => {
      if (error) ctx.app.emit('error', error, ctx);
    });
  }
}

/** Opens a file before the head of the answer is sent; throws `upstream_unavailable` if it is missing. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    const cause = new UnreadableFile(path, error);
    throw new ApiProblem('upstream_unavailable', undefined, { cause });
  }
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
  { coding, headers: documentHeaders, etag, length }: Answer,
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
