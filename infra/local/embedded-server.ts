/**
 * The embedded server does in one Node.js process what nginx does in production: files, headers, problems and rate
 * limits. Requests for prices, and for details with an `Authorization` header, go to the app of the pricing service.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  METHODS,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import { apiCatalogMediaType, linkHeader } from '../../contract/discovery.ts';
import { allow, answerHeaders, cacheControl, preflightHeaders } from '../../contract/headers.ts';
import { prefersPage } from '../../contract/not-found-page.ts';
import {
  ApiProblem,
  createProblem,
  extraMembers,
  pathOf,
  problemHeaders,
} from '../../contract/problem.ts';
import { problems } from '../../contract/problems.ts';
import { assertReadableTarget, decodePath, isDecodable, readLocale } from '../../contract/query.ts';
import { hardLimit, rateLimitField, rateLimitPolicyField } from '../../contract/rate-policy.ts';
import { publicFiles, releaseHeader } from '../../contract/release.ts';
import { isProductPath } from '../../contract/routes.ts';
import { isSku } from '../../contract/sku.ts';
import { subscribeToRefused } from '../../pricing-service/client-errors.ts';
import { keepAliveMs } from '../../pricing-service/connections.ts';
import type { Log } from '../../pricing-service/log.ts';
import { assertObject } from '../../pricing-service/releases.ts';
import type { Allowance, createAdvisoryLimit } from './advisory-limit.ts';
import { toClient } from './client-address.ts';
import { answerChanges, answerExport } from './copy-routes.ts';
import { deprecationHeadersOf } from './deprecation-headers.ts';
import { answerHealth } from './health-route.ts';
import { type FileMatch, type Match, matchRoute, rowOf } from './match-route.ts';
import { sendNotFoundPage } from './not-found-page.ts';
import { readCurrentRelease } from './read-current.ts';
import { assertReadableHead } from './request-head.ts';
import { sendFile } from './send-file.ts';
import { answerSync, sendPlain } from './sync-route.ts';

/** Settings and parts of the embedded server; `countAdvisory` and `allowHard` apply its two rate limits. */
export interface EmbeddedParts {
  /** The output folder of the build. */
  readonly out: string;
  readonly baseUrl: string;
  /** The app of the pricing service, as a request listener. */
  readonly pricing: RequestListener;
  readonly countAdvisory: ReturnType<typeof createAdvisoryLimit>;
  readonly allowHard: (client: string) => boolean;
  readonly log: Log;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Answers requests below `/preview`; if undefined, that route does not exist. */
  readonly preview?: PreviewListener;
}

/** Answers a request below `/preview`: for a page of the editors' preview, or for the data that a page loads. */
export type PreviewListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request target as received. */
  readonly target: string;
}

/** Bytes of headers that Node.js accepts: more than nginx, whose limit `request-head.ts` enforces. */
const maxHeaderSize = 1024 * 1024;

/** Matches every method that nginx parses, including unknown ones. */
const readableMethod = /^[A-Z_-]+$/;

/**
 * Creates the HTTP server of `npm start` and `npm run dev`, which serves the whole API. The caller must call `listen`
 * on it.
 */
export function createEmbeddedServer(parts: EmbeddedParts): Server {
  // A request without Host gets our problem document instead of Node's empty 400.
  const options = { requireHostHeader: false, maxHeaderSize, keepAliveTimeout: keepAliveMs };
  const listen = (request: IncomingMessage, response: ServerResponse, refused?: ApiProblem) => {
    const exchange = { request, response, target: request.url ?? '/' };
    answer(exchange, parts, refused).catch((error: unknown) => sendError(exchange, error, parts));
  };
  const server = createServer(options, (request, response) => listen(request, response));
  // By default Node.js ignores header lines after the thousandth, one of which may be Authorization.
  server.maxHeadersCount = 0;
  subscribeToRefused(server, (request, response, refused) => {
    // Node's parser accepts only known methods; nginx parses any, and the route refuses it.
    const { method = '' } = request;
    const isUnknownMethod = readableMethod.test(method) && !METHODS.includes(method);
    listen(request, response, isUnknownMethod ? undefined : refused);
  });
  return server;
}

/**
 * Answers a request after the checks of design section 8; rejects with an `ApiProblem` if one fails. Passes requests
 * below `/preview` to `parts.preview` without checks. `refused`, thrown after the checks of limits and URL, is the
 * problem of a request that the HTTP parser refused; it is undefined if only the method is unknown.
 */
async function answer(
  exchange: Exchange,
  parts: EmbeddedParts,
  refused: ApiProblem | undefined,
): Promise<void> {
  const { request, response, target } = exchange;
  const rawPath = pathOf(target);
  const path = decodePath(rawPath);
  // Not part of the API: it has its own headers, and local editors are not limited.
  if (parts.preview && refused === undefined && isDecodable(rawPath) && isPreviewPath(path)) {
    return parts.preview(request, response);
  }
  assignRequestId(request, response);
  const match = matchRoute(path);
  const hasKey = request.headers.authorization !== undefined;
  const isKeyedDetail =
    match.kind === 'detail' && hasKey && isRead(request) && isDecodable(rawPath);
  const row = isKeyedDetail ? 'keyed' : rowOf(match, path);
  setHeaders(response, { ...answerHeaders(row), ...linkHeader(row, parts.baseUrl) });
  const root = await rootOf(request, parts);
  for (const [name, value] of Object.entries(await deprecationHeadersOf(root, path))) {
    // Added to the other links of the answer.
    response.appendHeader(name, value);
  }
  enforceLimits(exchange, path, parts);
  assertReadableTarget(target);
  if (refused) throw refused;
  assertReadableHead(request);
  if (match.kind === 'root' && (await sendRoot(request, response, root))) return;
  if (match.kind === 'none' || match.kind === 'root') throw new ApiProblem('route_not_found');
  if (match.kind === 'keyed' || isKeyedDetail) return answerKeyed(exchange, parts);
  if (!allowPublicMethod(exchange)) return;
  if (match.kind === 'moved') sendMoved(response, match.location);
  else if (match.kind === 'sync') await answerSync(request, response, syncOf(parts));
  else await answerFile(exchange, match, { ...parts, root });
}

/** Sets a new request id in the request, for the pricing service, and in the response; ignores the client's id. */
function assignRequestId(request: IncomingMessage, response: ServerResponse): void {
  const id = randomBytes(16).toString('hex');
  request.headers['x-request-id'] = id;
  response.setHeader('X-Request-Id', id);
}

/**
 * Returns the path of the folder with the public files of the current release, and sets the request header with the
 * release id, as nginx does, so that the pricing service answers from the same release. If no release is current,
 * removes this header and returns a path that does not exist, so that reading a file from it fails.
 */
async function rootOf(request: IncomingMessage, { out }: EmbeddedParts): Promise<string> {
  const header = releaseHeader.toLowerCase();
  delete request.headers[header];
  const release = await readCurrentRelease(out).catch(() => undefined);
  // If the release is missing, reading from it reports why.
  if (release === undefined) return join(out, 'current', 'public');
  request.headers[header] = release;
  return join(out, 'releases', release, 'public');
}

function syncOf({ out, now }: EmbeddedParts) {
  return { folder: join(out, 'sync'), nowMs: now() };
}

function isPreviewPath(path: string): boolean {
  return path === '/preview' || path.startsWith('/preview/');
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function enforceLimits({ request, response }: Exchange, path: string, parts: EmbeddedParts): void {
  const client = toClient(request.socket.remoteAddress ?? '');
  let allowance: Allowance | undefined;
  if (isProductPath(path)) {
    allowance = parts.countAdvisory(client);
    response.setHeader('RateLimit-Policy', rateLimitPolicyField);
    response.setHeader('RateLimit', rateLimitField(allowance.remaining, allowance.resetSeconds));
  }
  const allowed = parts.allowHard(client);
  if (allowed && !allowance?.exceeded) return;
  // A client without requests left must wait for the end of the window, even if the hard limit
  // refused this request.
  const retryAfter =
    allowance?.remaining === 0 ? allowance.resetSeconds : hardLimit.retryAfterSeconds;
  response.setHeader('Retry-After', retryAfter);
  const members = allowance?.exceeded ? extraMembers.advisoryLimit : undefined;
  throw new ApiProblem('rate_limited', undefined, { members });
}

/** Returns true for GET and HEAD. Answers OPTIONS and returns false. Throws an `ApiProblem` for other methods. */
function allowPublicMethod({ request, response }: Exchange): boolean {
  if (isRead(request)) return true;
  response.setHeader('Allow', allow.public);
  if (request.method !== 'OPTIONS') throw new ApiProblem('method_not_allowed');
  setHeaders(response, { ...preflightHeaders, 'Cache-Control': cacheControl.error });
  response.writeHead(204).end();
  return false;
}

function sendMoved(response: ServerResponse, location: string): void {
  response.writeHead(308, { Location: location, 'Content-Length': 0 }).end();
}

/**
 * Leads a browser that asks for the root of the host to the catalogue or, where it is not served, to the documentation.
 * Resolves to false, without an answer, for programs, and if the release has neither page.
 */
async function sendRoot(
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
): Promise<boolean> {
  if (!isRead(request) || !prefersPage(request.headers.accept)) return false;
  const pages = { [publicFiles.catalogue]: 'catalogue/', [publicFiles.startPage]: 'docs/' };
  for (const [file, location] of Object.entries(pages)) {
    if (!existsSync(join(root, file))) continue;
    setHeaders(response, answerHeaders('missing'));
    // Relative: the public address may have a path.
    response.writeHead(302, { Location: location, 'Content-Length': 0 }).end();
    return true;
  }
  return false;
}

function answerKeyed({ request, response }: Exchange, { pricing }: EmbeddedParts): void {
  if (isRead(request)) {
    pricing(request, response);
    return;
  }
  response.setHeader('Allow', allow.keyed);
  throw new ApiProblem('method_not_allowed');
}

async function answerFile(
  { request, response, target }: Exchange,
  match: FileMatch,
  { out, root, now }: EmbeddedParts & { readonly root: string },
): Promise<void> {
  if (match.kind === 'health') {
    await answerHealth(request, response, { root, sync: join(out, 'sync'), nowMs: now() });
    return;
  }
  if (match.kind === 'detail' && !isSku(match.sku)) throw new ApiProblem('invalid_sku');
  if (await sendMatch(match, { request, response, target, root })) return;
  // Rejects if there is no release: only an existing release can lack a document.
  await access(join(root, publicFiles.health));
  if ('sku' in match && match.sku) await assertObject(root, match.sku);
  if (match.kind === 'detail') throw new ApiProblem('product_not_found');
  if (mayBeAbsent.has(match.kind)) throw new ApiProblem('route_not_found');
  throw new Error(`the release has no ${match.kind} document`);
}

/**
 * Kinds of documents that some releases lack; for example, earlier versions of the compiler wrote no API catalogue,
 * exports or changes.
 */
const mayBeAbsent = new Set<string>(['pages', 'assets', 'apiCatalog', 'export', 'changes']);

/** Answers with the file of a matched request path. Resolves to false, without an answer, if it does not exist. */
function sendMatch(
  match: FileMatch,
  exchange: Exchange & { readonly root: string },
): Promise<boolean> {
  const { request, response, target, root } = exchange;
  if (match.kind === 'export') return answerExport(exchange, match.route);
  if (match.kind === 'changes') return answerChanges(exchange);
  const mediaType = match.kind === 'apiCatalog' ? apiCatalogMediaType : undefined;
  return sendFile(request, response, root, fileOf(match, target), mediaType);
}

function fileOf(
  match: Exclude<FileMatch, { readonly kind: 'export' | 'changes' }>,
  target: string,
): string {
  if (match.kind === 'list') return publicFiles.list(readLocale(target));
  if (match.kind === 'detail') return publicFiles.detail(match.sku, readLocale(target));
  return match.file;
}

async function sendError(exchange: Exchange, error: unknown, parts: EmbeddedParts): Promise<void> {
  const { request, response, target } = exchange;
  const { baseUrl, log } = parts;
  const problem = error instanceof ApiProblem ? error : new ApiProblem('internal_error');
  if (problem !== error) log.error('internal_error', error);
  if (response.headersSent) return void response.destroy();
  const { status } = problems[problem.code];
  const path = decodePath(pathOf(target));
  const { kind } = matchRoute(path);
  if (status === 400 && kind === 'sync') {
    sendPlain(request, response, status, { error: problem.message });
    return;
  }
  if (problem.code === 'route_not_found') {
    if (await sendNotFoundPage(request, response, path, await rootOf(request, parts))) return;
  }
  const body = problemBody(kind, problem, { baseUrl, requestTarget: target });
  setHeaders(response, problemHeaders(problem.code));
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(status);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function problemBody(
  kind: Match['kind'],
  { code, detail, members: own }: ApiProblem,
  facts: { readonly baseUrl: string; readonly requestTarget: string },
): string {
  const isListFault = code === 'internal_error' && kind === 'list';
  const members = isListFault ? extraMembers.listFault : own;
  return JSON.stringify(createProblem(code, { ...facts, detail, members }));
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
