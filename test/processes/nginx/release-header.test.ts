/** nginx sends the id of its release to the pricing service, whatever header a client sends. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { releaseHeader } from '../../../contract/release.ts';
import { serveEdge } from './edge.ts';

/** The value of `releaseHeader` in each request that the service received; undefined if it was missing. */
const received: (string | string[] | undefined)[] = [];

const edge = serveEdge(test, {
  async startService(t) {
    const server = createServer((request, response) => {
      received.push(request.headers[releaseHeader.toLowerCase()]);
      response.end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(async () => {
      server.close();
      server.closeAllConnections();
    });
    return (server.address() as AddressInfo).port;
  },
});

test.serial(
  'each keyed route passes the id of the release to the pricing service, and a client cannot set that header',
  async (t) => {
    const client = edge().client();
    const { release } = edge().manifest;
    const authorization = 'Bearer x';
    for (const path of [
      '/v1/products/TEE-1',
      '/v1/products/TEE-1/pricing',
      '/v1/products/pricing',
    ]) {
      for (const chosen of [
        {},
        { [releaseHeader]: '0'.repeat(16) },
        { [releaseHeader]: ['a', 'b'] },
      ]) {
        t.is((await client(path, { headers: { authorization, ...chosen } })).status, 200, path);
        t.is(received.pop(), release, path);
      }
    }
  },
);
