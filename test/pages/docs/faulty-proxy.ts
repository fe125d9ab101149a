/** A proxy before a server. It answers some requests itself, and records all of them. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Teardown } from '../../helpers/teardown.ts';

/** An answer of the proxy itself. */
export interface ProxyAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Returns the proxy's own answer to a request target, `hold` for none at all, or undefined to let it pass. `at`
 * counts the requests before it.
 */
export type Fault = (target: string, at: number) => ProxyAnswer | 'hold' | undefined;

interface SeenRequest {
  readonly target: string;
  readonly acceptEncoding: string | undefined;
  /** Time of the request, in milliseconds of a monotonic clock. */
  readonly atMs: number;
}

export interface FaultyProxy {
  readonly address: string;
  readonly seen: readonly SeenRequest[];
  /** Resolves when a request is held. */
  readonly held: Promise<void>;
  /** Returns the targets since the last call. */
  takeTargets(): string[];
}

/** Starts it on a free port, before a server on this machine; it ends with the test. */
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
