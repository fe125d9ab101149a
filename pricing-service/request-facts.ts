/**
 * Reads the route and the id of a request for logs and metrics, and the header in which nginx names the
 * served release.
 */
import type { IncomingMessage } from 'node:http';
import { pathOf } from '../contract/problem.ts';
import { decodePath } from '../contract/query.ts';
import { isReleaseId, releaseHeader } from '../contract/release.ts';
import { type RouteId, routeOf } from '../contract/routes.ts';

/** Returns the `operationId` of the requested route, or `none` if no route has the path. */
export function routeOfRequest({ url = '/' }: IncomingMessage): RouteId | 'none' {
  return routeOf(decodePath(pathOf(url))) ?? 'none';
}

/**
 * Returns the route of a request (see `routeOfRequest`) and its id, which nginx sends in the header `X-Request-Id` and
 * writes to its access log. Without this header, `requestId` is empty.
 */
export function requestFacts(request: IncomingMessage): { route: string; requestId: string } {
  return {
    route: routeOfRequest(request),
    requestId: String(request.headers['x-request-id'] ?? ''),
  };
}

const releaseHeaderName = releaseHeader.toLowerCase();

/**
 * Returns the id of the release that the edge (nginx) serves, from the request header in which nginx names it, or
 * undefined if the header is missing or invalid. nginx overwrites the header, so clients cannot set it.
 */
export function servedReleaseOf({ headers }: IncomingMessage): string | undefined {
  const value = headers[releaseHeaderName];
  return typeof value === 'string' && isReleaseId(value) ? value : undefined;
}
