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
import { basename, join } from 'node:path';
import { apiCatalogMediaType, linkHeader } from '../../contract/discovery.ts';
import { allow, answerHeaders, cacheControl, preflightHeaders } from '../../contract/headers.ts';
import { prefersPage } from '../../contract/not-found-page.ts';
import { withoutHash } from '../../contract/pictures.ts';
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
import { connections } from '../../pricing-service/config.ts';
import type { Log } from '../../pricing-service/log.ts';
import { assertObject } from '../../pricing-service/releases.ts';
import {
  answerChanges,
  answerExport,
  answerHealth,
  answerSync,
  readDeprecation,
  sendNotFoundPage,
  sendPlain,
  setHeaders,
} from './file-routes.ts';
import { type Allowance, createAdvisoryLimit, createHardLimit, toClient } from './limits.ts';
import { type FileMatch, matchRoute, rowOf } from './match-route.ts';
import { readCurrentRelease } from './read-current.ts';
import { assertReadableHead } from './request-head.ts';
import { type Exchange, sendFile } from './send-file.ts';

/** Answers a request below `/preview`, which is no part of the API: editors' pages, without limits. */
export type PreviewListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Settings and parts of the embedded server. */
export interface EmbeddedParts {
  /** The output folder of the build. */
  readonly out: string;
  readonly baseUrl: string;
  /** The app of the pricing service. */
  readonly pricing: RequestListener;
  readonly log: Log;
  /** Called when a request gets 500, for example because a file of the release is missing. */
  readonly onFault?: () => void;
  readonly preview?: PreviewListener;
}

interface Limits {
  readonly countAdvisory: ReturnType<typeof createAdvisoryLimit>;
  readonly allowHard: ReturnType<typeof createHardLimit>;
}

/** Bytes of headers that Node.js accepts: more than `request-head.ts`, whose problem names the path. */
const maxHeaderSize = 1024 * 1024;

/** Matches every method that nginx parses, including unknown ones. */
const readableMethod = /^[A-Z_-]+$/;

/** Creates the HTTP server of `npm start` and `npm run dev`, which serves the whole API. The caller calls `listen`. */
export function createEmbeddedServer(parts: EmbeddedParts): Server {
  const limits = {
    countAdvisory: createAdvisoryLimit(() => performance.now()),
    allowHard: createHardLimit(() => performance.now()),
  };
  const listen = (request: IncomingMessage, response: ServerResponse, refused?: ApiProblem) => {
    const exchange = { request, response, target: request.url ?? '/' };
    answer(exchange, { ...parts, ...limits }, refused).catch((error: unknown) =>
      sendError(exchange, error, parts),
    );
  };
  // A request without Host gets our problem document instead of Node's empty 400.
  const options = {
    requireHostHeader: false,
    maxHeaderSize,
    keepAliveTimeout: connections.keepAliveMs,
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
 * Answers a request after the checks of design section 8; rejects with an `ApiProblem` if one fails. `refused` is the
 * problem of a request that the HTTP parser refused, thrown after the checks of limits and URL.
 */
async function answer(
  exchange: Exchange,
  parts: EmbeddedParts & Limits,
  refused: ApiProblem | undefined,
): Promise<void> {
  const { request, response, target } = exchange;
  const rawPath = pathOf(target);
  const path = decodePath(rawPath);
  const isReadable = refused === undefined && isDecodable(rawPath);
  if (parts.preview && isReadable && /^\/preview(\/|$)/.test(path)) {
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
  for (const [name, value] of Object.entries(await readDeprecation(root, path))) {
    // Added to the other links of the answer.
    response.appendHeader(name, value);
  }
  enforceLimits(exchange, path, parts);
  assertReadableTarget(target);
  if (refused) throw refused;
  assertReadableHead(request);
  if (match.kind === 'root' && sendRoot(exchange, root)) return;
  if (match.kind === 'none' || match.kind === 'root') throw new ApiProblem('route_not_found');
  const isKeyed = match.kind === 'keyed' || isKeyedDetail;
  if (!isRead(request)) {
    response.setHeader('Allow', isKeyed ? allow.keyed : allow.public);
    if (isKeyed || request.method !== 'OPTIONS') throw new ApiProblem('method_not_allowed');
    setHeaders(response, { ...preflightHeaders, 'Cache-Control': cacheControl.error });
    response.writeHead(204).end();
  } else if (match.kind === 'keyed' || isKeyed) {
    parts.pricing(request, response);
  } else if (match.kind === 'moved') {
    response.writeHead(308, { Location: match.location, 'Content-Length': 0 }).end();
  } else {
    const listing = { sync: join(parts.out, 'sync'), nowMs: Date.now() };
    if (match.kind === 'sync') await answerSync(exchange, listing);
    else await answerFile(exchange, match, { root, ...listing });
  }
}

/** Sets a new request id in the request, for the pricing service, and in the response; ignores the client's id. */
function assignRequestId(request: IncomingMessage, response: ServerResponse): void {
  const id = randomBytes(16).toString('hex');
  request.headers['x-request-id'] = id;
  response.setHeader('X-Request-Id', id);
}

/**
 * Returns the folder with the public files of the current release, and names the release in the request, as nginx does,
 * for the pricing service. Without a current release, returns a path that does not exist: reading from it reports why.
 */
async function rootOf(request: IncomingMessage, { out }: EmbeddedParts): Promise<string> {
  const header = releaseHeader.toLowerCase();
  delete request.headers[header];
  const release = await readCurrentRelease(out).catch(() => undefined);
  if (release === undefined) return join(out, 'current', 'public');
  request.headers[header] = release;
  return join(out, 'releases', release, 'public');
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function enforceLimits({ request, response }: Exchange, path: string, limits: Limits): void {
  const client = toClient(request.socket.remoteAddress ?? '');
  let allowance: Allowance | undefined;
  if (isProductPath(path)) {
    allowance = limits.countAdvisory(client);
    response.setHeader('RateLimit-Policy', rateLimitPolicyField);
    response.setHeader('RateLimit', rateLimitField(allowance.remaining, allowance.resetSeconds));
  }
  const allowed = limits.allowHard(client);
  if (allowed && !allowance?.exceeded) return;
  // A client without requests left must wait for the end of the window, even if the hard limit
  // refused this request.
  const retryAfter =
    allowance?.remaining === 0 ? allowance.resetSeconds : hardLimit.retryAfterSeconds;
  response.setHeader('Retry-After', retryAfter);
  const members = allowance?.exceeded ? extraMembers.advisoryLimit : undefined;
  throw new ApiProblem('rate_limited', undefined, { members });
}

/** Redirects from an address with an unknown hash to the current picture of that name; returns false without one. */
function sendCurrentPicture(response: ServerResponse, root: string, file: string): boolean {
  const current = withoutHash(file) ?? file;
  if (!existsSync(join(root, current))) return false;
  response.setHeader('Cache-Control', cacheControl.notFound);
  response.writeHead(302, { Location: basename(current), 'Content-Length': 0 }).end();
  return true;
}

/**
 * Leads a browser that asks for the root of the host to the catalogue or, where it is not served, to the documentation.
 * Returns false, without an answer, for programs, and if the release has neither page.
 */
function sendRoot({ request, response }: Exchange, root: string): boolean {
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

async function answerFile(
  exchange: Exchange,
  match: FileMatch,
  { root, ...listing }: { readonly root: string; readonly sync: string; readonly nowMs: number },
): Promise<void> {
  if (match.kind === 'health') return answerHealth(exchange, root, listing);
  if (match.kind === 'detail' && !isSku(match.sku)) throw new ApiProblem('invalid_sku');
  if (await sendMatch(match, exchange, root)) return;
  const { response } = exchange;
  if (match.kind === 'pictures' && sendCurrentPicture(response, root, match.file)) return;
  // Rejects if there is no release: only an existing release can lack a document.
  await access(join(root, publicFiles.health));
  if ('sku' in match && match.sku) await assertObject(root, match.sku);
  if (match.kind === 'detail') throw new ApiProblem('product_not_found');
  if (mayBeAbsent.has(match.kind)) throw new ApiProblem('route_not_found');
  throw new Error(`the release has no ${match.kind} document`);
}

/** Kinds of documents that some releases lack, for example those of earlier versions of the compiler. */
const mayBeAbsent = new Set<string>([
  'pages',
  'assets',
  'pictures',
  'apiCatalog',
  'export',
  'changes',
]);

/** Answers with the file of a matched request path. Resolves to false, without an answer, if it does not exist. */
function sendMatch(match: FileMatch, exchange: Exchange, root: string): Promise<boolean> {
  const { target } = exchange;
  const send = (file: string, options = {}) => sendFile(exchange, join(root, file), options);
  switch (match.kind) {
    case 'export':
      return answerExport(exchange, root, match.form);
    case 'changes':
      return answerChanges(exchange, root);
    case 'list':
      return send(publicFiles.list(readLocale(target)));
    case 'detail':
      return send(publicFiles.detail(match.sku, readLocale(target)));
    case 'apiCatalog':
      return send(match.file, { mediaType: apiCatalogMediaType });
    default:
      return send(match.file);
  }
}

async function sendError(exchange: Exchange, error: unknown, parts: EmbeddedParts): Promise<void> {
  const { request, response, target } = exchange;
  const { baseUrl, log, onFault } = parts;
  const problem = error instanceof ApiProblem ? error : new ApiProblem('internal_error');
  if (problem !== error) {
    log.error('internal_error', error);
    onFault?.();
  }
  if (response.headersSent) return void response.destroy();
  const { code, detail } = problem;
  const { status } = problems[code];
  const path = decodePath(pathOf(target));
  const { kind } = matchRoute(path);
  if (status === 400 && kind === 'sync') {
    return sendPlain(exchange, status, { error: problem.message });
  }
  if (code === 'route_not_found') {
    if (await sendNotFoundPage(exchange, path, await rootOf(request, parts))) return;
  }
  const isListFault = code === 'internal_error' && kind === 'list';
  const members = isListFault ? extraMembers.listFault : problem.members;
  const facts = { baseUrl, requestTarget: target, detail, members };
  const body = JSON.stringify(createProblem(code, facts));
  setHeaders(response, problemHeaders(code));
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
}
