/** Counts and times the requests of a server. */
import type { Server } from 'node:http';
import { performance } from 'node:perf_hooks';
import { routeOfRequest } from '../request-facts.ts';
import type { Metrics } from './metrics.ts';

/** Watches every request of the server from now on, whoever answers it. */
export function observeRequests(
  server: Server,
  { requests, requestSeconds }: Pick<Metrics, 'requests' | 'requestSeconds'>,
): void {
  server.on('request', (request, response) => {
    const begun = performance.now();
    response.on('close', () => {
      const route = routeOfRequest(request);
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      requests.count(route, status);
      requestSeconds.observe({ route }, (performance.now() - begun) / 1000);
    });
  });
}
