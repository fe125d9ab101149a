/** A proxy in front of a server: it removes a path from addresses, and answers some requests itself. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nextAddress } from '../../helpers/http-client.ts';
import type { Teardown } from '../../helpers/teardown.ts';

/**
 * Decides about a request for `target` (path and query) after `at` earlier ones: the proxy sends the
 * returned answer (by default 200), for `hold` none; for undefined it forwards the request.
 */
export type Fault = (
  target: string,
  at: number,
) => { status?: number; headers?: Record<string, string>; body?: string } | 'hold' | undefined;

/** A running proxy. Tests may empty the lists. */
export interface RunningProxy {
  /** Its URL, with the path. */
  readonly address: string;
  /** Path and query of each request. */
  readonly targets: string[];
  /** The time of each request, in milliseconds. */
  readonly times: number[];
  /** Resolves when the proxy holds a request. */
  readonly held: Promise<void>;
}

/**
 * Starts a proxy in front of the server on a port until the test ends. It answers requests outside of
 * `path` with 502. Each proxy has its own IP address, by which servers limit it.
 */
export async function startProxy(
  t: Teardown,
  { port }: { readonly port: number },
  { path = '', fault = () => undefined }: { readonly path?: string; readonly fault?: Fault } = {},
): Promise<RunningProxy> {
  const [targets, times]: [string[], number[]] = [[], []];
  const localAddress = nextAddress();
  let count = 0;
  let hold = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const server = createServer(({ url = '', method, headers }, response) => {
    const target = url.slice(path.length);
    targets.push(target);
    times.push(performance.now());
    const answer = url.startsWith(`${path}/`) ? fault(target, count++) : { status: 502 };
    if (answer === 'hold') hold();
    else if (answer) response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
    else {
      request({ port, path: target, method, headers, localAddress }, (reply) => {
        response.writeHead(reply.statusCode ?? 0, reply.headers);
        reply.pipe(response);
      })
        // The server ends first at the end of a test.
        .on('error', () => response.destroy())
        .end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return { address, targets, times, held };
}
