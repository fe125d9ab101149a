/** `npm run stack -- --tls`: HTTPS and HTTP/2 for clients, and the answers to plain HTTP. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2';
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

function printed(name: string): string {
  const line = server.output.find((each) => each.startsWith(`${name} `)) ?? '';
  return line.slice(name.length + 1);
}

test.before('the stack starts', async () => {
  server = await startServer(stackScript, { args: ['--tls', '--content', fixtureContent] });
  ca = await readFile(printed('certificate'));
  plainPort = Number(new URL(printed('plain')).port);
});

test.after.always('the stack stops with exit code 0', async (t) => {
  t.is(await server?.stop(), 0);
});

/** Sends a request with `headers` over an HTTP/2 session; returns response headers, `:status` included, and body. */
async function ask(session: ClientHttp2Session, headers: Record<string, string>) {
  const stream = session.request(headers);
  const [[reply], body] = await Promise.all([once(stream, 'response'), text(stream)]);
  return { reply: reply as Record<string, string | number>, body };
}

function openSession(): ClientHttp2Session {
  return connectHttp2(server.address, { ca });
}

test.serial('HTTP/2 serves public and keyed answers over one connection, with HSTS', async (t) => {
  t.regex(server.address, /^https:/);
  const session = openSession();
  const authorization = `Bearer ${server.keys['A3']}`;
  const [list, prices, missing] = await Promise.all([
    ask(session, { ':path': '/v1/products' }),
    ask(session, { ':path': '/v1/products/pricing', authorization }),
    ask(session, { ':path': '/v1/products/NOBODY-1' }),
  ]);
  t.is((session.socket as { alpnProtocol?: string }).alpnProtocol, 'h2');
  session.close();
  t.deepEqual(
    [list, prices, missing].map(({ reply }) => reply[constants.HTTP2_HEADER_STATUS]),
    [200, 200, 404],
  );
  for (const { reply } of [list, prices, missing]) {
    t.is(reply['strict-transport-security'], transportSecurity);
    t.regex(String(reply['ratelimit']), /^"default";r=\d+;t=\d+$/);
  }
  t.is((JSON.parse(prices.body) as { priceTier: string }).priceTier, 'A3');
  t.true(list.body.includes(`${server.address}/`), 'documents name the https address');
});

/** Connects with one TLS version. Returns the negotiated protocol, such as `TLSv1.2`, or the error code on failure. */
async function handshake(version: SecureVersion): Promise<string | null> {
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
    return (error as NodeJS.ErrnoException).code ?? null;
  } finally {
    socket.destroy();
  }
}

test.serial('TLS 1.2 and 1.3 are accepted, older versions are refused', async (t) => {
  t.is(await handshake('TLSv1.2'), 'TLSv1.2');
  t.is(await handshake('TLSv1.3'), 'TLSv1.3');
  for (const version of ['TLSv1', 'TLSv1.1'] as const) {
    t.is(await handshake(version), 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  }
});

test.serial(
  'plain HTTP is redirected to the public address, for any Host, and has no HSTS',
  async (t) => {
    const client = createClient(plainPort);
    for (const path of ['/v1/products?locale=fr-CA', '/docs/errors', '/nothing/%41?a=b']) {
      const reply = await client(path, { headers: { Host: 'evil.example' } });
      t.is(reply.status, 308);
      t.is(reply.headers['content-type'], undefined);
      t.is(reply.headers['location'], `${server.address}${path}`);
      t.is(reply.headers['cache-control'], 'no-store');
      t.is(reply.headers['strict-transport-security'], undefined);
      t.is(reply.text, '');
    }
    const absolute =
      'GET http://evil.example/v1/health2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const reply = await sendRaw(plainPort, absolute);
    t.is(/\r\nLocation: (\S+)/.exec(reply)?.[1], `${server.address}/v1/health2`);
  },
);

test.serial('health is served over plain HTTP, for load balancers', async (t) => {
  const reply = await createClient(plainPort)('/v1/health');
  t.is(reply.status, 200);
  t.like(reply.json() as object, { status: 'ok' });
});

test.serial('a request with a key over plain HTTP gets a problem, not a redirect', async (t) => {
  const headers = { Authorization: `Bearer ${server.keys['A3']}` };
  const reply = await createClient(plainPort)('/v1/products/pricing', { headers });
  t.is(reply.status, 400);
  t.is(reply.headers['location'], undefined);
  const detail = invalidRequestDetails.keyOverPlainHttp;
  const instance = '/v1/products/pricing';
  t.like(reply.json() as object, { code: 'invalid_request', detail, instance });
});

test.serial(
  'a plain HTTP request to the TLS port gets a problem that says so, and names a key that it contained',
  async (t) => {
    const { plainHttp, keyOverPlainHttp } = invalidRequestDetails;
    for (const [header, detail] of [
      ['Connection: close', plainHttp],
      [`Authorization: Bearer ${server.keys['A3']}`, keyOverPlainHttp],
    ]) {
      const request = `GET /v1/products HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`;
      const reply = await sendRaw(server.port, request);
      t.regex(reply, /^HTTP\/1\.1 400 /);
      t.like(JSON.parse(reply.slice(reply.indexOf('{'))), { code: 'invalid_request', detail });
    }
  },
);

test.serial(
  'a malformed target of plain HTTP gets a problem, not a redirect to the same target',
  async (t) => {
    const request = 'GET /\xe9"<>^ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const reply = await sendRaw(plainPort, request);
    t.regex(reply, /^HTTP\/1\.1 400 /);
    t.true(reply.includes(invalidRequestDetails.malformedUrl));
  },
);

test.serial(
  'over HTTP/2, a path that cannot be decoded has the headers of the advisory limit',
  async (t) => {
    const session = openSession();
    const { reply } = await ask(session, { ':path': '/v1/products/%zz' });
    session.close();
    t.is(reply[constants.HTTP2_HEADER_STATUS], 400);
    t.regex(String(reply['ratelimit']), /^"default";r=\d+;t=\d+$/);
  },
);
