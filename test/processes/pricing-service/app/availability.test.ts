import { rename, rm } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { releaseHeader } from '../../../../contract/release.ts';
import { problemSchema } from '../../../../contract/schemas/problem.ts';
import { reuseMs } from '../../../../pricing-service/accounts/bounds.ts';
import type { Reply } from '../../../helpers/http-client.ts';
import { loadCurrent } from '../../../helpers/load-current.ts';
import {
  addKey,
  bearer,
  detailPath,
  keyedPaths,
  nextState,
  type PricingApp,
  startPricingApp,
} from '../../../helpers/pricing-app.ts';
import { until } from '../../../helpers/until.ts';
import { compileNewer, newSku } from '../newer-release.ts';

/** Sends a request with a key. */
function ask({ client }: PricingApp, path: string, key: string): Promise<Reply> {
  return client(path, { headers: bearer(key) });
}

/** Fails unless a reply is 503 with Retry-After and contains no prices. */
function assertUnavailable(t: ExecutionContext, reply: Reply): void {
  t.is(reply.status, 503);
  t.is(problemSchema.parse(reply.json()).code, 'upstream_unavailable');
  t.is(reply.headers['retry-after'], '5');
  t.is(reply.headers['cache-control'], 'no-store');
  t.is(reply.headers['www-authenticate'], undefined);
  t.false(reply.text.includes('msrp'));
}

test.serial(
  'with Redis stopped keyed routes answer 503 within a second, and recover without a restart',
  async (t) => {
    const app = await startPricingApp(t);
    const key = await addKey(app.redis);
    const ended = nextState(app, 'close');
    await app.redis.stop();
    await ended;
    for (const path of keyedPaths) assertUnavailable(t, await ask(app, path, key));
    const ready = nextState(app, 'ready');
    await app.redis.start();
    await ready;
    for (const path of keyedPaths) t.is((await ask(app, path, key)).status, 200);
  },
);

test.serial(
  'if Redis returns without its data, no key is refused as invalid, and the reason is logged',
  async (t) => {
    const app = await startPricingApp(t);
    const { redis, logged } = app;
    const keys = [await addKey(redis), await addKey(redis), await addKey(redis)];
    /**
     * Lets cached verifications expire and sends all keys at once. Returns true if all got 200; asserts 503 for the
     * others.
     */
    const askAll = async () => {
      app.clock.advance(reuseMs);
      const requests = keys.map((key) => app.client(detailPath, { headers: bearer(key) }));
      const replies = await Promise.all(requests);
      const refused = replies.filter(({ status }) => status !== 200);
      for (const reply of refused) assertUnavailable(t, reply);
      return refused.length === 0;
    };
    /**
     * Stops Redis, calls `replaceData`, which exchanges its data, and starts it again; sends requests until Redis has
     * started.
     */
    const restart = async (replaceData: () => Promise<void>) => {
      let isOver = false;
      const restarted = redis
        .stop()
        .then(replaceData)
        .then(redis.start)
        .finally(() => {
          isOver = true;
        });
      while (!isOver) await askAll();
      await restarted;
    };
    t.true(await askAll());
    const aside = `${redis.data}-aside`;
    await restart(() => rename(redis.data, aside));
    while (!logged.some((line) => line.includes('Redis holds no accounts'))) await askAll();
    await restart(async () => {
      await rm(redis.data, { recursive: true });
      await rename(aside, redis.data);
    });
    await until(askAll);
  },
);

test.serial(
  'with Redis frozen keyed routes answer 503 within a second, and recover without a restart',
  async (t) => {
    const app = await startPricingApp(t);
    const key = await addKey(app.redis);
    app.redis.freeze();
    for (const path of keyedPaths) assertUnavailable(t, await ask(app, path, key));
    app.redis.thaw();
    await app.redis.client.ping();
    for (const path of keyedPaths) t.is((await ask(app, path, key)).status, 200);
  },
);

test.serial(
  'with Redis frozen, a verified key without a cached answer waits less than a second',
  async (t) => {
    const app = await startPricingApp(t);
    const key = await addKey(app.redis);
    t.is((await ask(app, detailPath, key)).status, 200);
    app.redis.freeze();
    app.clock.advance(2000);
    assertUnavailable(t, await ask(app, '/v1/products/HOOD-2', key));
  },
);

test.serial(
  'without Redis, a cached verification and answer are used until the age limit',
  async (t) => {
    const app = await startPricingApp(t);
    const key = await addKey(app.redis);
    // The message about the creation may arrive after the first answer, and then invalidates it.
    await ask(app, detailPath, key);
    const before = await ask(app, detailPath, key);
    const ended = nextState(app, 'close');
    await app.redis.stop();
    await ended;
    app.clock.advance(reuseMs - 1);
    const young = await ask(app, detailPath, key);
    t.deepEqual([young.status, young.text], [200, before.text]);
    app.clock.advance(1);
    assertUnavailable(t, await ask(app, detailPath, key));
  },
);

test.serial('a malformed key is refused while Redis is unreachable', async (t) => {
  const app = await startPricingApp(t);
  const ended = nextState(app, 'close');
  await app.redis.stop();
  await ended;
  const reply = await ask(app, detailPath, 'ppc_bad');
  t.is(problemSchema.parse(reply.json()).code, 'invalid_key');
});

test.serial(
  'before the first deploy routes answer 503 with the reason, and a second after it they serve the release',
  async (t) => {
    const app = await startPricingApp(t, { priced: false });
    const key = await addKey(app.redis);
    for (const path of keyedPaths) assertUnavailable(t, await ask(app, path, key));
    t.true(app.logged.some((line) => line.includes('npm run deploy loads them')));
    t.regex(
      (await app.releases.describeMissingPrices()) ?? '',
      new RegExp(`no net prices.+${app.manifest.release}`),
    );
    await loadCurrent(app.out, app.redis.client);
    app.clock.advance(1000);
    for (const path of keyedPaths) t.is((await ask(app, path, key)).status, 200);
    t.is(await app.releases.describeMissingPrices(), undefined);
  },
);

test.serial(
  'if Redis lacks the net prices of a release, the previous one answers, and new products get 503',
  async (t) => {
    const app = await startPricingApp(t);
    const key = await addKey(app.redis);
    const before = await ask(app, detailPath, key);
    const { release } = await compileNewer(t, app.out);
    app.clock.advance(1000);
    for (const headers of [bearer(key), { ...bearer(key), [releaseHeader]: release }]) {
      t.is((await app.client(detailPath, { headers })).text, before.text);
      t.is((await app.client('/v1/products/NONE', { headers })).status, 404);
      for (const path of [`/v1/products/${newSku}`, `/v1/products/${newSku}/pricing`]) {
        assertUnavailable(t, await app.client(path, { headers }));
      }
    }
    t.is(app.logged.filter((line) => line.includes('release_unreadable')).length, 1);
    t.true(app.logged.some((line) => line.includes(`${newSku} is new in ${release}`)));
    t.regex(
      (await app.releases.describeMissingPrices()) ?? '',
      new RegExp(`prices of release ${release}`),
    );
    await loadCurrent(app.out, app.redis.client);
    app.clock.advance(1000);
    t.is((await ask(app, `/v1/products/${newSku}`, key)).status, 200);
    t.not((await ask(app, detailPath, key)).text, before.text);
    t.is(await app.releases.describeMissingPrices(), undefined);
  },
);

test.serial(
  'a release that is not on this machine gets upstream_unavailable and is logged',
  async (t) => {
    const app = await startPricingApp(t);
    const key = await addKey(app.redis);
    const named = '0123456789abcdef';
    const { client } = app.redis;
    await client.hset(redisKeys.catalog(named), 'defaultLocale', 'en-CA');
    await client.sadd(redisKeys.tiers(named), 'A3');
    await client.hset(redisKeys.netPrices(named, 'A3', 'en-CA'), 'TEE-1', '{}');
    const headers = { ...bearer(key), [releaseHeader]: named };
    for (const path of [detailPath, `${detailPath}/pricing`]) {
      assertUnavailable(t, await app.client(path, { headers }));
    }
    t.true(app.logged.some((line) => line.includes(named)));
  },
);

test.serial(
  'a missing net price causes a logged internal_error, and is never replaced by MSRP',
  async (t) => {
    const app = await startPricingApp(t);
    const unknownTier = await addKey(app.redis, { id: 'unknown', tier: 'A9' });
    const key = await addKey(app.redis);
    const { release } = app.manifest;
    await app.redis.client.hdel(redisKeys.netPrices(release, 'A3', 'en-CA'), 'TEE-1');
    await app.redis.client.hdel(redisKeys.catalog(release), 'A3:en-CA');
    for (const [tier, credentials] of Object.entries({ A9: unknownTier, A3: key })) {
      for (const path of keyedPaths) {
        const before = app.logged.length;
        const reply = await ask(app, path, credentials);
        t.is(reply.status, 500);
        t.is(problemSchema.strict().parse(reply.json()).code, 'internal_error');
        const logged = app.logged.slice(before).join('');
        t.regex(logged, new RegExp(`no net prices of .+ for tier ${tier} in en-CA of ${release}`));
      }
    }
    t.is((await app.client(`${keyedPaths[0]}?locale=fr-CA`, { headers: bearer(key) })).status, 200);
  },
);
