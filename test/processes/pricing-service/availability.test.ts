/** What keyed routes answer, and what is logged, while Redis, its data or a release is missing. */
import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { releaseHeader } from '../../../contract/release.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { reuseMs } from '../../../pricing-service/key-check.ts';
import { describeFault } from '../../../pricing-service/readiness.ts';
import type { Reply } from '../../helpers/http-client.ts';
import {
  addKey,
  answeredPaths,
  bearer,
  detailPath,
  keyedPaths,
  nextState,
  type PricingApp,
  startPricingApp,
} from '../../helpers/pricing-app.ts';
import { until } from '../../helpers/until.ts';

/** Requests paths with a key. */
function askAll({ client }: PricingApp, key: string, paths: readonly string[] = keyedPaths) {
  return Promise.all(paths.map((path) => client(path, { headers: bearer(key) })));
}

/** Asserts that each reply is `upstream_unavailable` and contains nothing of the inside. */
function assertClosed(t: ExecutionContext, replies: readonly Reply[]): void {
  for (const reply of replies) {
    t.is(problemSchema.strict().parse(reply.json()).code, 'upstream_unavailable');
    t.is(reply.status, 503);
    t.is(reply.headers['retry-after'], '5');
    t.is(reply.headers['cache-control'], 'no-store');
    t.is(reply.headers['www-authenticate'], undefined);
    t.notRegex(reply.text, /msrp|tier|A9|Error|redis|\.ts/);
  }
}

/** Ends the Redis of a service, and waits until the service has noticed. */
async function stopRedis(app: PricingApp): Promise<void> {
  const ended = nextState(app, 'close');
  await app.redis.stop();
  await ended;
}

/** Requests each path with each test key. Returns status, body and three headers of each answer. */
async function askWithTestKeys(app: PricingApp) {
  const replies = await Promise.all(testKeys.map(({ key }) => askAll(app, key, answeredPaths)));
  return replies.flat().map(({ status, text, headers }) => {
    const sent = ['x-test-key', 'retry-after', 'cache-control'].map((name) => headers[name]);
    return [status, text, ...sent];
  });
}

test.serial(
  'without Redis, cached keys work until their age limit, test keys and malformed keys get their usual answers, others get 503; all recovers without a restart',
  async (t) => {
    const app = await startPricingApp(t);
    const [cached, other] = [await addKey(app.redis), await addKey(app.redis)];
    const tested = await askWithTestKeys(app);
    t.deepEqual(
      tested.map(([status]) => status),
      [200, 200, 401, 401, 429, 503].flatMap((status) => answeredPaths.map(() => status)),
    );
    // The message about the creation may arrive after the first answer, and then invalidates it.
    await askAll(app, cached);
    const [before] = await askAll(app, cached, [detailPath]);
    await stopRedis(app);
    assertClosed(t, await askAll(app, other));
    app.clock.advance(reuseMs - 1);
    const [young] = await askAll(app, cached, [detailPath]);
    t.deepEqual([young?.status, young?.text], [200, before?.text]);
    app.clock.advance(1);
    assertClosed(t, await askAll(app, cached));
    t.deepEqual(await askWithTestKeys(app), tested);
    const [malformed] = await askAll(app, 'ppc_bad', [detailPath]);
    t.is(problemSchema.parse(malformed?.json()).code, 'invalid_key');
    const ready = nextState(app, 'ready');
    await app.redis.start();
    await ready;
    for (const { status } of await askAll(app, cached)) t.is(status, 200);
  },
);

test.serial(
  'with Redis frozen, a cached key gets any product, another one 503 instead of waiting, and all recovers',
  async (t) => {
    const app = await startPricingApp(t);
    const [cached, other] = [await addKey(app.redis), await addKey(app.redis)];
    t.is((await askAll(app, cached, [detailPath]))[0]?.status, 200);
    app.redis.freeze();
    app.clock.advance(2000);
    t.is((await askAll(app, cached, ['/v1/products/HOOD-2']))[0]?.status, 200);
    assertClosed(t, await askAll(app, other));
    app.redis.thaw();
    await app.redis.client.ping();
    for (const { status } of await askAll(app, other)) t.is(status, 200);
  },
);

test.serial(
  'if Redis returns without its data, no key is refused as invalid, and the reason is logged',
  async (t) => {
    const app = await startPricingApp(t);
    const { redis, logged } = app;
    const key = await addKey(redis);
    /** Lets cached verifications expire and asks; returns true for 200, asserts 503 otherwise. */
    const isServed = async () => {
      app.clock.advance(reuseMs);
      const replies = await askAll(app, key, [detailPath]);
      if (replies[0]?.status === 200) return true;
      assertClosed(t, replies);
      return false;
    };
    /** Exchanges the data of Redis while it is stopped, and asks until Redis has started again. */
    const restart = async (exchange: () => Promise<void>) => {
      let isOver = false;
      const restarted = redis
        .stop()
        .then(exchange)
        .then(redis.start)
        .finally(() => {
          isOver = true;
        });
      while (!isOver) await isServed();
      await restarted;
    };
    t.true(await isServed());
    const aside = `${redis.data}-aside`;
    await restart(() => rename(redis.data, aside));
    while (!logged.some((line) => line.includes('Redis holds no accounts'))) await isServed();
    await restart(async () => {
      await rm(redis.data, { recursive: true });
      await rename(aside, redis.data);
    });
    await until(isServed);
  },
);

test.serial(
  'a release that is not on this machine, and a tier that it lacks, get 503, and the log names the file',
  async (t) => {
    const app = await startPricingApp(t);
    const key = await addKey(app.redis);
    const named = '0123456789abcdef';
    const headers = { ...bearer(key), [releaseHeader]: named };
    for (const path of keyedPaths) assertClosed(t, [await app.client(path, { headers })]);
    t.regex(app.logged.join(''), new RegExp(`releases/${named}/manifest.json is missing`));
    const unknownTier = await addKey(app.redis, { id: 'unknown', tier: 'A9' });
    assertClosed(t, await askAll(app, unknownTier, answeredPaths));
    t.regex(app.logged.join(''), /private\/net\/A9\/en-CA\.json cannot be used/);
  },
);

test.serial(
  'a missing or damaged file of the release gets 503 and an alarm that names it, never 500 or MSRP, and a mended one is used',
  async (t) => {
    const app = await startPricingApp(t);
    const key = await addKey(app.redis);
    const folder = join(app.out, 'releases', app.manifest.release);
    const object = `public/v1/products/HOOD-2`;
    const damages: Record<string, (path: string) => Promise<void>> = {
      lost: (path) => rename(path, `${path}-aside`),
      cut: (path) => truncate(path, 100),
      'with another price': async (path) => {
        const text = await readFile(path, 'latin1');
        await writeFile(path, text.replace(/[1-8](?=\d*[.,])/, '9'), 'latin1');
      },
    };
    for (const [damage, spoil] of Object.entries(damages)) {
      for (const [name, path] of [
        ['private/net/A3/fr-CA.json', '/v1/products/HOOD-2?locale=fr-CA'],
        ['private/pricing/A3/fr-CA.json', '/v1/products/pricing?locale=fr-CA'],
        ['private/pricing/A3/fr-CA.csv', '/v1/products/pricing.csv?locale=fr-CA'],
        [`${object}/fr-CA.json`, '/v1/products/HOOD-2/pricing?locale=fr-CA'],
      ] as const) {
        // The index of the release has the hashes of public documents, not its manifest.
        if (name.startsWith(object) && damage === 'with another price') continue;
        const file = join(folder, name);
        const whole = await readFile(file);
        const service = await startPricingApp(t, { out: app.out, redis: app.redis });
        await spoil(file);
        assertClosed(t, await askAll(service, key, [path]));
        const [line = ''] = service.logged;
        t.like(JSON.parse(line), { level: 'error', event: 'release_unreadable' }, damage);
        t.true(line.includes(name), `${damage}: ${line}`);
        if (damage !== 'with another price' && !name.startsWith(object)) {
          t.true((await describeFault(service.releases))?.includes(name), damage);
        }
        await rm(file, { force: true });
        await writeFile(file, whole);
        t.is((await askAll(service, key, [path]))[0]?.status, 200);
        t.is(await describeFault(service.releases), undefined);
      }
    }
  },
);

test.serial('a missing or damaged export gets a test key 503', async (t) => {
  const app = await startPricingApp(t);
  const { release } = app.manifest;
  const file = join(app.out, 'releases', release, 'public/v1/export/fr-CA.ndjson.gz');
  const [{ key }] = testKeys;
  const path = '/v1/products/pricing?locale=fr-CA';
  await rename(file, `${file}-aside`);
  assertClosed(t, await askAll(app, key, [path]));
  await rename(join(file, '../en-CA.ndjson.br'), file);
  assertClosed(t, await askAll(app, key, [path]));
  t.is(app.logged.length, 2);
});

test.serial('disabled test keys get invalid_key, like unknown keys', async (t) => {
  const app = await startPricingApp(t, { testKeys: false });
  for (const [status, text, isTest] of await askWithTestKeys(app)) {
    t.deepEqual([status, JSON.parse(String(text)).code, isTest], [401, 'invalid_key', undefined]);
  }
});

test.serial(
  'no log line and no answer, of success or error, contains a key or its hash',
  async (t) => {
    const app = await startPricingApp(t);
    const keys = [
      await addKey(app.redis, { id: 'good' }),
      await addKey(app.redis, { id: 'revoked', revoked: true }),
      await addKey(app.redis, { id: 'odd', tier: 'A9' }),
      await addKey(app.redis, { id: 'broken' }),
    ];
    await app.redis.client.set(redisKeys.key(hashApiKey(keys[3] ?? '')), 'not a hash');
    const answered: Reply[] = [];
    for (const key of keys) answered.push(...(await askAll(app, key)));
    app.clock.advance(60_000);
    await stopRedis(app);
    for (const key of keys) answered.push(...(await askAll(app, key)));
    t.true(app.logged.length >= keys.length);
    const sent = answered.map(({ headers, text }) => JSON.stringify(headers) + text);
    const output = [...sent, ...app.logged].join('\n');
    for (const key of keys) {
      for (const secret of [key, key.slice(4, 36), hashApiKey(key)])
        t.false(output.includes(secret));
    }
  },
);
