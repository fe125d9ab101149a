/** What keyed routes answer, and what is logged, while Redis, its data or a release is missing. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { releaseHeader } from '../../../contract/release.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { reuseMs } from '../../../pricing-service/accounts/bounds.ts';
import type { Reply } from '../../helpers/http-client.ts';
import { loadCurrent } from '../../helpers/load-current.ts';
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
import { compileNewer, newSku } from './newer-release.ts';

/** Requests paths with a key. */
function askAll({ client }: PricingApp, key: string, paths: readonly string[] = keyedPaths) {
  return Promise.all(paths.map((path) => client(path, { headers: bearer(key) })));
}

/** Asserts that each reply is a problem of this code that contains nothing of the inside. */
function assertClosed(
  t: ExecutionContext,
  replies: readonly Reply[],
  code: 'upstream_unavailable' | 'internal_error',
): void {
  for (const reply of replies) {
    t.is(problemSchema.strict().parse(reply.json()).code, code);
    t.is(reply.status, code === 'internal_error' ? 500 : 503);
    t.is(reply.headers['retry-after'], code === 'internal_error' ? undefined : '5');
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
    assertClosed(t, await askAll(app, other), 'upstream_unavailable');
    app.clock.advance(reuseMs - 1);
    const [young] = await askAll(app, cached, [detailPath]);
    t.deepEqual([young?.status, young?.text], [200, before?.text]);
    app.clock.advance(1);
    assertClosed(t, await askAll(app, cached), 'upstream_unavailable');
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
  'with Redis frozen, keyed routes answer 503 instead of waiting, also for a cached key, and recover',
  async (t) => {
    const app = await startPricingApp(t);
    const [cached, other] = [await addKey(app.redis), await addKey(app.redis)];
    t.is((await askAll(app, cached, [detailPath]))[0]?.status, 200);
    app.redis.freeze();
    app.clock.advance(2000);
    assertClosed(t, await askAll(app, cached, ['/v1/products/HOOD-2']), 'upstream_unavailable');
    assertClosed(t, await askAll(app, other), 'upstream_unavailable');
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
      assertClosed(t, replies, 'upstream_unavailable');
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
  'before the first deploy accounts get 503 with the reason in the log, and prices a second after it; test keys get theirs at once',
  async (t) => {
    const app = await startPricingApp(t, { priced: false });
    const key = await addKey(app.redis);
    assertClosed(t, await askAll(app, key), 'upstream_unavailable');
    t.true(app.logged.some((line) => line.includes('npm run deploy loads them')));
    for (const { status } of await askAll(app, testKeys[0]?.key ?? '')) t.is(status, 200);
    await loadCurrent(app.out, app.redis.client);
    app.clock.advance(1000);
    for (const { status } of await askAll(app, key)) t.is(status, 200);
  },
);

test.serial(
  'while the prices of a release are missing, the previous one answers, its new products get 503, and readiness says so',
  async (t) => {
    const app = await startPricingApp(t);
    const key = await addKey(app.redis);
    const [before] = await askAll(app, key, [detailPath]);
    const { release } = await compileNewer(t, app.out);
    app.clock.advance(1000);
    const newPaths = [`/v1/products/${newSku}`, `/v1/products/${newSku}/pricing`];
    for (const headers of [bearer(key), { ...bearer(key), [releaseHeader]: release }]) {
      t.is((await app.client(detailPath, { headers })).text, String(before?.text));
      t.is((await app.client('/v1/products/NONE', { headers })).status, 404);
      const replies = newPaths.map((path) => app.client(path, { headers }));
      assertClosed(t, await Promise.all(replies), 'upstream_unavailable');
    }
    t.is(app.logged.filter((line) => line.includes('release_unreadable')).length, 1);
    t.true(app.logged.some((line) => line.includes(`${newSku} is new in ${release}`)));
    t.regex(
      (await app.releases.describeMissingPrices()) ?? '',
      new RegExp(`prices of release ${release}`),
    );
    await loadCurrent(app.out, app.redis.client);
    app.clock.advance(1000);
    for (const { status } of await askAll(app, key, newPaths)) t.is(status, 200);
    t.is(await app.releases.describeMissingPrices(), undefined);
  },
);

test.serial('a release that is not on this machine gets 503, and the log names it', async (t) => {
  const app = await startPricingApp(t);
  const key = await addKey(app.redis);
  const named = '0123456789abcdef';
  const { client } = app.redis;
  await client.hset(redisKeys.catalog(named), 'defaultLocale', 'en-CA');
  await client.sadd(redisKeys.tiers(named), 'A3');
  await client.hset(redisKeys.netPrices(named, 'A3', 'en-CA'), 'TEE-1', '{}');
  const headers = { ...bearer(key), [releaseHeader]: named };
  for (const path of [detailPath, `${detailPath}/pricing`]) {
    assertClosed(t, [await app.client(path, { headers })], 'upstream_unavailable');
  }
  t.true(app.logged.some((line) => line.includes(named)));
});

test.serial(
  'a missing or corrupt net price causes a logged internal_error, and is never replaced by MSRP',
  async (t) => {
    const app = await startPricingApp(t);
    const unknownTier = await addKey(app.redis, { id: 'unknown', tier: 'A9' });
    const key = await addKey(app.redis);
    const { client } = app.redis;
    const { release } = app.manifest;
    const prices = redisKeys.netPrices(release, 'A3', 'en-CA');
    await client.hset(prices, 'HOOD-2', '{"net":"free"}');
    await client.hdel(prices, 'TEE-1');
    await client.hdel(redisKeys.catalog(release), 'A3:en-CA');
    const places = keyedPaths.flatMap((path) => [
      [path, unknownTier, /no net prices of .+ for tier A9 in en-CA/] as const,
      [path, key, /no net prices of .+ for tier A3 in en-CA/] as const,
    ]);
    for (const [path, credentials, cause] of [
      ...places,
      ['/v1/products/HOOD-2', key, /ZodError/] as const,
    ]) {
      const before = app.logged.length;
      assertClosed(t, await askAll(app, credentials, [path]), 'internal_error');
      t.regex(app.logged.slice(before).join(''), cause);
    }
    t.is((await askAll(app, key, [`${detailPath}?locale=fr-CA`]))[0]?.status, 200);
  },
);

test.serial(
  'a missing export gets a test key 503 and a damaged one a logged internal_error',
  async (t) => {
    const app = await startPricingApp(t);
    const { release } = app.manifest;
    const file = join(app.out, 'releases', release, 'public/v1/export/fr-CA.ndjson.gz');
    const [{ key }] = testKeys;
    const path = '/v1/products/pricing?locale=fr-CA';
    await rename(file, `${file}-aside`);
    assertClosed(t, await askAll(app, key, [path]), 'upstream_unavailable');
    await rename(join(file, '../en-CA.ndjson.br'), file);
    assertClosed(t, await askAll(app, key, [path]), 'internal_error');
    t.is(app.logged.length, 2);
  },
);

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
