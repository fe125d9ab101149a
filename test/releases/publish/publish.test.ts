import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { netPriceSchema } from '../../../contract/release.ts';
import { connect } from '../../../releases/publish/connect.ts';
import { loadPrices, publish } from '../../../releases/publish/publish.ts';
import { build } from '../../build/released-files.ts';
import { copyContent } from '../../helpers/content.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { contentsOf } from './redis-contents.ts';

const lists = ['A1', 'A3'].flatMap((tier) =>
  ['en-CA', 'en-US', 'fr-CA'].map((locale) => `${tier}:${locale}`),
);

test('publishing loads every tier and locale, and activates the release', async (t) => {
  const { client: redis } = await startRedis(t);
  const { out, manifest } = await build(t);
  t.is((await publish(out, redis)).release, manifest.release);
  const contents = await contentsOf(redis);
  const expected = lists.map((list) => `{catalog}:net:${manifest.release}:${list}`);
  const [tiers, catalogs] = [
    redisKeys.tiers(manifest.release),
    redisKeys.catalog(manifest.release),
  ];
  const keys = ['{catalog}:release', tiers, catalogs, ...expected];
  t.deepEqual(Object.keys(contents).sort(), keys.sort());
  t.is(contents['{catalog}:release'], manifest.release);
  t.deepEqual(contents[tiers], ['A1', 'A3']);
  const catalog = contents[catalogs] as Record<string, string>;
  t.deepEqual(Object.keys(catalog).sort(), [...lists, 'defaultLocale']);
  t.is(catalog['defaultLocale'], 'en-CA');
  const american = await redis.hkeys(`{catalog}:net:${manifest.release}:A3:en-US`);
  t.deepEqual(american.sort(), ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4']);
  const tee = await redis.hget(`{catalog}:net:${manifest.release}:A3:fr-CA`, 'TEE-1');
  t.deepEqual(netPriceSchema.parse(JSON.parse(tee ?? '')), {
    net: [
      { minQuantity: 12, maxQuantity: 47, price: 7919.13, regularPrice: 7969.13 },
      { minQuantity: 48, maxQuantity: 143, price: 7918.37 },
      { minQuantity: 144, maxQuantity: null, price: 7917.41 },
    ],
    surcharges: { '2XL': 6902.17 },
  });
});

test('the release is activated by the last write, after every price', async (t) => {
  const { url, client: redis } = await startRedis(t);
  const { out, manifest } = await build(t);
  const monitor = await redis.monitor();
  t.teardown(() => monitor.disconnect());
  const commands: string[][] = [];
  const ended = new Promise<void>((resolve) => {
    monitor.on('monitor', (_time: string, args: string[]) => {
      if (args[0]?.toLowerCase() === 'echo') resolve();
      else commands.push(args);
    });
  });
  const publisher = await connect(url);
  t.teardown(() => publisher.disconnect());
  await publish(out, publisher);
  await publisher.echo('published');
  await ended;
  const writes = commands.filter(([name = '']) => /^(hset|set)$/i.test(name));
  // The catalogue's own field, each list, each list's whole catalogue; then the id.
  t.is(writes.length, 1 + 2 * lists.length + 1);
  t.deepEqual(writes.at(-1)?.slice(1), ['{catalog}:release', manifest.release]);
});

test('publishing twice has the same result as once', async (t) => {
  const { client: redis } = await startRedis(t);
  const { out } = await build(t);
  await publish(out, redis);
  const before = await contentsOf(redis);
  await publish(out, redis);
  t.deepEqual(await contentsOf(redis), before);
});

test('a new release keeps the prices of the previous one', async (t) => {
  const { client: redis } = await startRedis(t);
  const folder = await copyContent(t);
  const { out, manifest: first } = await build(t, folder.path);
  await publish(out, redis);
  await folder.replace('prices/net-A3.csv', '7919.13', '7919.17');
  const { manifest: second } = await build(t, folder.path, out);
  await publish(out, redis);
  t.is(await redis.get('{catalog}:release'), second.release);
  const priceIn = (release: string) => redis.hget(`{catalog}:net:${release}:A3:en-CA`, 'TEE-1');
  t.regex((await priceIn(first.release)) ?? '', /7919\.13/);
  t.regex((await priceIn(second.release)) ?? '', /7919\.17/);
});

test('files of a damaged earlier attempt are not in the release', async (t) => {
  const { client: redis } = await startRedis(t);
  const { out, manifest } = await build(t);
  await publish(out, redis);
  const whole = await contentsOf(redis);
  const [first, second] = lists.map((list) => `{catalog}:net:${manifest.release}:${list}`);
  await redis.hset(first ?? '', 'GONE-1', '{}', 'TEE-1', 'half');
  await redis.expire(first ?? '', 60);
  await redis.del(second ?? '');
  await publish(out, redis);
  t.deepEqual(await contentsOf(redis), whole);
  t.is(await redis.ttl(first ?? ''), -1);
});

test('net prices that are not those of the manifest are not published', async (t) => {
  const { client: redis } = await startRedis(t);
  const { out } = await build(t);
  const file = join(out, 'current/private/net/A3/fr-CA.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('7919.13', '7919.14'));
  await t.throwsAsync(publish(out, redis), {
    message: /fr-CA\.json is damaged; run npm run build/,
  });
  t.is(await redis.get('{catalog}:release'), null);
});

test('a release with a missing file is not activated', async (t) => {
  const { client: redis } = await startRedis(t);
  const { out } = await build(t);
  await rm(join(out, 'current/private/net/A3/fr-CA.json'));
  await t.throwsAsync(publish(out, redis), { code: 'ENOENT' });
  t.is(await redis.get('{catalog}:release'), null);
});

test('a server that refuses writes keeps the active release', async (t) => {
  const { client: redis } = await startRedis(t);
  const { out } = await build(t);
  await redis.set('{catalog}:release', 'before');
  await redis.config('SET', 'maxmemory', '1');
  await t.throwsAsync(publish(out, redis), { message: /OOM/ });
  t.is(await redis.get('{catalog}:release'), 'before');
});

const pricesKey = '{catalog}:net:5def:A3:en-CA';

/** Prices of so many products. */
function pricesOf(count: number, price = '1.25'): Map<string, string> {
  const entries = Array.from({ length: count }, (_, at) => [`TEE-${at}`, price] as const);
  return new Map(entries);
}

test.serial('the prices of 100,000 products are loaded', async (t) => {
  const { client } = await startRedis(t);
  await loadPrices(client, pricesKey, pricesOf(100_000));
  t.is(await client.hlen(pricesKey), 100_000);
  t.is(await client.hget(pricesKey, 'TEE-99999'), '1.25');
});

test.serial(
  'publishing replaces what an earlier attempt left, also other prices and those with a TTL',
  async (t) => {
    const { client } = await startRedis(t);
    await loadPrices(client, pricesKey, pricesOf(1500, 'old'));
    await client.expire(pricesKey, 100);
    await loadPrices(client, pricesKey, pricesOf(700));
    t.deepEqual(await client.hgetall(pricesKey), Object.fromEntries(pricesOf(700)));
    t.is(await client.ttl(pricesKey), -1);
    await loadPrices(client, pricesKey, new Map());
    t.is(await client.exists(pricesKey), 0);
  },
);

test.serial('a reader finds every price while the same prices are loaded again', async (t) => {
  const { client } = await startRedis(t);
  const prices = pricesOf(5000);
  await loadPrices(client, pricesKey, prices);
  const reader = client.duplicate();
  t.teardown(() => reader.disconnect());
  let isLoading = true;
  const loading = loadPrices(client, pricesKey, prices).finally(() => {
    isLoading = false;
  });
  let reads = 0;
  for (; isLoading; reads += 1) {
    t.deepEqual(await reader.hmget(pricesKey, 'TEE-0', 'TEE-4999'), ['1.25', '1.25']);
  }
  t.true(reads > 1);
  await loading;
});
