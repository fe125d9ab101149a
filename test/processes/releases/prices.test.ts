/** The net prices in Redis after deploys and activations. */
import test from 'ava';
import type { Redis } from 'ioredis';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { loadNetPrices } from '../../../releases/prices/load-prices.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { copyDeployed, removeProduct } from './deployments.ts';

/** Returns all data of a release by key: hashes as objects, sets sorted. */
async function contentsOf(redis: Redis, release: string): Promise<Record<string, unknown>> {
  const keys = (await redis.keys('*')).filter((key) => key.includes(release)).sort();
  const values = keys.map(async (key) => {
    const isHash = (await redis.type(key)) === 'hash';
    return [key, isHash ? await redis.hgetall(key) : (await redis.smembers(key)).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(values));
}

test.serial(
  'after a deploy, an activation or a partial loss, Redis has the prices of the release as if it were loaded anew',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, out, first, setNote, deploy, release, current } = await copyDeployed(t);
    const environment = { REDIS_URL: url };
    const whole = async () => {
      const id = await current();
      const contents = await contentsOf(redis, id);
      const keys = Object.keys(contents);
      t.true(keys.length > 3);
      for (const key of keys) t.is(await redis.ttl(key), -1, key);
      await redis.del(keys);
      await loadNetPrices(redis, out, id);
      t.deepEqual(contents, await contentsOf(redis, id));
    };
    await deploy(environment);
    for (const edit of [
      () => setNote('Taille grand.'),
      () => content.replace('prices/net-A3.csv', '7919.13', '7919.17'),
      () => content.replace('prices/msrp.csv', '8061.00', '8060.90'),
      () => removeProduct(content, 'BAG-5'),
    ]) {
      await edit();
      const { exitCode, stderr } = await deploy(environment, '--accept', 'removed-products');
      t.is(exitCode, 0, stderr);
      await whole();
    }
    for (const key of Object.keys(await contentsOf(redis, await current()))) {
      await redis.del(key);
      t.is((await release(environment, 'activate', 'current')).exitCode, 0);
      await whole();
    }
    t.is((await release(environment, 'activate', first)).exitCode, 0);
    await whole();
  },
);

test.serial(
  'prices of the current and the previous release stay, those of earlier ones expire in a day, other keys never',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { setNote, deploy, current } = await copyDeployed(t);
    await redis.set('{keys}:key:ab', '1');
    const releases: string[] = [];
    for (const note of ['Taille A.', 'Taille B.', 'Taille C.']) {
      await setNote(note);
      t.is((await deploy({ REDIS_URL: url })).exitCode, 0);
      releases.push(await current());
    }
    const [first = '', ...later] = releases;
    const day = 24 * 3600;
    const keys = Object.keys(await contentsOf(redis, first));
    const ends = await Promise.all(keys.map((key) => redis.ttl(key)));
    t.true(ends.every((seconds) => seconds > day - 60 && seconds <= day + 3600));
    // The mark of a complete release expires before the prices that it confirms.
    t.is(Math.min(...ends), await redis.ttl(redisKeys.tiers(first)));
    const others = later.map(async (release) => Object.keys(await contentsOf(redis, release)));
    for (const key of [...(await Promise.all(others)).flat(), '{keys}:key:ab']) {
      t.is(await redis.ttl(key), -1, key);
    }
  },
);
