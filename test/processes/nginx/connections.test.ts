/** nginx with clients that send slowly or do not read, and its connections to the instances of the pricing service. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { connections } from '../../../pricing-service/config.ts';
import { timeoutMs } from '../../../pricing-service/redis-accounts.ts';
import { readAccessLog } from '../../helpers/access-log.ts';
import { baseUrl, makeFolder } from '../../helpers/content.ts';
import { createClient, nextAddress } from '../../helpers/http-client.ts';
import { startTestNginx } from '../../helpers/nginx.ts';
import { bearer, compileInto, detailPath, keyedPaths } from '../../helpers/pricing-app.ts';
import { startPricingProcess } from '../../helpers/pricing-process.ts';
import { startProxy } from '../../helpers/redis-server.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { until } from '../../helpers/until.ts';
import { crowded, reload } from './edge.ts';
import { served } from './served.ts';

/** Opens a connection, sends `words`, and waits until the server closes the connection. Returns the received text. */
async function holdOpen(port: number, words: string): Promise<string> {
  // An address of its own: other clients of the test exceed the limits.
  const socket = connect({ port, host: '127.0.0.1', localAddress: nextAddress() });
  let text = '';
  socket.on('data', (data) => {
    text += data.toString('latin1');
  });
  // nginx resets a connection that timed out.
  socket.on('error', () => {});
  socket.write(words);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

/** Sends requests without reading any answer; resolves when the server closes the connection. */
async function sendWithoutReading(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').pause();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
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
  'clients that never end their request, or do not read their answer, are disconnected and delay no other client',
  async (t) => {
    const { port } = crowded();
    const slow = 'GET /v1/products HTTP/1.1\r\nHo';
    const upload = 'POST /v1/products HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\nabc';
    const slows = Array.from({ length: 100 }, () => holdOpen(port, slow));
    const uploads = Array.from({ length: 10 }, () => holdOpen(port, upload));
    const deaf = Array.from({ length: 10 }, () => sendWithoutReading(port));
    t.is((await createClient(port)('/v1/products')).status, 200);
    for (const text of await Promise.all(slows)) t.is(text, '');
    for (const text of await Promise.all(uploads)) t.regex(text, /^HTTP\/1\.1 405 /);
    await t.notThrowsAsync(Promise.all(deaf));
  },
);

test.serial('the timeouts of nginx fit those of the service', async (t) => {
  const text = await readFile('infra/nginx/connections.conf', 'utf8');
  const [, idle] = /upstream \w+ \{[^}]*keepalive_timeout (\d+)s;/.exec(text) ?? [];
  t.true(
    Number(idle) * 1000 < connections.keepAliveMs - 5000,
    'nginx closes an idle connection first',
  );
  const [, read] = /^proxy_read_timeout (\d+)s;$/m.exec(text) ?? [];
  t.true(Number(read) * 1000 > 2 * timeoutMs.default);
});

/**
 * Starts a server in the place of an instance. It answers every request with 200 until its behaviour changes: `resets`
 * ends each connection at its second request, and `silent` answers nothing, like a frozen process.
 */
async function startInstance(t: Teardown) {
  const state = { behaviour: 'answers' as 'answers' | 'resets' | 'silent', connections: 0 };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    state.connections += 1;
    open.add(socket);
    let requests = 0;
    socket.on('data', () => {
      requests += 1;
      if (state.behaviour === 'silent') return;
      if (state.behaviour === 'resets' && requests > 1) return void socket.resetAndDestroy();
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n');
    });
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return Object.assign(state, { port: (server.address() as AddressInfo).port });
}

test.serial(
  'connections to instances are kept open, and a request gets its answer from the other instance if one closes its connection or is frozen',
  async (t) => {
    const [one, other] = [await startInstance(t), await startInstance(t)];
    const folder = await makeFolder(t);
    const { release } = await compileInto(join(folder, 'dist'));
    const setting = 'settings/pricing-server.conf';
    const project = await readFile(join('infra/nginx', setting), 'utf8');
    const servers = project
      .replaceAll('127.0.0.1:8081', `127.0.0.1:${one.port}`)
      .replaceAll('127.0.0.1:8082', `127.0.0.1:${other.port}`)
      // An excluded instance stays excluded, however long the test takes.
      .replace(/fail_timeout=\d+s/g, '$&0000');
    const nginx = await startTestNginx(t, {
      ...{ folder, baseUrl, pricingPort: 0, release },
      edits: { [setting]: () => servers, 'connections.conf': (text) => text },
    });
    /** Sends a request; returns the statuses that nginx got from the instances, such as `504, 200`. */
    const ask = async (method = 'GET') => {
      const client = createClient(nginx.port);
      const reply = await client(detailPath, { method, headers: bearer('x') });
      t.is(reply.status, 200);
      const [line] = await readAccessLog(folder, [reply.headers['x-request-id']]);
      return line?.['upstreamStatus'];
    };
    for (let turn = 0; turn < 20; turn += 1) t.is(await ask(), '200');
    t.true(one.connections + other.connections <= 4, 'one for each worker and instance');

    one.behaviour = 'resets';
    const reset: unknown[] = [];
    for (let turn = 0; turn < 10; turn += 1) reset.push(await ask(turn % 2 ? 'HEAD' : 'GET'));
    t.deepEqual([...new Set(reset)].sort(), ['200', '502, 200']);

    // Forgets which instances have failed.
    await reload(nginx);
    one.behaviour = 'silent';
    let statuses = await ask();
    for (let turn = 0; turn < 10 && statuses === '200'; turn += 1) statuses = await ask();
    t.is(statuses, '504, 200');
    const later = await Promise.all(Array.from({ length: 60 }, () => ask()));
    t.deepEqual([...new Set(later)], ['200'], 'after one timeout no worker uses it');
  },
);

test.serial('no request is lost while an instance of the service restarts', async (t) => {
  const { app, client, key, secondPort } = served();
  const { url } = await startProxy(t, app.redis);
  // The proxy is in this process, which may be busy.
  const times = { REDIS_TIMEOUT_MS: '3000' };
  const places = { REDIS_URL: url, DIST_DIR: app.out, PRICING_PORT: String(secondPort) };
  /** Starts a second instance; resolves once nginx has sent it a request that it answered. */
  const start = async () => {
    const service = startPricingProcess(t, { ...places, ...times });
    const metrics = createClient((await service.listening()).metricsPort);
    const isUsed = /^pricing_requests_total\{[^}]*status="200"\} [1-9]/m;
    await until(async () => isUsed.test((await metrics('/metrics')).text));
    return service;
  };
  let running = true;
  let asked = 0;
  const faults: string[] = [];
  const load = async () => {
    for (let turn = 0; running; turn += 1) {
      const path = keyedPaths[turn % keyedPaths.length] ?? '';
      const reply = await client()(path, { headers: bearer(key) }).catch((error: Error) => error);
      asked += 1;
      if (reply instanceof Error) faults.push(`${path}: ${reply.message}`);
      else if (reply.status !== 200) faults.push(`${path}: ${reply.status} ${reply.text}`);
    }
  };
  const loads = Array.from({ length: 4 }, load);
  const first = await start();
  first.child.kill('SIGTERM');
  t.deepEqual(await first.ended, [0, null]);
  t.like(first.entries.at(-1), { event: 'stopped', requests: 'complete' });
  await start();
  running = false;
  await Promise.all(loads);
  t.deepEqual(faults.slice(0, 5), [], `${faults.length} of ${asked}`);
});
