/** Updates the metrics of requests: their number by route and status, and how long they took. */
import type { Server, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { testKeyHeader } from '../../contract/test-keys.ts';
import { routeOfRequest } from '../request-facts.ts';
import type { Metrics } from './metrics.ts';

/**
 * From now on, when the response to a request of the server closes, counts the request by route and status and records
 * its duration in seconds. The status is `aborted` if the client disconnected before the end of the answer, and `test`
 * for an answer to a test key.
 */
export function observeRequests(
  server: Server,
  { requests, requestSeconds }: Pick<Metrics, 'requests' | 'requestSeconds'>,
): void {
  server.on('request', (request, response) => {
    const startedAt = performance.now();
    response.on('close', () => {
      const route = routeOfRequest(request);
      const status = response.writableFinished ? statusOf(response) : 'aborted';
      requests.count(route, status);
      requestSeconds.observe({ route }, (performance.now() - startedAt) / 1000);
    });
  });
}

const [testHeader = ''] = Object.keys(testKeyHeader);

/**
 * Returns the status code of a response as a label of metrics, or `test` for a request with a test key: anyone can
 * cause a 503 with such a key, which must not raise an alert.
 */
function statusOf(response: ServerResponse): string {
  return response.hasHeader(testHeader) ? 'test' : String(response.statusCode);
}
