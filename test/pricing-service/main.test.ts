import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { publish } from '../../build/publish/publish.ts';
import { makeFolder } from '../helpers/content.ts';
import { type Client, createClient, type Reply, sendRaw } from '../helpers/http-client.ts';
import { addKey, bearer, compileInto, detailPath } from '../helpers/pricing-app.ts';
import { startProxy, startRedis } from '../helpers/redis-server.ts';

type Entry = Readonly<Record<string, unknown>>;

interface Service {
  readonly child: ChildProcess;
  readonly entries: readonly Entry[];
  /** Resolves with the first entry of an event; rejects when the process ends without one. */
  logged(event: string): Promise<Entry>;
  /** The exit code and the signal, once all output is read. */
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>;
}

/** Starts the process with settings in its environment; it ends with the test at the latest. */
function startService(t: ExecutionContext, settings: Readonly<Record<string, string>>): Service {
  const child = spawn(process.execPath, ['--import', 'tsx', 'pricing-service/main.ts'], {
    env: { ...process.env, PRICING_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const entries: Entry[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => entries.push(JSON.parse(line) as Entry));
  const ended = once(child, 'close') as Service['ended'];
  const find = (event: string) => entries.find((entry) => entry['event'] === event);
  return {
    child,
    entries,
    ended,
    logged: (event) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const entry = find(event);
          if (entry) resolve(entry);
        };
        lines.on('line', look);
        look();
        void ended.then(() => reject(new Error(`ended: ${JSON.stringify(entries)}`)));
      }),
  };
}

/** A published fixture release, and the settings of a service for it. */
async function createWorld(t: ExecutionContext) {
  const out = join(await makeFolder(t), 'dist');
  const [redis] = await Promise.all([startRedis(t), compileInto(out)]);
  await publish(out, redis.client);
  const proxy = await startProxy(t, redis);
  return {
    redis,
    proxy,
    key: await addKey(redis),
    settings: { REDIS_URL: proxy.url, DIST_DIR: out },
  };
}

/** Asks until Redis is connected, which may be a moment after the service listens. */
async function askUntilServed(client: Client, path: string, key: string): Promise<Reply> {
  for (;;) {
    const reply = await client(path, { headers: bearer(key) });
    if (reply.status !== 503) return reply;
  }
}

/** A port that is in use while the test lasts. */
async function takePort(t: ExecutionContext): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

test.serial('the process says where it listens, answers there, and ends on SIGTERM', async (t) => {
  const { key, settings } = await createWorld(t);
  const service = startService(t, settings);
  const { port, host } = await service.logged('listening');
  t.is(host, '127.0.0.1');
  const client = createClient(Number(port));
  t.is((await askUntilServed(client, detailPath, key)).status, 200);
  service.child.kill('SIGTERM');
  t.deepEqual(await service.ended, [0, null]);
  const events = service.entries.filter(({ level }) => level === 'info');
  t.deepEqual(
    events.map(({ event }) => event),
    ['listening', 'stopping'],
  );
});

test.serial('SIGINT ends it as well', async (t) => {
  const { settings } = await createWorld(t);
  const service = startService(t, settings);
  await service.logged('listening');
  service.child.kill('SIGINT');
  t.deepEqual(await service.ended, [0, null]);
});

test.serial('a request under way is answered before SIGTERM ends the process', async (t) => {
  const { key, settings, proxy } = await createWorld(t);
  const service = startService(t, settings);
  const client = createClient(Number((await service.logged('listening'))['port']));
  t.is((await askUntilServed(client, '/v1/products/HOOD-2', key)).status, 200);
  proxy.hold();
  const command = proxy.nextCommand();
  const reply = client(detailPath, { headers: bearer(key) });
  await command;
  service.child.kill('SIGTERM');
  await service.logged('stopping');
  proxy.release();
  t.is((await reply).status, 200);
  t.deepEqual(await service.ended, [0, null]);
});

test.serial('wrong settings are one log line that names them, and exit code 1', async (t) => {
  const settings = { PRICING_PORT: 'hunter2', REDIS_URL: 'http://x:hunter2@redis.test' };
  const service = startService(t, settings);
  t.deepEqual(await service.ended, [1, null]);
  t.is(service.entries.length, 1);
  const [entry] = service.entries;
  t.like(entry, { level: 'error', event: 'not_started' });
  t.regex(String(entry?.['message']), /PRICING_PORT: .*REDIS_URL: /);
  t.false(JSON.stringify(entry).includes('hunter2'));
});

test.serial('a taken port is told and is exit code 1', async (t) => {
  const { settings } = await createWorld(t);
  const service = startService(t, { ...settings, PRICING_PORT: String(await takePort(t)) });
  t.deepEqual(await service.ended, [1, null]);
  t.like(service.entries[0], { level: 'error', event: 'not_listening' });
  t.regex(String(service.entries[0]?.['message']), /EADDRINUSE/);
});

test.serial('without Redis it starts all the same, answers 503, and ends on SIGTERM', async (t) => {
  const { key, settings } = await createWorld(t);
  const away = `redis://127.0.0.1:${await takePort(t)}/0`;
  const service = startService(t, { ...settings, REDIS_URL: away });
  const client = createClient(Number((await service.logged('listening'))['port']));
  t.is((await client(detailPath, { headers: bearer(key) })).status, 503);
  service.child.kill('SIGTERM');
  t.deepEqual(await service.ended, [0, null]);
});

test.serial(
  'on a Redis that could drop keys it does not start, and says what to set',
  async (t) => {
    const { settings, redis } = await createWorld(t);
    await redis.client.config('SET', 'maxmemory-policy', 'allkeys-lfu');
    const service = startService(t, settings);
    t.deepEqual(await service.ended, [1, null]);
    t.like(service.entries[0], { level: 'error', event: 'not_started' });
    t.regex(
      String(service.entries[0]?.['message']),
      /allkeys-lfu.*Set maxmemory-policy noeviction/,
    );
  },
);

test.serial('an answer sent while stopping closes its connection', async (t) => {
  const { key, settings, proxy } = await createWorld(t);
  const service = startService(t, settings);
  const port = Number((await service.logged('listening'))['port']);
  await askUntilServed(createClient(port), '/v1/products/HOOD-2', key);
  proxy.hold();
  const command = proxy.nextCommand();
  const head = `GET ${detailPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const reply = sendRaw(port, head);
  await command;
  service.child.kill('SIGTERM');
  await service.logged('stopping');
  proxy.release();
  t.regex(await reply, /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
});
