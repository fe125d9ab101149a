import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Redis } from 'ioredis';
import { ReleaseError } from '../../../../build/output/release-error.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { netPriceSchema } from '../../../../contract/release.ts';
import { dangerKinds } from '../../../../releases/guard/dangers.ts';
import {
  hasNetPrices,
  loadNetPrices,
  loadPrices,
} from '../../../../releases/prices/load-prices.ts';
import {
  type ContentFolder,
  copyContent,
  fixtureContent,
  makeFolder,
} from '../../../helpers/content.ts';
import { damageFile } from '../../../helpers/damage.ts';
import { createEdges } from '../../../helpers/edges.ts';
import { startRedis } from '../../../helpers/redis-server.ts';
import { build, copyBuiltFixture } from '../../../helpers/released-files.ts';
import { contentsOf } from './redis-contents.ts';

const lists = (['A1', 'A3'] as const).flatMap((tier) =>
  (['en-CA', 'en-US', 'fr-CA'] as const).map((locale) => [tier, locale] as const),
);

test.serial(
  'the prices of every tier and locale are loaded, with the packed prices of whole catalogues',
  async (t) => {
    const { client: redis } = await startRedis(t);
    const { out, manifest } = await copyBuiltFixture(t);
    const { release } = manifest;
    t.true(await loadNetPrices(redis, out, release));
    const contents = await contentsOf(redis);
    const [tiers, catalogs] = [redisKeys.tiers(release), redisKeys.catalog(release)];
    const expected = lists.map(([tier, locale]) => redisKeys.netPrices(release, tier, locale));
    t.deepEqual(Object.keys(contents).sort(), [tiers, catalogs, ...expected].sort());
    t.deepEqual(contents[tiers], ['A1', 'A3']);
    const catalog = contents[catalogs] as Record<string, string>;
    const fields = lists.map(([tier, locale]) => redisKeys.catalogField(tier, locale));
    t.deepEqual(Object.keys(catalog).sort(), [...fields, 'defaultLocale']);
    t.is(catalog['defaultLocale'], 'en-CA');
    const american = await redis.hkeys(redisKeys.netPrices(release, 'A3', 'en-US'));
    t.deepEqual(american.sort(), ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4']);
    const tee = await redis.hget(redisKeys.netPrices(release, 'A3', 'fr-CA'), 'TEE-1');
    t.deepEqual(netPriceSchema.parse(JSON.parse(tee ?? '')), {
      net: [
        { minQuantity: 12, maxQuantity: 47, price: 7919.13, regularPrice: 7969.13 },
        { minQuantity: 48, maxQuantity: 143, price: 7918.37 },
        { minQuantity: 144, maxQuantity: null, price: 7917.41 },
      ],
      surcharges: { '2XL': 6902.17 },
    });
  },
);

/** Loads the prices of a release; returns the write commands that Redis received. */
async function commandsOfLoading(
  t: ExecutionContext,
  redis: Redis,
  { out, release }: { out: string; release: string },
): Promise<string[][]> {
  const monitor = await redis.monitor();
  t.teardown(() => monitor.disconnect());
  const commands: string[][] = [];
  const ended = new Promise<void>((resolve) => {
    monitor.on('monitor', (_time: string, args: string[]) => {
      if (args[0]?.toLowerCase() === 'echo') resolve();
      else commands.push(args);
    });
  });
  await loadNetPrices(redis, out, release);
  await redis.echo('loaded');
  await ended;
  return commands.filter(([name = '']) => /^(hset|sadd)$/i.test(name));
}

test.serial(
  'a release counts as loaded only after the last write, which follows all prices',
  async (t) => {
    const { client: redis } = await startRedis(t);
    const { out, manifest } = await copyBuiltFixture(t);
    const { release } = manifest;
    const writes = await commandsOfLoading(t, redis, { out, release });
    // The field of the catalogue, each price list, each packed catalogue, and then the marker.
    t.is(writes.length, 1 + 2 * lists.length + 1);
    const mark = ['sadd', redisKeys.tiers(release), 'A1', 'A3'];
    t.deepEqual(writes.at(-1), mark);
    // The marker may expire between the check that the release is loaded and the end of the command.
    t.deepEqual(await commandsOfLoading(t, redis, { out, release }), [mark]);
  },
);

test.serial(
  'the prices of a loaded release are not written again, and lose their TTL',
  async (t) => {
    const { client: redis } = await startRedis(t);
    const { out, manifest } = await copyBuiltFixture(t);
    await loadNetPrices(redis, out, manifest.release);
    const before = await contentsOf(redis);
    const [[tier, locale] = ['A1', 'en-CA'] as const] = lists;
    const keys = [
      redisKeys.tiers(manifest.release),
      redisKeys.netPrices(manifest.release, tier, locale),
    ];
    for (const key of keys) await redis.expire(key, 60);
    t.false(await loadNetPrices(redis, out, manifest.release));
    t.deepEqual(await contentsOf(redis), before);
    for (const key of keys) t.is(await redis.ttl(key), -1);
  },
);

test.serial(
  'prices that are copied from another release in Redis equal loaded prices',
  async (t) => {
    const { client: redis } = await startRedis(t);
    const folder = await copyContent(t);
    const { out, manifest: first } = await copyBuiltFixture(t);
    const edits = [
      () => folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.'),
      () => folder.replace('prices/net-A3.csv', '7919.13', '7919.17'),
      () => folder.replace('prices/msrp.csv', '8061.00', '8060.90'),
      () => removeProduct(folder, 'BAG-5'),
    ];
    await loadNetPrices(redis, out, first.release);
    let base = first.release;
    for (const [at, edit] of edits.entries()) {
      await edit();
      const { manifest } = await build(t, folder.path, out, { accept: dangerKinds });
      t.not(manifest.release, base);
      t.true(await loadNetPrices(redis, out, manifest.release, { base }));
      const copied = await contentsOf(redis);
      await redis.flushall();
      await loadNetPrices(redis, out, manifest.release);
      // All prices of the release, and none that it lacks, such as those of a removed product.
      const loaded = await contentsOf(redis);
      const ofRelease = Object.keys(loaded).map((key) => [key, copied[key]] as const);
      t.deepEqual(Object.fromEntries(ofRelease), loaded, `edit ${at}`);
      base = manifest.release;
    }
  },
);

async function removeProduct(folder: ContentFolder, sku: string): Promise<void> {
  await folder.remove(`products/${sku}.json`);
  const tables = ['prices/msrp', 'prices/net-A1', 'prices/net-A3', 'inventory', 'active-products'];
  for (const table of tables.map((name) => `${name}.csv`)) {
    const lines = (await readFile(join(folder.path, table), 'utf8')).split('\n');
    await folder.write(table, lines.filter((line) => !line.startsWith(`${sku},`)).join('\n'));
  }
}

test.serial('loading again replaces the data of a damaged earlier attempt', async (t) => {
  const { client: redis } = await startRedis(t);
  const { out, manifest } = await copyBuiltFixture(t);
  const { release } = manifest;
  await loadNetPrices(redis, out, release);
  const whole = await contentsOf(redis);
  const [first = '', second = ''] = lists.map(([tier, locale]) =>
    redisKeys.netPrices(release, tier, locale),
  );
  await redis.hset(first, 'GONE-1', '{}', 'TEE-1', 'half');
  await redis.expire(first, 60);
  await redis.del(second, redisKeys.tiers(release));
  await loadNetPrices(redis, out, release);
  t.deepEqual(await contentsOf(redis), whole);
  t.is(await redis.ttl(first), -1);
});

test.serial(
  'prices that Redis has lost in part are loaded again, and are not missing in a release copied from them',
  async (t) => {
    const { client: redis } = await startRedis(t);
    const folder = await copyContent(t);
    const { out, manifest: first } = await copyBuiltFixture(t);
    await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const { manifest: second } = await build(t, folder.path, out);
    await loadNetPrices(redis, out, second.release);
    await loadNetPrices(redis, out, first.release);
    const whole = await contentsOf(redis);
    const lost = (release: string) => redisKeys.netPrices(release, 'A3', 'en-CA');
    const ofSecond = (await redis.keys('*')).filter((key) => key.includes(second.release));
    await redis.del(lost(first.release), ...ofSecond);
    t.true(await loadNetPrices(redis, out, second.release, { base: first.release }));
    t.true(await loadNetPrices(redis, out, first.release));
    t.deepEqual(await contentsOf(redis), whole);
    t.false(await loadNetPrices(redis, out, first.release));
    for (const key of [lost(second.release), redisKeys.catalog(second.release)]) {
      await redis.del(key);
      t.true(await loadNetPrices(redis, out, second.release, { base: first.release }), key);
    }
    t.deepEqual(await contentsOf(redis), whole);
  },
);

test.serial('a release without products in a locale is loaded only once', async (t) => {
  const { client: redis } = await startRedis(t);
  const out = await makeFolder(t);
  const { manifest } = await buildWithoutAmerican(t, out);
  t.true(await loadNetPrices(redis, out, manifest.release));
  t.is(await redis.exists(redisKeys.netPrices(manifest.release, 'A3', 'en-US')), 0);
  t.false(await loadNetPrices(redis, out, manifest.release));
});

/** Builds the fixture without the products of en-US. */
async function buildWithoutAmerican(t: ExecutionContext, out: string) {
  const folder = await copyContent(t);
  for (const sku of ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4']) await removeProduct(folder, sku);
  await folder.write('prices/surcharges.csv', 'sku,currency,size,list,surcharge\n');
  return build(t, folder.path, out, { accept: dangerKinds });
}

test.serial(
  'an edge, which has no net prices, finds that a release without products in a locale is loaded completely',
  async (t) => {
    const { client: redis } = await startRedis(t);
    const { out, edge, push, pull } = await createEdges(t);
    const { manifest } = await buildWithoutAmerican(t, out);
    t.like(await push(), { exitCode: 0, stderr: '' });
    t.like(await pull(), { exitCode: 0, stderr: '' });
    t.true(await loadNetPrices(redis, out, manifest.release));
    t.false(await loadNetPrices(redis, edge, manifest.release));
  },
);

test.serial('net prices that differ from the manifest are not loaded', async (t) => {
  const { client: redis } = await startRedis(t);
  const { out, manifest } = await copyBuiltFixture(t);
  const file = join(out, 'current/private/net/A3/fr-CA.json');
  await damageFile(file, '7919.13');
  await t.throwsAsync(loadNetPrices(redis, out, manifest.release), {
    instanceOf: ReleaseError,
    message: /fr-CA\.json is damaged; build its content again$/,
  });
  t.false(await hasNetPrices(redis, manifest.release));
  await build(t, fixtureContent, out);
  t.true(await loadNetPrices(redis, out, manifest.release));
});

test.serial('public prices that differ from the manifest are not loaded', async (t) => {
  const { client: redis } = await startRedis(t);
  const { out, manifest } = await copyBuiltFixture(t);
  const file = join(out, 'current/index.json');
  await damageFile(file, '8061');
  await t.throwsAsync(loadNetPrices(redis, out, manifest.release), {
    instanceOf: ReleaseError,
    message: /^release \w{16} is damaged: .+index\.json is changed; build its content again$/,
  });
  t.deepEqual(await contentsOf(redis), {});
  await build(t, fixtureContent, out);
  t.true(await loadNetPrices(redis, out, manifest.release));
});

test.serial('a pulled release, which has no net prices, is not loaded', async (t) => {
  const { client: redis } = await startRedis(t);
  const { out, manifest } = await copyBuiltFixture(t);
  await rm(join(out, 'current/private/net'), { recursive: true });
  await t.throwsAsync(loadNetPrices(redis, out, manifest.release), {
    instanceOf: ReleaseError,
    message: /^cannot read net prices: ENOENT.+\.json.+; only the machine that builds has them/,
  });
  t.deepEqual(await contentsOf(redis), {});
});

const pricesKey = redisKeys.netPrices('5def', 'A3', 'en-CA');

/** Returns SKU → `price` for `count` products. */
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
  'loading replaces the prices of an earlier attempt, also different ones and those with a TTL',
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

test.serial('a client reads every price while the same prices are loaded again', async (t) => {
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
