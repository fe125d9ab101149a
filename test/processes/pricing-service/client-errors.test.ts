import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { answerClientErrors } from '../../../pricing-service/client-errors.ts';
import { baseUrl } from '../../helpers/content.ts';
import { sendRaw } from '../../helpers/http-client.ts';

/** Starts a server with a request listener, and with the answers to client errors, for one test; returns its port. */
async function serve(t: ExecutionContext, listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  answerClientErrors(server, baseUrl);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

const refused = 'GET /v1/products/B?locale=x HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n';

test.serial(
  'a request that the HTTP parser refuses gets a problem with its path, and the connection closes',
  async (t) => {
    const port = await serve(t, () => t.fail('the parser accepted it'));
    for (const [request, instance] of [
      [refused, '/v1/products/B'],
      ['GET /v1/products/\x7F HTTP/1.1\r\nHost: x\r\n\r\n', '/v1/products/%7F'],
      ['no HTTP\r\n\r\n', '/'],
      [`GET /x HTTP/1.1\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, '/x'],
    ] as const) {
      const [head = '', body = ''] = (await sendRaw(port, request)).split('\r\n\r\n');
      t.regex(head, /^HTTP\/1\.1 400 /);
      t.regex(head, /content-type: application\/problem\+json/i);
      t.notRegex(head, /access-control-/i, 'the service answers only keyed requests');
      t.like(JSON.parse(body), { code: 'invalid_request', instance });
    }
  },
);

test.serial(
  'bytes that arrive after a refused request are ignored, and the server keeps running',
  async (t) => {
    const listeners: RequestListener[] = [
      (_request, response) => setImmediate(() => response.end('the first answer')),
      () => t.fail('the parser accepted it'),
    ];
    const first = 'GET /A HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const [at, before] of [first, ''].entries()) {
      const port = await serve(t, listeners[at] as RequestListener);
      const socket = connect(port, '127.0.0.1');
      // The server may close the connection before it has read everything.
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.resume();
      socket.write(before + refused);
      for (let sent = 0; sent < 16; sent += 1) {
        socket.write(Buffer.alloc(65_536, 'x'));
        await nextTurn();
      }
      socket.end();
      await closed;
      t.regex(await sendRaw(port, refused), /^HTTP\/1\.1 400 /);
    }
  },
);

test.serial(
  'a refused request is answered after the previous request of its connection',
  async (t) => {
    const listeners: RequestListener[] = [
      (_request, response) => response.end('the first answer'),
      (_request, response) => setImmediate(() => response.end('the first answer')),
    ];
    for (const listener of listeners) {
      const port = await serve(t, listener);
      const reply = await sendRaw(port, `GET /A HTTP/1.1\r\nHost: x\r\n\r\n${refused}`);
      t.regex(
        reply,
        /^HTTP\/1\.1 200 .*the first answer.*HTTP\/1\.1 400 .*"instance":"\/v1\/products\/B"/s,
      );
    }
  },
);

test.serial(
  'a CONNECT is passed to the app after the previous request, and a client that resets then does no harm',
  async (t) => {
    const seen: (string | undefined)[] = [];
    const port = await serve(t, (request, response) => {
      seen.push(request.method);
      setImmediate(() => response.end('answer'));
    });
    const requests = 'GET /A HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n';
    t.regex(await sendRaw(port, requests), /^(HTTP\/1\.1 200 .*answer\s*){2}$/s);
    t.deepEqual(seen, ['GET', 'CONNECT']);
    const socket = connect(port, '127.0.0.1');
    socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.resetAndDestroy());
    await once(socket, 'close');
    t.regex(await sendRaw(port, requests), /^HTTP\/1\.1 200 /);
  },
);

test.serial('a request whose body cannot be read is answered once', async (t) => {
  const port = await serve(t, (_request, response) => setImmediate(() => response.end('answer')));
  const head = 'POST /A HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const reply = await sendRaw(port, `${head}no chunk\r\n`);
  t.is(reply.match(/HTTP\/1\.1/g)?.length, 1);
  t.regex(reply, /^HTTP\/1\.1 200 .*answer/s);
});
