/**
 * Tests nginx with clients that send slowly or do not read their answers, and its connections to the pricing service.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { defaultTimeoutMs, readsOfAnswer } from '../../../pricing-service/accounts/bounds.ts';
import { keepAliveMs } from '../../../pricing-service/connections.ts';
import { baseUrl, makeFolder } from '../../helpers/content.ts';
import { createClient, sendRaw } from '../../helpers/http-client.ts';
import { serveWithNginx } from '../../helpers/nginx.ts';
import {
  addKey,
  bearer,
  compileInto,
  keyedPaths,
  startPricingApp,
} from '../../helpers/pricing-app.ts';

const run = promisify(execFile);

const file = 'connections.conf';
const project = readFileSync(join('infra', 'nginx', file), 'utf8');

/**
 * Returns the text of connections.conf with other times (directive → time, such as `2s`). Throws if the file lacks a
 * directive.
 */
function withTimeouts(times: Readonly<Record<string, string>>): string {
  return Object.entries(times).reduce((text, [directive, time]) => {
    const line = new RegExp(`^${directive} \\d+s;$`, 'm');
    if (!line.test(text)) throw new Error(`${file} has no ${directive}`);
    return text.replace(line, `${directive} ${time};`);
  }, project);
}

async function serve(t: ExecutionContext, text = project): Promise<number> {
  const folder = await makeFolder(t);
  const { release } = await compileInto(join(folder, 'dist'));
  const pricingPort = await findPort('127.0.0.1', 0);
  return serveWithNginx(t, {
    folder,
    baseUrl,
    pricingPort,
    release,
    edits: { [file]: () => text },
  });
}

/**
 * Opens a connection, sends `words`, and waits until the server closes the connection. Returns the received text and
 * the milliseconds that the connection was open.
 */
async function holdOpen(port: number, words: string): Promise<{ text: string; ms: number }> {
  const begun = performance.now();
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data) => {
    text += data.toString('latin1');
  });
  // nginx resets a connection that timed out.
  socket.on('error', () => {});
  socket.write(words);
  await new Promise((resolve) => socket.once('close', resolve));
  return { text, ms: performance.now() - begun };
}

test.serial(
  'clients that never end their request are disconnected and delay no other client',
  async (t) => {
    const port = await serve(
      t,
      withTimeouts({ client_header_timeout: '2s', lingering_time: '1s' }),
    );
    const slow = Array.from({ length: 200 }, () =>
      holdOpen(port, 'GET /v1/products HTTP/1.1\r\nHo'),
    );
    const uploads = Array.from({ length: 20 }, () =>
      holdOpen(
        port,
        'POST /v1/products HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\nabc',
      ),
    );
    // A separate process sends the request at once; this process may be too busy with other tests to send it within two
    // seconds.
    const script = 'fetch(process.argv[1]).then(({ status }) => console.log(status))';
    const address = `http://127.0.0.1:${port}/v1/products`;
    t.is((await run(process.execPath, ['--eval', script, address])).stdout, '200\n');
    for (const { ms } of await Promise.all(slow)) t.true(ms > 1500, `${ms} ms`);
    for (const { text } of await Promise.all(uploads)) t.regex(text, /^HTTP\/1\.1 405 /);
  },
);

/** Sends requests without reading any answer; resolves when the server closes the connection. */
async function sendWithoutReading(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').pause();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // nginx resets a connection that timed out.
  socket.on('error', () => {});
  const question = 'GET /v1/products HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100);
  // Answers exceed the buffers of both sides: if nginx had nothing left to write, it would not time out.
  const ask = () => {
    while (!socket.destroyed && socket.write(question));
    socket.once('drain', ask);
  };
  ask();
  await closed;
}

test.serial(
  'clients that do not read their answer are disconnected and delay no other client',
  async (t) => {
    const port = await serve(t, withTimeouts({ send_timeout: '400ms' }));
    const deaf = Array.from({ length: 20 }, () => sendWithoutReading(port));
    t.is((await createClient(port)('/v1/products')).status, 200);
    await t.notThrowsAsync(Promise.all(deaf));
  },
);

test.serial(
  'headers that exceed the buffers get a problem, and smaller ones are served',
  async (t) => {
    const port = await serve(t);
    const withHeader = (length: number) =>
      sendRaw(
        port,
        `GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: ${'x'.repeat(length)}\r\n\r\n`,
      );
    t.regex(await withHeader(15_000), /^HTTP\/1\.1 200 /);
    const refused = await withHeader(20_000);
    t.regex(refused, /^HTTP\/1\.1 400 /);
    t.regex(refused, /"code":"invalid_request"/);
  },
);

/**
 * Starts a proxy that forwards connections to `port` and counts them. Returns its port, and a function that returns the
 * number of connections so far.
 */
async function countConnections(t: ExecutionContext, port: number) {
  const open = new Set<Socket>();
  let count = 0;
  const server = createServer((client) => {
    count += 1;
    const service = connect(port, '127.0.0.1');
    for (const socket of [client, service]) {
      open.add(socket);
      socket.on('error', () => {});
    }
    client.pipe(service).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, count: () => count };
}

test.serial('connections to the pricing service are kept open, one for each worker', async (t) => {
  const app = await startPricingApp(t);
  const relay = await countConnections(t, app.port);
  const headers = bearer(await addKey(app.redis));
  const options = { baseUrl, pricingPort: relay.port, release: app.manifest.release };
  // On a busy machine an answer may take longer than nginx waits, and nginx would then close the connection.
  const patient = (text: string) =>
    text.replaceAll(/^( *proxy_(?:connect|read)_timeout) \d+s;$/gm, '$1 60s;');
  const edits = { [file]: patient, 'products.conf': patient };
  const port = await serveWithNginx(t, { folder: dirname(app.out), ...options, edits });
  const client = createClient(port);
  for (let turn = 0; turn < 10; turn += 1) {
    for (const path of keyedPaths) t.is((await client(path, { headers })).status, 200);
  }
  t.true(relay.count() <= 2, `${relay.count()} connections for 30 requests`);
});

test.serial('nginx closes an idle connection before the service does', (t) => {
  const [, seconds] = /upstream \w+ \{[^}]*keepalive_timeout (\d+)s;/.exec(project) ?? [];
  t.true(Number(seconds) * 1000 < keepAliveMs - 5000);
});

test.serial(
  'nginx waits longer for an answer than the verification of its key and its reads of Redis may take',
  (t) => {
    const [, seconds] = /^proxy_read_timeout (\d+)s;$/m.exec(project) ?? [];
    t.true(Number(seconds) * 1000 > (1 + readsOfAnswer) * defaultTimeoutMs);
  },
);
