/** A replacement of the pricing service that fails in every way in which a process or a network can fail. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Teardown } from '../../helpers/teardown.ts';

/** A problem as the service sends it. */
export const ownProblem = '{"code":"key_revoked","status":401,"detail":"of the service"}';

/** First path segment after `/v1/products` → the failure of the connection; others are as `CLOSES`. */
const behaviours: Readonly<Record<string, (socket: Socket) => void>> = {
  SILENT() {},
  CLOSES: (socket) => socket.end(),
  RESETS: (socket) => socket.resetAndDestroy(),
  'HALF-A-HEADER': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
  'HUGE-HEADER': (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
  'NO-HTTP': (socket) => socket.end("-ERR unknown command 'GET'\r\n"),
  'HALF-A-BODY': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"net":'),
  'OWN-401': (socket) => socket.end(answer(401, 'WWW-Authenticate: Bearer realm="catalogue"')),
  'OWN-500': (socket) => socket.end(answer(500, 'Cache-Control: no-store')),
  'OWN-503': (socket) => socket.end(answer(503, 'Retry-After: 7')),
};

/** Starts the service and returns its port. */
export async function startFailingService(t: Teardown): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (data) => {
      const [, sku = ''] = /^\w+ \/v1\/products\/([\w-]+)/.exec(data.toString('latin1')) ?? [];
      (behaviours[sku] ?? behaviours['CLOSES'])?.(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function answer(status: number, header: string): string {
  const type = 'Content-Type: application/problem+json';
  return `HTTP/1.1 ${status} X\r\n${type}\r\n${header}\r\nContent-Length: ${ownProblem.length}\r\n\r\n${ownProblem}`;
}
