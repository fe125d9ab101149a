/**
 * Sends the page that a browser gets for an unknown path, as `infra/nginx/lua/not_found_page.lua` does.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { answerHeaders } from '../../contract/headers.ts';
import { mediaTypes } from '../../contract/media-types.ts';
import { mayHavePage, notFoundLanguage, prefersPage } from '../../contract/not-found-page.ts';
import { publicFiles } from '../../contract/release.ts';

/**
 * Answers a request for an unknown path with the 404 page in `root` (the folder of public files) and resolves to true.
 * Resolves to false without an answer if the path belongs to the API, the request's `Accept` header does not prefer
 * HTML, or the release has no such page. For every path outside the API, sets the headers of the 404 page on
 * `response`, even if it sends no page.
 */
export async function sendNotFoundPage(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  root: string,
): Promise<boolean> {
  if (!mayHavePage(path)) return false;
  for (const [name, value] of Object.entries(answerHeaders('missing'))) {
    response.setHeader(name, value);
  }
  const { accept, 'accept-language': acceptLanguage } = request.headers;
  if (!prefersPage(accept)) return false;
  const file = join(root, publicFiles.notFound(notFoundLanguage(path, acceptLanguage)));
  const page = await readFile(file).catch(() => undefined);
  if (page === undefined) return false;
  response.writeHead(404, { 'Content-Type': mediaTypes.html, 'Content-Length': page.length });
  response.end(request.method === 'HEAD' ? undefined : page);
  return true;
}
