/** Counts and times the requests of a server. */
import type { Server, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { testKeyHeader } from '../../contract/test-keys.ts';
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
      const status = response.writableFinished ? statusOf(response) : 'aborted';
      requests.count(route, status);
      requestSeconds.observe({ route }, (performance.now() - begun) / 1000);
    });
  });
}

const [testHeader = ''] = Object.keys(testKeyHeader);

/** The status, or `test` for a test key: anybody can make it answer 503, and no alert is to follow from that. */
function statusOf(response: ServerResponse): string {
  return response.hasHeader(testHeader) ? 'test' : String(response.statusCode);
}
