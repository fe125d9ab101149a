/** Tests the pricing service as a separate process, in `npm test` bundled as on a server. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import { hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { type Client, createClient, type Reply, sendRaw } from '../../helpers/http-client.ts';
import { loadCurrent } from '../../helpers/load-current.ts';
import { addKey, bearer, detailPath, keyedPaths } from '../../helpers/pricing-app.ts';
import {
  connectToWorld,
  createPricingWorld,
  type PricingWorld,
  startPricingProcess,
} from '../../helpers/pricing-process.ts';
import { startProxy, startRedis } from '../../helpers/redis-server.ts';
import { addServiceUser, listRefusals } from '../../helpers/service-user.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { until } from '../../helpers/until.ts';

const file = collectTeardowns();
let world: PricingWorld;

test.before(async () => {
  world = await createPricingWorld(file);
});
test.after.always(file.run);

/** Repeats a request until the answer is not 503: the service may listen shortly before it is connected to Redis. */
async function askUntilServed(client: Client, path: string, key = world.key): Promise<Reply> {
  for (;;) {
    const reply = await client(path, { headers: bearer(key) });
    if (reply.status !== 503) return reply;
  }
}

/** Listens on a free port for the duration of the test; returns the port. */
async function takePort(t: ExecutionContext): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

for (const [signal, TEST_KEYS, status] of [
  ['SIGTERM', 'enabled', 200],
  ['SIGINT', 'disabled', 401],
] as const) {
  test.serial(
    `the process logs its address, answers there, with test keys ${TEST_KEYS}, and ends on ${signal}`,
    async (t) => {
      const { settings } = await connectToWorld(t, world);
      const service = startPricingProcess(t, { ...settings, TEST_KEYS });
      const { port, host } = await service.logged('listening');
      t.is(host, '127.0.0.1');
      const client = createClient(Number(port));
      t.is((await askUntilServed(client, detailPath)).status, 200);
      const [{ key }] = testKeys;
      const reply = await client(detailPath, { headers: bearer(key) });
      t.deepEqual([reply.status, reply.headers['x-test-key'] === '1'], [status, status === 200]);
      service.child.kill(signal);
      t.deepEqual(await service.ended, [0, null]);
      const events = service.entries.filter(({ level }) => level === 'info');
      t.deepEqual(
        events.map(({ event }) => event),
        ['listening', 'stopping', 'stopped'],
      );
    },
  );
}

test.serial('the Redis permissions of the guide are sufficient for the service', async (t) => {
  const { client, url } = world.redis;
  const { settings, proxy } = await connectToWorld(t, world);
  const login = await addServiceUser(proxy.url, [client]);
  await client.del(redisKeys.services);
  const service = startPricingProcess(t, { ...settings, REDIS_URL: login });
  const asking = createClient((await service.listening()).port);
  const key = await addKey(world.redis, { id: 'used' });
  for (const path of keyedPaths) t.is((await askUntilServed(asking, path, key)).status, 200);
  await until(async () => (await client.exists(redisKeys.services)) === 1);
  const reports = Object.values(await client.hgetall(redisKeys.services));
  t.true(reports.some((report) => report.includes(world.manifest.release)));
  t.deepEqual(await listRefusals([client]), []);
  // Other keys, commands and channels are forbidden.
  const user = new Redis(url, { username: 'pricing-service', password: 'PASSWORD' });
  t.teardown(() => user.disconnect());
  for (const refused of [
    () => user.get('x'),
    () => user.del('{keys}:x'),
    () => user.subscribe('x'),
  ]) {
    await t.throwsAsync(refused, { message: /^NOPERM/ });
  }
});

test.serial(
  'SIGTERM ends the process after the request under way is answered and its connection is closed',
  async (t) => {
    const { settings, proxy } = await connectToWorld(t, world);
    const service = startPricingProcess(t, settings);
    const { port, metricsPort } = await service.listening();
    const client = createClient(port);
    t.is((await askUntilServed(client, '/v1/products/HOOD-2')).status, 200);
    proxy.hold();
    // The key is cached now, but not the prices of this product.
    const command = proxy.commandWith('TEE-1');
    const head = `GET ${detailPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.key}\r\n\r\n`;
    const reply = sendRaw(port, head);
    await command;
    service.child.kill('SIGTERM');
    await service.logged('stopping');
    const ready = await createClient(metricsPort)('/ready');
    t.deepEqual([ready.status, ready.text], [503, 'stopping\n']);
    t.is((await createClient(metricsPort)('/live')).status, 200);
    await t.throwsAsync(createClient(port)(detailPath), { message: /ECONNREFUSED/ });
    proxy.release();
    // On a busy machine the request may have waited for Redis longer than its limit.
    t.regex(await reply, /^HTTP\/1\.1 (?:200|503) [\s\S]*\r\nconnection: close\r\n/i);
    t.deepEqual(await service.ended, [0, null]);
    t.like(service.entries.at(-1), { event: 'stopped', requests: 'complete' });
  },
);

test.serial('the process ends even if a client never finishes its request', async (t) => {
  const { settings } = await connectToWorld(t, world);
  const service = startPricingProcess(t, settings);
  const { port } = await service.listening();
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  socket.on('error', () => {});
  // The first is answered, so the second, which is incomplete, has been read too.
  socket.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\nGET /x HTTP/1.1\r\nHost: x\r\n');
  await once(socket, 'data');
  service.child.kill('SIGTERM');
  t.deepEqual(await service.ended, [0, null]);
  t.like(service.entries.at(-1), { event: 'stopped', requests: 'cut' });
});

for (const second of ['SIGTERM', 'SIGINT'] as const) {
  test.serial(`a second signal, ${second}, ends the process at once`, async (t) => {
    const { settings, proxy } = await connectToWorld(t, world);
    const service = startPricingProcess(t, settings);
    const { port } = await service.listening();
    // The first report shows that Redis is connected: `hold` applies to open connections.
    const instance = `${hostname()}:${port}`;
    await until(async () => (await world.redis.client.hexists(redisKeys.services, instance)) === 1);
    proxy.hold();
    const command = proxy.commandWith(hashApiKey(world.key));
    const reply = sendRaw(
      port,
      `GET ${detailPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.key}\r\n\r\n`,
    );
    await command;
    service.child.kill('SIGTERM');
    await service.logged('stopping');
    service.child.kill(second);
    t.deepEqual(await service.ended, [null, second]);
    await reply.catch(() => {});
  });
}

test.serial('wrong settings are named in one log line, with exit code 1', async (t) => {
  const settings = { PRICING_PORT: 'hunter2', REDIS_URL: 'http://x:hunter2@redis.test' };
  const service = startPricingProcess(t, settings);
  t.deepEqual(await service.ended, [1, null]);
  t.is(service.entries.length, 1);
  const [entry] = service.entries;
  t.like(entry, { level: 'error', event: 'not_started' });
  t.regex(String(entry?.['message']), /PRICING_PORT: .*REDIS_URL: /);
  t.false(JSON.stringify(entry).includes('hunter2'));
});

for (const name of ['PRICING_PORT', 'PRICING_METRICS_PORT']) {
  test(`a ${name} in use is logged, with exit code 1`, async (t) => {
    const { settings } = await connectToWorld(t, world);
    const taken = String(await takePort(t));
    const service = startPricingProcess(t, { ...settings, [name]: taken });
    t.deepEqual(await service.ended, [1, null]);
    // On a busy machine a slow Redis may be logged before.
    const last = service.entries.at(-1);
    t.like(last, { level: 'error', event: 'not_started' });
    t.regex(String(last?.['message']), new RegExp(`EADDRINUSE.*:${taken}$`));
  });
}

test.serial(
  'without Redis the process starts, is live but not ready, and answers 503, also after its log is closed',
  async (t) => {
    const { settings } = await connectToWorld(t, world);
    const away = `redis://127.0.0.1:${await takePort(t)}/0`;
    const service = startPricingProcess(t, { ...settings, REDIS_URL: away });
    const { port, metricsPort } = await service.listening();
    const client = createClient(port);
    t.is((await client(detailPath, { headers: bearer(world.key) })).status, 503);
    const ask = createClient(metricsPort);
    t.is((await ask('/live')).status, 200);
    const ready = await ask('/ready');
    t.deepEqual([ready.status, ready.text], [503, 'Redis has not been reached yet\n']);
    service.child.stdout?.destroy();
    for (let turn = 0; turn < 3; turn += 1) {
      // Each 503 writes a line, which fails.
      t.is((await client(detailPath, { headers: bearer(world.key) })).status, 503);
    }
    service.child.kill('SIGTERM');
    t.deepEqual(await service.ended, [0, null]);
  },
);

test.serial(
  'on a Redis without accounts or net prices the process logs this, and is not ready until they are loaded',
  async (t) => {
    const { settings, proxy } = await connectToWorld(t, world);
    const service = startPricingProcess(t, { ...settings, REDIS_URL: `${proxy.url}/1` });
    const { port, metricsPort } = await service.listening();
    const { message } = await service.logged('no_accounts');
    t.regex(String(message), /^Redis holds no accounts: .*REDIS_URL/);
    t.is((await createClient(port)(detailPath, { headers: bearer(world.key) })).status, 503);
    const ask = createClient(metricsPort);
    const ready = await ask('/ready');
    t.deepEqual([ready.status, ready.text], [503, `${message}\n`]);
    t.regex((await ask('/metrics')).text, /^pricing_ready 0$/m);
    const database = world.redis.client.duplicate({ db: 1 });
    t.teardown(() => database.disconnect());
    await addKey({ client: database });
    const priceless = await ask('/ready');
    t.is(priceless.status, 503);
    t.is(
      priceless.text,
      `Redis has no net prices of release ${world.manifest.release}; npm run deploy loads them\n`,
    );
    await loadCurrent(world.out, database);
    await until(async () => (await ask('/ready')).status === 200);
    t.regex((await ask('/metrics')).text, /^pricing_ready 1$/m);
  },
);

const hash = 'ab'.repeat(32);
const faults = {
  uncaughtException: `throw new Error('provoked ${hash}')`,
  unhandledRejection: `Promise.reject(new Error('provoked ${hash}'))`,
};

for (const [origin, fault] of Object.entries(faults)) {
  test(`an unhandled error (${origin}) is logged and ends the process`, async (t) => {
    const { settings } = await connectToWorld(t, world);
    const code = `process.on('SIGUSR2', () => { ${fault} })`;
    const service = startPricingProcess(t, settings, {
      imports: [`data:text/javascript,${encodeURIComponent(code)}`],
    });
    await service.logged('listening');
    service.child.kill('SIGUSR2');
    t.deepEqual(await service.ended, [1, null]);
    const last = service.entries.at(-1);
    t.like(last, { level: 'error', event: 'crashed', origin, message: 'provoked [redacted]' });
    t.regex(String(last?.['stack']), /at process\./);
  });
}

test.serial('a password repeated by the error message of Redis is not logged', async (t) => {
  const redis = await startRedis(
    t,
    ...['HELLO', 'AUTH'].flatMap((name) => ['--rename-command', name, '']),
  );
  const proxy = await startProxy(t, redis);
  const secret = 'hunter2/x';
  const url = proxy.url.replace('//', `//:${encodeURIComponent(secret)}@`);
  // The longest timeout, so that a slow Redis of a busy machine is not logged before.
  const settings = { DIST_DIR: world.out, REDIS_URL: url, REDIS_TIMEOUT_MS: '3000' };
  const service = startPricingProcess(t, settings);
  const refused = await service.logged('redis_error');
  await service.logged('listening');
  service.child.kill('SIGTERM');
  t.deepEqual(await service.ended, [0, null]);
  t.regex(String(refused['message']), /unknown command .AUTH.*\[redacted\]/i);
  t.false(JSON.stringify(service.entries).includes('hunter2'));
});

test.serial(
  'on a Redis that may evict keys the process does not start, and names the setting to change',
  async (t) => {
    const { settings } = await connectToWorld(t, world);
    const { client } = world.redis;
    await client.config('SET', 'maxmemory-policy', 'allkeys-lfu');
    t.teardown(() => client.config('SET', 'maxmemory-policy', 'noeviction').then(() => {}));
    const service = startPricingProcess(t, settings);
    t.deepEqual(await service.ended, [1, null]);
    t.like(service.entries[0], { level: 'error', event: 'not_started' });
    t.regex(
      String(service.entries[0]?.['message']),
      /allkeys-lfu.*Set maxmemory-policy noeviction/,
    );
  },
);
