/** What logs and metrics tell of a request: what it asked for by name, never its text (decision 33). */
import type { IncomingMessage } from 'node:http';
import { pathOf } from '../contract/problem.ts';
import { decodePath } from '../contract/query.ts';
import { type RouteId, routeOf } from '../contract/routes.ts';

/** The `operationId` that a request asks for, or `none`: one of few words, whatever a client sends. */
export function routeOfRequest({ url = '/' }: IncomingMessage): RouteId | 'none' {
  return routeOf(decodePath(pathOf(url))) ?? 'none';
}

/** The route, and nginx's id of the request: its access log has the same request by it. */
export function requestFacts(request: IncomingMessage): { route: string; requestId: string } {
  return {
    route: routeOfRequest(request),
    requestId: String(request.headers['x-request-id'] ?? ''),
  };
}
