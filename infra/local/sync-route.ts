/** `GET /v1/sync/activeProduct` of the embedded server, from the listing's own folder. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { cacheControl } from '../../contract/headers.ts';
import { ApiProblem } from '../../contract/problem.ts';
import { upstreamRetryAfterSeconds } from '../../contract/problems.ts';
import { readLocale, readParameter } from '../../contract/query.ts';
import {
  allCompanies,
  companyAliasPattern,
  noListingText,
  syncFiles,
} from '../../contract/release.ts';
import type { PlainError } from '../../contract/schemas/sync.ts';
import { sendFile } from './send-file.ts';

const alias = new RegExp(companyAliasPattern);

/** Answers from the listing below `folder`; its errors are plain objects (spec, "Endpoints"). */
export async function answerSync(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
): Promise<void> {
  try {
    const target = request.url ?? '/';
    const company = readParameter(target, 'company');
    const locale = readLocale(target);
    const isAlias = company === undefined || (alias.test(company) && company !== allCompanies);
    const file = syncFiles.listing(company ?? allCompanies, locale);
    if (isAlias && (await sendFile(request, response, folder, file))) return;
    await sendNoListing(request, response, folder, company);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    sendPlain(request, response, 400, { error: error.message });
  }
}

/** The build has written the answer to an unknown company; without it there is no listing at all. */
async function sendNoListing(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  company: string | undefined,
): Promise<void> {
  const path = join(folder, syncFiles.unknownCompany);
  const unknown = await readFile(path, 'utf8').catch(() => undefined);
  if (unknown !== undefined && company !== undefined) {
    sendPlain(request, response, 400, JSON.parse(unknown) as PlainError);
    return;
  }
  response.setHeader('Retry-After', upstreamRetryAfterSeconds);
  sendPlain(request, response, 502, { error: noListingText });
}

/** Sends a plain error; it is never cached. */
export function sendPlain(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  error: PlainError,
): void {
  const body = JSON.stringify(error);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', cacheControl.error);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
}
