/** What a command does if a server accepts its connection and never answers. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import test from 'ava';
import { openConnection, UnreachableError } from '../../redis/connect.ts';

test('a server that accepts a connection and does not answer is unreachable, for every kind of URL', async (t) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const silent = [
    [`redis://${address}`, /\(Socket timeout\. .*5000ms\.\)$/],
    [`redis-sentinel://${address}#main`, /unreachable .*timed out\)$/],
  ] as const;
  await Promise.all(
    silent.map(async ([url, message]) => {
      await t.throwsAsync(openConnection(url), { instanceOf: UnreachableError, message });
    }),
  );
});
