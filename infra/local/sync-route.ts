/**
 * Answers `GET /v1/sync/activeProduct` in the embedded server with a file of the sync listing, which `npm run sync` or
 * `npm run dev` has written: the active products of one company or of all, in one locale.
 */
import { access, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { cacheControl, listingCacheControl } from '../../contract/headers.ts';
import { parseValidity, secondsLeft, type Validity } from '../../contract/listing-validity.ts';
import { readLocale, readParameter } from '../../contract/query.ts';
import {
  allCompanies,
  companyAliasPattern,
  listingRetryAfterSeconds,
  noListingText,
  syncFiles,
  validityFile,
} from '../../contract/release.ts';
import type { PlainError } from '../../contract/schemas/sync.ts';
import { sendFile } from './send-file.ts';

const alias = new RegExp(companyAliasPattern);

/**
 * Answers a request for the active products from the current sync listing in `folder`. Answers 400 for a company that
 * the listing lacks, even if the listing has expired; otherwise 502 if the listing is missing or has expired. These
 * errors are plain JSON objects (spec, "Endpoints"). Rejects with an `ApiProblem` for an unknown locale or a repeated
 * parameter.
 */
export async function answerSync(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, nowMs }: { folder: string; nowMs: number },
): Promise<void> {
  const listing = join(folder, 'current');
  const target = request.url ?? '/';
  const company = readParameter(target, 'company');
  const locale = readLocale(target);
  const isAlias = company === undefined || (alias.test(company) && company !== allCompanies);
  const file = syncFiles.listing(company ?? allCompanies, locale);
  const validity = await readValidity(folder);
  const left = validity === undefined ? 0 : secondsLeft(validity, nowMs);
  if (left <= 0 && isAlias && (await isFile(join(listing, file)))) {
    sendUnavailable(request, response);
    return;
  }
  response.setHeader('Cache-Control', listingCacheControl(left));
  if (isAlias && (await sendFile(request, response, listing, file))) return;
  await sendNoListing(request, response, listing, company);
}

/**
 * Returns two times in seconds since 1970: when the sync listing in `folder` was requested from its source, and when it
 * expires. Returns undefined if the file with these times is missing, unreadable or malformed. Never rejects.
 */
export async function readValidity(folder: string): Promise<Validity | undefined> {
  return parseValidity(await readFile(join(folder, validityFile), 'utf8').catch(() => ''));
}

async function isFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Answers a request for which there is no listing: with 400 and the JSON that `npm run sync` has written for an unknown
 * company, or with 502 if this JSON is missing or the request names no company.
 */
async function sendNoListing(
  request: IncomingMessage,
  response: ServerResponse,
  listing: string,
  company: string | undefined,
): Promise<void> {
  const path = join(listing, syncFiles.unknownCompany);
  const unknown = await readFile(path, 'utf8').catch(() => undefined);
  if (unknown !== undefined && company !== undefined) {
    sendPlain(request, response, 400, JSON.parse(unknown) as PlainError);
    return;
  }
  sendUnavailable(request, response);
}

/** Answers 502: there is no listing, or it has expired. */
function sendUnavailable(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Retry-After', listingRetryAfterSeconds);
  sendPlain(request, response, 502, { error: noListingText });
}

/**
 * Sends an error of the sync route, which no cache may store: `status` and the JSON of `error`. Errors of this route
 * are plain objects, not problem documents.
 */
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
