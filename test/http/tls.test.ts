/** `npm run stack -- --tls`: HTTPS and HTTP/2 for clients, and the answers to plain HTTP. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectHttp2, constants } from 'node:http2';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import test from 'ava';
import { transportSecurity } from '../../contract/headers.ts';
import { invalidRequestDetails } from '../../contract/problems.ts';
import { fixtureContent } from '../helpers/content.ts';
import { createClient, sendRaw } from '../helpers/http-client.ts';
import { type RunningServer, stackScript, startServer } from '../helpers/running-server.ts';

let server: RunningServer;
let ca: Buffer;
let plainPort: number;

test.before('the stack starts with TLS', async () => {
  server = await startServer(stackScript, { args: ['--tls', '--content', fixtureContent] });
  const printed = Object.fromEntries(server.output.map((line) => line.split(' ', 2)));
  ca = await readFile(printed['certificate'] ?? '');
  plainPort = Number(new URL(printed['plain'] ?? '').port);
});

test.after.always('the stack with TLS stops with exit code 0', async (t) => {
  t.is(await server?.stop(), 0);
});

test.serial('HTTP/2 serves public and keyed answers over one connection, with HSTS', async (t) => {
  const session = connectHttp2(server.address, { ca });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const stream = session.request({ ':path': path, ...headers });
    const [[reply], body] = await Promise.all([once(stream, 'response'), text(stream)]);
    return { reply: reply as Record<string, string | number>, body };
  };
  const authorization = `Bearer ${server.keys['A3']}`;
  const replies = await Promise.all([
    ask('/v1/products'),
    ask('/v1/products/pricing', { authorization }),
    ask('/v1/products/NOBODY-1'),
    ask('/v1/products/%zz'),
  ]);
  t.is((session.socket as { alpnProtocol?: string }).alpnProtocol, 'h2');
  session.close();
  const statuses = replies.map(({ reply }) => reply[constants.HTTP2_HEADER_STATUS]);
  t.deepEqual(statuses, [200, 200, 404, 400]);
  for (const { reply } of replies) {
    t.is(reply['strict-transport-security'], transportSecurity);
    t.regex(String(reply['ratelimit']), /^"default";r=\d+;t=\d+$/);
  }
  const [list, prices] = replies;
  t.regex(prices.body, /"priceTier":"A3"/);
  t.true(list.body.includes(`${server.address}/`), 'documents name the https address');
});

test.serial('TLS 1.2 and 1.3 are accepted, older versions are refused', async (t) => {
  /** Returns the negotiated protocol, such as `TLSv1.2`, or the error code on failure. */
  const handshake = async (version: SecureVersion) => {
    const socket = connectTls({
      ...{ host: '127.0.0.1', port: server.port, servername: 'localhost', ca },
      ...{ minVersion: version, maxVersion: version },
      // Without this, the client's own OpenSSL would refuse old versions.
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    try {
      await once(socket, 'secureConnect');
      return socket.getProtocol();
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    } finally {
      socket.destroy();
    }
  };
  t.is(await handshake('TLSv1.2'), 'TLSv1.2');
  t.is(await handshake('TLSv1.3'), 'TLSv1.3');
  t.is(await handshake('TLSv1.1'), 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
});

test.serial(
  'plain HTTP is redirected to the public address, for any Host, and has no HSTS',
  async (t) => {
    const client = createClient(plainPort);
    for (const path of ['/v1/products?locale=fr-CA', '/nothing/%41?a=b']) {
      const { status, headers } = await client(path, { headers: { Host: 'evil.example' } });
      t.deepEqual([status, headers['location']], [308, `${server.address}${path}`]);
      t.is(headers['cache-control'], 'no-store');
      t.is(headers['strict-transport-security'], undefined);
    }
    const absolute =
      'GET http://evil.example/v1/health2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const reply = await sendRaw(plainPort, absolute);
    t.is(/\r\nLocation: (\S+)/.exec(reply)?.[1], `${server.address}/v1/health2`);
    const health = await client('/v1/health');
    t.is(health.status, 200, 'load balancers get health over plain HTTP');
  },
);

test.serial(
  'plain HTTP gets a problem, not a redirect, if it has a key, a bad target or the port of TLS',
  async (t) => {
    const { plainHttp, keyOverPlainHttp, malformedUrl } = invalidRequestDetails;
    const key = `\r\nAuthorization: Bearer ${server.keys['A3']}`;
    for (const [port, target, header, detail] of [
      [plainPort, '/v1/products/pricing', key, keyOverPlainHttp],
      [plainPort, '/\xe9"<>^', '', malformedUrl],
      [server.port, '/v1/products', '', plainHttp],
      [server.port, '/v1/products', key, keyOverPlainHttp],
    ] as const) {
      const request = `GET ${target} HTTP/1.1\r\nHost: x${header}\r\nConnection: close\r\n\r\n`;
      const reply = await sendRaw(port, Buffer.from(request, 'latin1'));
      t.regex(reply, /^HTTP\/1\.1 400 /);
      t.notRegex(reply, /\r\nLocation:/);
      t.like(JSON.parse(reply.slice(reply.indexOf('{'))), { code: 'invalid_request', detail });
    }
  },
);
