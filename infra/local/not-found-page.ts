/** The page that a browser gets for an unknown path (decision 80), as from `infra/nginx/lua/not_found_page.lua`. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { answerHeaders } from '../../contract/headers.ts';
import { mediaTypes } from '../../contract/media-types.ts';
import { mayHavePage, notFoundLanguage, prefersPage } from '../../contract/not-found-page.ts';
import { publicFiles } from '../../contract/release.ts';

/**
 * Sets the headers of a 404 answer to a path outside the API, and sends the page of `root`, the folder of public files,
 * if the request prefers a page. Resolves to true if it has sent the page. Resolves to false if the request prefers a
 * problem document, if the path belongs to the API, or if the release has no such page.
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
