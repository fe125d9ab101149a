/** The page that a browser gets for an unknown path (decision 80), as from `infra/nginx/lua/not_found_page.lua`. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { answerHeaders } from '../../contract/headers.ts';
import { mediaTypes } from '../../contract/media-types.ts';
import { mayHavePage, notFoundLanguage, prefersPage } from '../../contract/not-found-page.ts';
import { publicFiles } from '../../contract/release.ts';

/**
 * Answers a request for an unknown path with the 404 page below `root` (the folder of public files), if the path is
 * outside the API and the request prefers a page. Resolves to true if it has sent the page, otherwise to false. Even
 * then, it sets the headers of such a page for a path outside the API.
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
