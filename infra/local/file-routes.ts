/** The routes of the embedded server whose answer is more than a file: exports, changes, health and the listing. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { parseDeprecations } from '../../contract/deprecation.ts';
import { exportDisposition, exportMediaTypes } from '../../contract/exports.ts';
import { answerHeaders, cacheControl, listingCacheControl } from '../../contract/headers.ts';
import {
  ageOf,
  parseValidity,
  secondsLeft,
  type Validity,
} from '../../contract/listing-validity.ts';
import { mediaTypes } from '../../contract/media-types.ts';
import { mayHavePage, notFoundLanguage, prefersPage } from '../../contract/not-found-page.ts';
import { readLocale, readParameter, readSince, refuseFormat } from '../../contract/query.ts';
import {
  allCompanies,
  changesFiles,
  companyAliasPattern,
  type ExportForm,
  listingRetryAfterSeconds,
  noListingText,
  publicFiles,
  releaseHeader,
  syncFiles,
  validityFile,
} from '../../contract/release.ts';
import { fileEtag } from '../../contract/representation.ts';
import { routeOf } from '../../contract/routes.ts';
import { healthSchema } from '../../contract/schemas/health.ts';
import type { PlainError } from '../../contract/schemas/sync.ts';
import { renderExport } from './render-export.ts';
import { type Exchange, sendBody, sendFile } from './send-file.ts';

const alias = new RegExp(companyAliasPattern);

/**
 * Answers with an export of all products or of their stock. `root` has the public files of the release. Resolves to
 * false, without an answer, if the release lacks this export; rejects with an `ApiProblem` for an invalid parameter.
 */
export async function answerExport(
  exchange: Exchange,
  root: string,
  form: ExportForm,
): Promise<boolean> {
  const locale = readLocale(exchange.target);
  if (form.extension !== 'csv') refuseFormat(exchange.target);
  const disposition = exportDisposition(form, locale, releaseOf(root));
  const mediaType = exportMediaTypes[form.extension];
  const headers = {
    [releaseHeader]: releaseOf(root),
    ...(disposition !== undefined && { 'Content-Disposition': disposition }),
  };
  const path = join(root, publicFiles.export(form, locale));
  if (await sendFile(exchange, path, { mediaType, headers, converts: true })) return true;
  const bytes = await renderExport(dirname(root), form, locale);
  if (bytes === undefined) return false;
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
  const body = { bytes, etag, coding: 'identity' } as const;
  sendBody(exchange, body, { 'Content-Type': mediaType, ...headers });
  return true;
}

/**
 * Answers with the changes since the release in `since`, or only the current release without it; if none are stored,
 * with `complete: false`. Resolves to false if nothing is stored for the current release; rejects as `answerExport`.
 */
export async function answerChanges(exchange: Exchange, root: string): Promise<boolean> {
  const locale = readLocale(exchange.target);
  const since = readSince(exchange.target);
  const send = (release: string | null | undefined) => {
    const file = changesFiles.answer(release, locale);
    const path = join(dirname(root), '../../changes', releaseOf(root), file);
    return sendFile(exchange, path, { converts: true });
  };
  return (await send(since)) || send(null);
}

function releaseOf(root: string): string {
  return basename(dirname(root));
}

/**
 * Answers a request for `/v1/health` from the released document, with the age of the sync listing (the active products)
 * in `sync` if there is one. Rejects if the release has no valid health document.
 */
export async function answerHealth(
  exchange: Exchange,
  root: string,
  { sync, nowMs }: { readonly sync: string; readonly nowMs: number },
): Promise<void> {
  const text = await readFile(join(root, publicFiles.health), 'utf8');
  const health = healthSchema.parse(JSON.parse(text));
  const validity = await readValidity(sync);
  const listing = validity && {
    age: ageOf(validity, nowMs),
    expired: secondsLeft(validity, nowMs) <= 0,
  };
  const bytes = Buffer.from(JSON.stringify({ ...health, ...(listing && { listing }) }));
  const etag = fileEtag(crc32(bytes), bytes.length);
  sendBody(exchange, { bytes, etag, coding: 'identity' }, { 'Content-Type': 'application/json' });
}

/**
 * Answers with the sync listing in `sync`: 400 for a company that it lacks, also if it has expired; otherwise 502 if it
 * is missing or has expired. Rejects with an `ApiProblem` for an unknown locale or a repeated parameter.
 */
export async function answerSync(
  exchange: Exchange,
  { sync, nowMs }: { readonly sync: string; readonly nowMs: number },
): Promise<void> {
  const { response, target } = exchange;
  const folder = join(sync, 'current');
  const company = readParameter(target, 'company');
  const locale = readLocale(target);
  const isAlias = company === undefined || (alias.test(company) && company !== allCompanies);
  const path = join(folder, syncFiles.listing(company ?? allCompanies, locale));
  const validity = await readValidity(sync);
  const left = validity === undefined ? 0 : secondsLeft(validity, nowMs);
  const isListed = isAlias && existsSync(path);
  response.setHeader('Cache-Control', listingCacheControl(left));
  if (left > 0 && isListed && (await sendFile(exchange, path))) return;
  const unknown = await readFile(join(folder, syncFiles.unknownCompany), 'utf8').catch(() => '');
  if (!isListed && unknown !== '' && company !== undefined) {
    sendPlain(exchange, 400, JSON.parse(unknown));
    return;
  }
  response.setHeader('Retry-After', listingRetryAfterSeconds);
  sendPlain(exchange, 502, { error: noListingText });
}

/** Sends an error of the sync route (spec, "Endpoints"), which is a plain object and which no cache may store. */
export function sendPlain(
  { request, response }: Exchange,
  status: number,
  error: PlainError,
): void {
  const body = JSON.stringify(error);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', cacheControl.error);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
}

/** Returns when the listing was made and when it expires; undefined if the file that says so is missing or malformed. */
async function readValidity(sync: string): Promise<Validity | undefined> {
  return parseValidity(await readFile(join(sync, validityFile), 'utf8').catch(() => ''));
}

/**
 * Answers with the 404 page and resolves to true. Resolves to false without an answer, but with the headers of the page,
 * if the client does not prefer HTML or the release has no page; without headers for a path of the API.
 */
export async function sendNotFoundPage(
  { request, response }: Exchange,
  path: string,
  root: string,
): Promise<boolean> {
  if (!mayHavePage(path)) return false;
  setHeaders(response, answerHeaders('missing'));
  const { accept, 'accept-language': acceptLanguage } = request.headers;
  if (!prefersPage(accept)) return false;
  const file = join(root, publicFiles.notFound(notFoundLanguage(path, acceptLanguage)));
  const page = await readFile(file).catch(() => undefined);
  if (page === undefined) return false;
  response.writeHead(404, { 'Content-Type': mediaTypes.html, 'Content-Length': page.length });
  response.end(request.method === 'HEAD' ? undefined : page);
  return true;
}

/** Returns the headers that announce the deprecation of the route of a decoded path, such as `Sunset`. */
export async function readDeprecation(
  root: string,
  path: string,
): Promise<Readonly<Record<string, string>>> {
  const id = routeOf(path);
  if (id === undefined) return {};
  // Without the file nothing is deprecated.
  const text = await readFile(join(root, publicFiles.deprecations), 'utf8').catch(() => '');
  return parseDeprecations(text).get(id) ?? {};
}

/** Sets headers of a response. */
export function setHeaders(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
