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
import { publicFiles } from '../../contract/release.ts';
import { isProductPath } from '../../contract/routes.ts';
import { isSku } from '../../contract/sku.ts';
import { answerClientErrors } from '../../pricing-service/client-errors.ts';
import { keepAliveMs, maxHeaderBytes } from '../../pricing-service/connections.ts';
import type { Log } from '../../pricing-service/log.ts';
import type { Allowance, createAdvisoryLimit } from './advisory-limit.ts';
import { toClient } from './client-address.ts';
import { deprecationHeadersOf } from './deprecation-headers.ts';
import { answerHealth } from './health-route.ts';
import { type FileMatch, type Match, matchRoute, rowOf } from './match-route.ts';
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

/** Creates the server; it does not listen yet. */
export function createEmbeddedServer(parts: EmbeddedParts): Server {
  // A request without Host gets our problem, not Node's empty 400.
  const options = {
    requireHostHeader: false,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: keepAliveMs,
  };
  const server = createServer(options, (request, response) => {
    const exchange = { request, response, target: request.url ?? '/' };
    answer(exchange, parts).catch((error: unknown) => sendError(exchange, error, parts));
  });
  answerClientErrors(server, parts.baseUrl);
  return server;
}

/** Limit, then readable URL, method, credentials, SKU, locale, product: the order of design section 8. */
async function answer(exchange: Exchange, parts: EmbeddedParts): Promise<void> {
  const { request, response, target } = exchange;
  const rawPath = pathOf(target);
  const path = decodePath(rawPath);
  // No part of the API: it has its own headers, and no limit holds back who sits at this machine.
  if (parts.preview && isDecodable(rawPath) && isPreviewPath(path)) {
    return parts.preview(request, response);
  }
  nameRequest(request, response);
  const match: Match = isDecodable(rawPath) ? matchRoute(path) : { kind: 'none' };
  const hasKey = request.headers.authorization !== undefined;
  const isKeyedDetail = match.kind === 'detail' && hasKey && isRead(request);
  const row = isKeyedDetail ? 'keyed' : rowOf(match, path);
  setHeaders(response, { ...answerHeaders(row), ...linkHeader(row, parts.baseUrl) });
  const root = join(parts.out, 'current', 'public');
  for (const [name, value] of Object.entries(await deprecationHeadersOf(root, path))) {
    // Beside the links that the answer has anyway.
    response.appendHeader(name, value);
  }
  enforceLimits(exchange, path, parts);
  if (match.kind === 'sync') return answerSyncRequest(exchange, parts);
  assertReadable(exchange);
  if (match.kind === 'none') throw new ApiProblem('route_not_found');
  if (match.kind === 'keyed' || isKeyedDetail) return answerKeyed(exchange, parts);
  if (!allowPublicMethod(exchange)) return;
  if (match.kind === 'moved') sendMoved(response, match.location);
  else await answerFile(exchange, match, parts);
}

/** Gives the request an id of its own; the pricing service logs it, and never one that a client chose. */
function nameRequest(request: IncomingMessage, response: ServerResponse): void {
  const id = randomBytes(16).toString('hex');
  request.headers['x-request-id'] = id;
  response.setHeader('X-Request-Id', id);
}

function isPreviewPath(path: string): boolean {
  return path === '/preview' || path.startsWith('/preview/');
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function assertReadable({ request, target }: Exchange): void {
  assertReadableTarget(target);
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new ApiProblem('invalid_request');
  }
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

async function answerSyncRequest(exchange: Exchange, { out, now }: EmbeddedParts): Promise<void> {
  const { request, response } = exchange;
  if (!allowPublicMethod(exchange)) return;
  try {
    assertReadable(exchange);
  } catch (error) {
    sendPlain(request, response, 400, { error: (error as ApiProblem).message });
    return;
  }
  await answerSync(request, response, { folder: join(out, 'sync'), nowMs: now() });
}

async function answerFile(
  { request, response, target }: Exchange,
  match: FileMatch,
  { out, now }: EmbeddedParts,
): Promise<void> {
  const root = join(out, 'current', 'public');
  if (match.kind === 'health') {
    await answerHealth(request, response, { root, sync: join(out, 'sync'), nowMs: now() });
    return;
  }
  if (match.kind === 'detail' && !isSku(match.sku)) throw new ApiProblem('invalid_sku');
  const mediaType = match.kind === 'apiCatalog' ? apiCatalogMediaType : undefined;
  const sent = await sendFile(request, response, root, fileOf(match, target), mediaType);
  if (sent) return;
  // What is absent is absent from a release: where there is none, this rejects, and it is a fault.
  await access(join(root, publicFiles.health));
  if (match.kind === 'detail') throw new ApiProblem('product_not_found');
  if (mayBeAbsent.has(match.kind)) throw new ApiProblem('route_not_found');
  throw new Error(`the release has no ${match.kind} document`);
}

/** What not every release has; those of earlier versions have no API catalogue. */
const mayBeAbsent: ReadonlySet<string> = new Set(['pages', 'assets', 'apiCatalog']);

function fileOf(match: FileMatch, target: string): string {
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
  const body = problemBody(target, problem, baseUrl);
  setHeaders(response, problemHeaders(problem.code));
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(problems[problem.code].status);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function problemBody(target: string, problem: ApiProblem, baseUrl: string): string {
  const { code, detail } = problem;
  const isListFault =
    code === 'internal_error' && matchRoute(decodePath(pathOf(target))).kind === 'list';
  const members = isListFault ? extraMembers.listFault : problem.members;
  return JSON.stringify(createProblem(code, { baseUrl, requestTarget: target, detail, members }));
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
