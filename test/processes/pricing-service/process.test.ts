/** The pricing service as a process: how it starts, when it is ready, what it may do in Redis, and how it ends. */
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { Redis } from 'ioredis';
import { hashApiKey } from '../../../contract/api-key.ts';
import { assertKeepsKeys, EvictionPolicyError } from '../../../pricing-service/redis-health.ts';
import { createClient, sendRaw } from '../../helpers/http-client.ts';
import { addKey, bearer, detailPath, keyedPaths } from '../../helpers/pricing-app.ts';
import {
  connectToWorld,
  createPricingWorld,
  startPricingProcess,
} from '../../helpers/pricing-process.ts';
import { startProxy, startRedis } from '../../helpers/redis-server.ts';
import { addServiceUser, listRefusals } from '../../helpers/service-user.ts';
import { until } from '../../helpers/until.ts';

test.serial(
  'with the Redis user of the guide the service answers; SIGTERM ends it after the request under way',
  async (t) => {
    const world = await createPricingWorld(t);
    const { client: redis, url } = world.redis;
    const { settings, proxy } = await connectToWorld(t, world);
    const login = await addServiceUser(proxy.url, [redis]);
    // The longest timeout, so that a busy machine does not make Redis seem slow.
    const patient = { ...settings, REDIS_URL: login, REDIS_TIMEOUT_MS: '3000' };
    const service = startPricingProcess(t, patient);
    const { host, port, metricsPort } = await service.logged('listening');
    t.is(host, '127.0.0.1');
    const client = createClient(Number(port));
    const operator = createClient(Number(metricsPort));
    await until(async () => (await operator('/ready')).status === 200);
    for (const path of keyedPaths) {
      t.is((await client(path, { headers: bearer(world.key) })).status, 200, path);
    }
    t.deepEqual(await listRefusals([redis]), []);
    const user = new Redis(url, { username: 'pricing-service', password: 'PASSWORD' });
    t.teardown(() => user.disconnect());
    for (const refused of [
      () => user.get('x'),
      () => user.del('{keys}:x'),
      () => user.subscribe('x'),
    ]) {
      await t.throwsAsync(refused, { message: /^NOPERM/ });
    }

    proxy.hold();
    const other = await addKey(world.redis, { id: 'other' });
    const command = proxy.commandWith(hashApiKey(other));
    const head = `Host: x\r\nAuthorization: Bearer ${other}\r\n\r\n`;
    const reply = sendRaw(Number(port), `GET /v1/products/HOOD-2 HTTP/1.1\r\n${head}`);
    await command;
    service.child.kill('SIGTERM');
    await service.logged('stopping');
    const ready = await operator('/ready');
    t.deepEqual([ready.status, ready.text], [503, 'stopping\n']);
    t.is((await operator('/live')).status, 200);
    await t.throwsAsync(createClient(Number(port))(detailPath), { message: /ECONNREFUSED/ });
    proxy.release();
    t.regex(await reply, /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
    t.deepEqual(await service.ended, [0, null]);
    t.like(service.entries.at(-1), { event: 'stopped', requests: 'complete' });
  },
);

test.serial(
  'without Redis the process starts; it is ready once Redis has accounts and the release its private files; a second signal ends it at once',
  async (t) => {
    const { redis, key, out, manifest } = await createPricingWorld(t);
    const { url } = await startProxy(t, redis);
    await redis.stop();
    const service = startPricingProcess(t, { REDIS_URL: `${url}/1`, DIST_DIR: out });
    const { port, metricsPort } = await service.listening();
    const client = createClient(port);
    const operator = createClient(metricsPort);
    const statusOf = async () => (await client(detailPath, { headers: bearer(key) })).status;
    const notReady = async () => {
      const { status, text } = await operator('/ready');
      t.is(status, 503);
      return text;
    };
    t.is(await statusOf(), 503);
    t.is((await operator('/live')).status, 200);
    t.is(await notReady(), 'Redis has not been reached yet\n');
    await redis.start();
    const { message } = await service.logged('no_accounts');
    t.regex(String(message), /^Redis holds no accounts: .*REDIS_URL/);
    t.is(await statusOf(), 503);
    t.is(await notReady(), `${message}\n`);
    t.regex((await operator('/metrics')).text, /^pricing_ready 0$/m);
    // From now on each line of the log fails, which harms nothing.
    service.child.stdout?.destroy();
    t.is(await statusOf(), 503);
    const database = redis.client.duplicate({ db: 1 });
    t.teardown(() => database.disconnect());
    await addKey({ client: database });
    const file = join(out, 'releases', manifest.release, 'private/net/A3/en-CA.json');
    await rename(file, `${file}-aside`);
    t.is(
      await notReady(),
      `${file} is missing: deploy again, which writes missing and damaged files\n`,
    );
    await rename(`${file}-aside`, file);
    await until(async () => (await operator('/ready')).status === 200);
    t.regex((await operator('/metrics')).text, /^pricing_ready 1$/m);

    const socket = connect(port, '127.0.0.1').on('error', () => {});
    // The first is answered, so the second, which is incomplete, has been read too.
    socket.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\nGET /x HTTP/1.1\r\nHost: x\r\n');
    await once(socket, 'data');
    service.child.kill('SIGTERM');
    await until(async () => (await operator('/ready')).text === 'stopping\n');
    service.child.kill('SIGINT');
    t.deepEqual(await service.ended, [null, 'SIGINT']);
  },
);

test.serial(
  'a port in use ends the process with exit code 1, and no log line has the password that Redis repeats',
  async (t) => {
    const renamed = ['HELLO', 'AUTH'].flatMap((name) => ['--rename-command', name, '']);
    const { url } = await startProxy(t, await startRedis(t, ...renamed));
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.teardown(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const service = startPricingProcess(t, {
      REDIS_URL: url.replace('//', '//:hunter2%2Fxyz@'),
      PRICING_PORT: String(port),
    });
    t.deepEqual(await service.ended, [1, null]);
    const refused = service.entries.find(({ event }) => event === 'redis_error');
    t.regex(String(refused?.['message']), /unknown command .AUTH.*\[redacted\]/i);
    t.false(JSON.stringify(service.entries).includes('hunter2'));
    const last = service.entries.at(-1);
    t.like(last, { level: 'error', event: 'not_started' });
    t.regex(String(last?.['message']), new RegExp(`EADDRINUSE.*:${port}$`));
  },
);

test.serial('an unhandled error is logged without a hash, and ends the process', async (t) => {
  const fault = `Promise.reject(new Error('provoked ${'ab'.repeat(32)}'))`;
  const code = `process.on('SIGUSR2', () => { ${fault} })`;
  const away = { REDIS_URL: 'redis://127.0.0.1:1' };
  const service = startPricingProcess(t, away, {
    imports: [`data:text/javascript,${encodeURIComponent(code)}`],
  });
  await service.logged('listening');
  service.child.kill('SIGUSR2');
  t.deepEqual(await service.ended, [1, null]);
  const origin = 'unhandledRejection';
  const last = service.entries.at(-1);
  t.like(last, { level: 'error', event: 'crashed', origin, message: 'provoked [redacted]' });
  t.regex(String(last?.['stack']), /at process\./);
});

test.serial(
  'a Redis that may evict keys is refused with the setting to change, and one that forbids the question is not',
  async (t) => {
    const { client } = await startRedis(t);
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await t.throwsAsync(assertKeepsKeys(client), {
      instanceOf: EvictionPolicyError,
      message: /allkeys-lru.*would drop API keys.*Set maxmemory-policy noeviction/,
    });
    await client.config('SET', 'maxmemory-policy', 'volatile-ttl');
    // Keys and accounts have no TTL.
    const key = await addKey({ client });
    t.truthy(key);
    for (const name of await client.keys('{keys}:*')) t.is(await client.ttl(name), -1, name);
    await t.notThrowsAsync(assertKeepsKeys(client));
    await client.acl('SETUSER', 'default', '-info');
    const error = await t.throwsAsync(assertKeepsKeys(client), { message: /NOPERM/ });
    t.false(error instanceof EvictionPolicyError);
  },
);
