/** A proxy before a server. It answers some requests itself, and records all of them. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Teardown } from '../../helpers/teardown.ts';

/** An answer of the proxy itself. Defaults: status 200, no headers. A body other than a string is sent as JSON. */
export interface ProxyAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Decides about a request to `target` (path and query): the returned answer is sent by the proxy itself,
 * `hold` leaves the request without an answer, and undefined forwards it. `at` is the number of earlier
 * requests.
 */
export type Fault = (target: string, at: number) => ProxyAnswer | 'hold' | undefined;

interface SeenRequest {
  readonly target: string;
  readonly acceptEncoding: string | undefined;
  /** Time of the request, in milliseconds of a monotonic clock. */
  readonly atMs: number;
}

/** A running proxy; `seen` are all requests so far. */
export interface FaultyProxy {
  readonly address: string;
  readonly seen: readonly SeenRequest[];
  /** Resolves when the proxy leaves a request without an answer for the first time. */
  readonly held: Promise<void>;
  /** Returns the targets of all requests since the last call. */
  takeTargets(): string[];
}

/** Starts the proxy on a free port, before the local server on `port`; ends it with the test. */
export async function startFaultyProxy(
  t: Teardown,
  port: number,
  fault: Fault = () => undefined,
): Promise<FaultyProxy> {
  const seen: SeenRequest[] = [];
  let taken = 0;
  let hold: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const server = createServer(({ url: target = '', headers }, response) => {
    const acceptEncoding = headers['accept-encoding']?.toString();
    const answer = fault(target, seen.length);
    seen.push({ target, acceptEncoding, atMs: performance.now() });
    if (answer === 'hold') {
      hold();
    } else if (answer !== undefined) {
      response.writeHead(answer.status ?? 200, answer.headers);
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    } else {
      request({ port, path: target, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 0, reply.headers);
        reply.pipe(response);
      }).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    held,
    takeTargets() {
      const targets = seen.slice(taken).map(({ target }) => target);
      taken = seen.length;
      return targets;
    },
  };
}
