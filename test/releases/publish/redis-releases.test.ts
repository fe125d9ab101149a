import test, { type ExecutionContext } from 'ava';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { publish } from '../../../releases/publish/publish.ts';
import {
  expireOtherReleases,
  graceSeconds,
  readPublished,
  releasesInRedis,
} from '../../../releases/publish/redis-releases.ts';
import { activateRelease } from '../../../releases/release-store.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { buildTwo } from '../build-two.ts';

/** Two tiers in three locales, their catalogues, and the list of tiers. */
const lists = 8;

/** Both releases published, the second last. */
async function publishTwo(t: ExecutionContext) {
  const { client: redis } = await startRedis(t);
  const two = await buildTwo(t);
  const publishOne = async (release: string) => {
    await activateRelease(two.out, release);
    await publish(two.out, redis);
  };
  await publishOne(two.first);
  await publishOne(two.second);
  /** Seconds left of each list of a release; -1 is no end. */
  const endsOf = async (release: string) => {
    const keys = (await releasesInRedis(redis)).get(release) ?? [];
    return Promise.all(keys.map((key) => redis.ttl(key)));
  };
  return { ...two, redis, publishOne, endsOf };
}

test('the prices of the previous release have a TTL, those of the active one have none', async (t) => {
  const { first, second, endsOf } = await publishTwo(t);
  const ends = await endsOf(first);
  t.is(ends.length, lists);
  for (const seconds of ends) t.true(seconds > graceSeconds - 60 && seconds <= graceSeconds);
  t.deepEqual(await endsOf(second), Array(lists).fill(-1));
});

test('publishing a previous release again removes the TTL of its prices', async (t) => {
  const { first, second, publishOne, endsOf } = await publishTwo(t);
  await publishOne(first);
  t.deepEqual(await endsOf(first), Array(lists).fill(-1));
  for (const seconds of await endsOf(second)) t.true(seconds > 0);
});

test('publishing again does not extend a TTL', async (t) => {
  const { redis, first, second, publishOne, endsOf } = await publishTwo(t);
  for (const key of (await releasesInRedis(redis)).get(first) ?? []) await redis.expire(key, 100);
  await publishOne(second);
  for (const seconds of await endsOf(first)) t.true(seconds > 0 && seconds <= 100);
});

test('a release activated meanwhile by another process keeps its prices', async (t) => {
  const { redis, first, second, endsOf } = await publishTwo(t);
  // As if the publishing of the first, overtaken by that of the second, came to its last step now.
  await expireOtherReleases(redis, first);
  t.is(await redis.get('{catalog}:release'), second);
  t.deepEqual(await endsOf(second), Array(lists).fill(-1));
});

test('account keys and other foreign keys in Redis are not changed', async (t) => {
  const { redis, second } = await publishTwo(t);
  await redis.set('{keys}:key:ab', '1');
  await redis.set('netting', '1');
  await expireOtherReleases(redis, second);
  t.is(await redis.ttl('{keys}:key:ab'), -1);
  t.is(await redis.ttl('netting'), -1);
});

test('every key is found when SCAN needs several replies', async (t) => {
  const { client: redis } = await startRedis(t);
  const names = Array.from(
    { length: 2500 },
    (_, index) => `{catalog}:net:r${index % 3}:T${index}:en-CA`,
  );
  await redis.mset(names.flatMap((name) => [name, '1']));
  const releases = await releasesInRedis(redis);
  t.deepEqual([...releases.keys()].sort(), ['r0', 'r1', 'r2']);
  t.deepEqual([...releases.values()].flat().sort(), names.sort());
  await redis.set('{catalog}:release', 'r0');
  await expireOtherReleases(redis, 'r0');
  t.true((await redis.ttl('{catalog}:net:r1:T1:en-CA')) > 0);
  t.true((await redis.ttl('{catalog}:net:r2:T2498:en-CA')) > 0);
  t.is(await redis.ttl('{catalog}:net:r0:T0:en-CA'), -1);
});

test('nothing counts as published if no server listens at the default address', async (t) => {
  const url = `redis://127.0.0.1:${await findPort('127.0.0.1', 0)}`;
  t.is(await readPublished(undefined, url), undefined);
  await t.throwsAsync(readPublished(url), { message: /^cannot reach Redis at .+ECONNREFUSED/ });
});

test('a Redis at the default address is asked like one that was named', async (t) => {
  const { url, client } = await startRedis(t);
  await client.set(redisKeys.activeRelease, '0123456789abcdef');
  t.deepEqual(await readPublished(undefined, url), new Set(['0123456789abcdef']));
});

test('a Redis that accepts no more clients is an error', async (t) => {
  const { url, client } = await startRedis(t);
  await client.config('SET', 'maxclients', 1);
  await t.throwsAsync(readPublished(undefined, url), { message: /^cannot reach Redis at / });
});
