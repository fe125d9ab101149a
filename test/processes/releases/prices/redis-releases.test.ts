import test, { type ExecutionContext } from 'ava';
import { priceSeconds, redisKeys } from '../../../../contract/redis-keys.ts';
import { activateWith } from '../../../../releases/deploy/activate.ts';
import {
  expireOtherReleases,
  releasesInRedis,
} from '../../../../releases/prices/redis-releases.ts';
import { startRedis } from '../../../helpers/redis-server.ts';
import { build, copiesOf } from '../../../helpers/released-files.ts';
import { buildTwo } from '../build-two.ts';

/**
 * Number of Redis keys of one release: six for the net prices of two tiers in three locales, one for the answers of
 * `/v1/products/pricing`, and one for the set of tiers.
 */
const keysPerRelease = 8;

const copyThree = copiesOf(async (t) => {
  const { out, content, first, second } = await buildTwo(t);
  await content.replace('products/TEE-1.json', 'Taille grand.', 'Taille juste.');
  const { manifest } = await build(t, content.path, out);
  return { out, first, second, third: manifest.release };
});

/**
 * Makes three releases current one after the other, with their prices in Redis. Returns their ids, and functions that
 * activate a release again (`activate`) and read its TTLs (`endsOf`).
 */
async function loadThree(t: ExecutionContext) {
  const { client: redis } = await startRedis(t);
  const { out, first, second, third } = await copyThree(t);
  const activate = (release: string) => activateWith(redis, release, { out, loadsPrices: true });
  for (const release of [first, second, third]) await activate(release);
  /** Returns the TTL of each key of a release in seconds; -1 means no TTL. */
  const endsOf = async (release: string) => {
    const keys = (await releasesInRedis(redis)).get(release) ?? [];
    return Promise.all(keys.map((key) => redis.ttl(key)));
  };
  return { redis, first, second, third, activate, endsOf };
}

test.serial(
  'prices of the current and the previous release have no TTL, and prices of other releases have a TTL of a day',
  async (t) => {
    const { redis, first, second, third, endsOf } = await loadThree(t);
    const ends = await endsOf(first);
    t.is(ends.length, keysPerRelease);
    for (const seconds of ends)
      t.true(seconds > priceSeconds - 60 && seconds <= priceSeconds + 3600);
    t.deepEqual(await endsOf(second), Array(keysPerRelease).fill(-1));
    t.deepEqual(await endsOf(third), Array(keysPerRelease).fill(-1));
    // The marker expires before the prices, so that a release with the marker has all prices.
    const markSeconds = await redis.ttl(redisKeys.tiers(first));
    const others = ends.filter((seconds) => seconds > markSeconds + 3000);
    t.is(others.length, keysPerRelease - 1);
  },
);

test.serial(
  'activating the current release again does not extend a TTL, and activating an older one removes it',
  async (t) => {
    const { redis, first, second, third, activate, endsOf } = await loadThree(t);
    for (const key of (await releasesInRedis(redis)).get(first) ?? []) await redis.expire(key, 100);
    await activate(third);
    for (const seconds of await endsOf(first)) t.true(seconds > 0 && seconds <= 100);
    t.false((await activate(first)).hasLoadedPrices);
    t.deepEqual(await endsOf(first), Array(keysPerRelease).fill(-1));
    t.deepEqual(await endsOf(third), Array(keysPerRelease).fill(-1));
    for (const seconds of await endsOf(second)) t.true(seconds > 0);
  },
);

test.serial(
  'keys of the previous format get a TTL, so that an older service can continue for a day, and other keys none',
  async (t) => {
    const { redis, third, activate } = await loadThree(t);
    await redis.hset('{catalog}:net:aaaa:A3:en-CA', 'TEE-1', '{}');
    for (const key of ['{catalog}:release', '{keys}:key:ab', 'netting']) await redis.set(key, '1');
    await activate(third);
    t.true((await redis.ttl('{catalog}:release')) > 0);
    t.true((await redis.ttl('{catalog}:net:aaaa:A3:en-CA')) > 0);
    t.is(await redis.ttl('{keys}:key:ab'), -1);
    t.is(await redis.ttl('netting'), -1);
  },
);

test.serial('every key of a release is found even if SCAN needs several replies', async (t) => {
  const { client: redis } = await startRedis(t);
  const names = Array.from({ length: 2500 }, (_, index) =>
    redisKeys.netPrices(`r${index % 3}`, `T${index}`, 'en-CA'),
  );
  await redis.mset(names.flatMap((name) => [name, '1']));
  const releases = await releasesInRedis(redis);
  t.deepEqual([...releases.keys()].sort(), ['r0', 'r1', 'r2']);
  t.deepEqual([...releases.values()].flat().sort(), names.sort());
  await expireOtherReleases(redis, ['r0']);
  t.true((await redis.ttl(redisKeys.netPrices('r1', 'T1', 'en-CA'))) > 0);
  t.true((await redis.ttl(redisKeys.netPrices('r2', 'T2498', 'en-CA'))) > 0);
  t.is(await redis.ttl(redisKeys.netPrices('r0', 'T0', 'en-CA')), -1);
});
