/**
 * The embedded server: what nginx does in the stack, in one Node process. Released files, the two
 * limits, headers and problems; what needs a key goes to the pricing service's own app.
 */
import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import { apiCatalogMediaType, linkHeader } from '../../contract/discovery.ts';
import { allow, answerHeaders, cacheControl, preflightHeaders } from '../../contract/headers.ts';
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
import type { Allowance, createAdvisoryLimit } from './advisory-limit.ts';
import { toClient } from './client-address.ts';
import { answerChanges, answerExport } from './copy-routes.ts';
import { deprecationHeadersOf } from './deprecation-headers.ts';
import { answerHealth } from './health-route.ts';
import { type FileMatch, type Match, matchRoute, rowOf } from './match-route.ts';
import { readCurrentRelease } from './read-current.ts';
import { assertReadableHead } from './request-head.ts';
import { sendFile } from './send-file.ts';
import { answerSync, sendPlain } from './sync-route.ts';

export interface EmbeddedParts {
  /** The build's output folder. */
  readonly out: string;
  readonly baseUrl: string;
  /** The pricing service's app, as a request listener. */
  readonly pricing: RequestListener;
  readonly countAdvisory: ReturnType<typeof createAdvisoryLimit>;
  readonly allowHard: (client: string) => boolean;
  readonly log: Log;
  /** Gives milliseconds since 1970. */
  readonly now: () => number;
  /** Answers what is below `/preview`; without it there is no such route. */
  readonly preview?: PreviewListener;
}

export type PreviewListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request target as it came. */
  readonly target: string;
}

/** Far more than nginx takes, so that a head is refused by the rules of nginx (`request-head.ts`), with its path. */
const maxHeaderSize = 1024 * 1024;

/** A method that nginx reads, known or not. */
const readableMethod = /^[A-Z_-]+$/;

/** Creates the server; it does not listen yet. */
export function createEmbeddedServer(parts: EmbeddedParts): Server {
  // A request without Host gets our problem, not Node's empty 400.
  const options = {
    requireHostHeader: false,
    maxHeaderSize,
    keepAliveTimeout: keepAliveMs,
  };
  const listen = (request: IncomingMessage, response: ServerResponse, refused?: ApiProblem) => {
    const exchange = { request, response, target: request.url ?? '/' };
    answer(exchange, parts, refused).catch((error: unknown) => sendError(exchange, error, parts));
  };
  const server = createServer(options, (request, response) => listen(request, response));
  subscribeToRefused(server, (request, response, refused) => {
    const { code } = refused.cause as NodeJS.ErrnoException;
    // Node's parser knows a list of methods; nginx reads any, and the route refuses it.
    const isUnknownMethod =
      code === 'HPE_INVALID_METHOD' && readableMethod.test(request.method ?? '');
    listen(request, response, isUnknownMethod ? undefined : refused);
  });
  return server;
}

/**
 * Limit, then readable URL, method, credentials, SKU, locale, product: the order of design section 8.
 * `refused` is the problem of a request that the HTTP parser refused.
 */
async function answer(
  exchange: Exchange,
  parts: EmbeddedParts,
  refused: ApiProblem | undefined,
): Promise<void> {
  const { request, response, target } = exchange;
  const rawPath = pathOf(target);
  const path = decodePath(rawPath);
  const isReadable = refused === undefined && isDecodable(rawPath);
  // No part of the API: it has its own headers, and no limit holds back who sits at this machine.
  if (parts.preview && isReadable && isPreviewPath(path)) {
    return parts.preview(request, response);
  }
  nameRequest(request, response);
  const match = matchRoute(path);
  const hasKey = request.headers.authorization !== undefined;
  const isKeyedDetail = isReadable && match.kind === 'detail' && hasKey && isRead(request);
  const row = isKeyedDetail ? 'keyed' : rowOf(match, path);
  setHeaders(response, { ...answerHeaders(row), ...linkHeader(row, parts.baseUrl) });
  const root = await rootOf(request, parts);
  for (const [name, value] of Object.entries(await deprecationHeadersOf(root, path))) {
    // Beside the links that the answer has anyway.
    response.appendHeader(name, value);
  }
  enforceLimits(exchange, path, parts);
  if (refused) throw refused;
  assertReadableTarget(target);
  assertReadableHead(request);
  if (match.kind === 'none') throw new ApiProblem('route_not_found');
  if (match.kind === 'keyed' || isKeyedDetail) return answerKeyed(exchange, parts);
  if (!allowPublicMethod(exchange)) return;
  if (match.kind === 'moved') sendMoved(response, match.location);
  else if (match.kind === 'sync') await answerSync(request, response, syncOf(parts));
  else await answerFile(exchange, match, { ...parts, root });
}

/** Gives the request an id of its own; the pricing service logs it, and never one that a client chose. */
function nameRequest(request: IncomingMessage, response: ServerResponse): void {
  const id = randomBytes(16).toString('hex');
  request.headers['x-request-id'] = id;
  response.setHeader('X-Request-Id', id);
}

/**
 * Returns the folder of public files of the current release, and sends the id of that release to the pricing
 * service, as nginx does: public and keyed answers are of the same release.
 */
async function rootOf(request: IncomingMessage, { out }: EmbeddedParts): Promise<string> {
  const header = releaseHeader.toLowerCase();
  delete request.headers[header];
  const release = await readCurrentRelease(out).catch(() => undefined);
  // Reading from a release that is missing says why.
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
  // With nothing left there is no use in coming back before the window ends, whichever limit refuses.
  const retryAfter =
    allowance?.remaining === 0 ? allowance.resetSeconds : hardLimit.retryAfterSeconds;
  response.setHeader('Retry-After', retryAfter);
  const members = allowance?.exceeded ? extraMembers.advisoryLimit : undefined;
  throw new ApiProblem('rate_limited', undefined, { members });
}

/** Whether a document is to be sent; a preflight is answered here, another method is refused. */
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
  // What is absent is absent from a release: where there is none, this rejects, and it is a fault.
  await access(join(root, publicFiles.health));
  if (match.kind === 'detail') throw new ApiProblem('product_not_found');
  if (mayBeAbsent.has(match.kind)) throw new ApiProblem('route_not_found');
  throw new Error(`the release has no ${match.kind} document`);
}

/** What not every release has; those of earlier versions have no API catalogue, exports and changes. */
const absentKinds = ['pages', 'assets', 'apiCatalog', 'export', 'changes'];
const mayBeAbsent: ReadonlySet<string> = new Set(absentKinds);

/** Resolves to false, having sent nothing, if there is no such file. */
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

function sendError({ request, response, target }: Exchange, error: unknown, parts: EmbeddedParts) {
  const { baseUrl, log } = parts;
  const problem = error instanceof ApiProblem ? error : new ApiProblem('internal_error');
  if (problem !== error) log.error('internal_error', error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status } = problems[problem.code];
  const { kind } = matchRoute(decodePath(pathOf(target)));
  if (status === 400 && kind === 'sync') {
    sendPlain(request, response, status, { error: problem.message });
    return;
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
