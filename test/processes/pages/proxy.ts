/** A proxy in front of a server: it removes a path from addresses, and answers some requests itself. */
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nextAddress } from '../../helpers/http-client.ts';
import type { Teardown } from '../../helpers/teardown.ts';

/** An answer of the proxy itself, with status 200 by default. A body that is no text is sent as JSON. */
export interface ProxyAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Decides about a request for `target` (path and query) after `at` earlier ones: the proxy sends the
 * returned answer, for `hold` none, for `break` a part of one; for undefined it forwards the request.
 */
export type Fault = (target: string, at: number) => ProxyAnswer | 'hold' | 'break' | undefined;

/** A running proxy and the requests that it has got. */
export interface RunningProxy {
  /** Its URL, with the path. */
  readonly address: string;
  readonly seen: readonly { readonly target: string; readonly atMs: number }[];
  /** Resolves when the proxy holds a request. */
  readonly held: Promise<void>;
  /** Returns the targets of the requests since the last call. */
  takeTargets(): string[];
}

/**
 * Starts a proxy in front of the local server on `to.port` until the test ends. With `path`, it answers
 * requests for other paths with 502. Each proxy has its own address, by which the server limits it.
 */
export async function startProxy(
  t: Teardown,
  to: { readonly port: number },
  { path = '', fault = () => undefined }: { readonly path?: string; readonly fault?: Fault } = {},
): Promise<RunningProxy> {
  const seen: { target: string; atMs: number }[] = [];
  const localAddress = nextAddress();
  let taken = 0;
  let hold = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const server = createServer(({ url = '', method, headers }, response) => {
    const target = url.slice(path.length);
    const answer = url.startsWith(`${path}/`) ? fault(target, seen.length) : { status: 502 };
    seen.push({ target, atMs: performance.now() });
    if (answer === 'hold') return hold();
    if (answer === 'break') return breakOff(response);
    if (answer !== undefined) return send(response, answer);
    request({ port: to.port, path: target, method, headers, localAddress }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    seen,
    held,
    takeTargets() {
      const targets = seen.slice(taken).map(({ target }) => target);
      taken = seen.length;
      return targets;
    },
  };
}

function send(response: ServerResponse, { status = 200, headers, body = '' }: ProxyAnswer): void {
  response.writeHead(status, headers);
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { ETag: '"broken"', 'Content-Length': 1000 });
  response.write('[{"sku":', () => response.destroy());
}
