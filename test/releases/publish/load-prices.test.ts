import test from 'ava';
import { loadPrices } from '../../../releases/publish/load-prices.ts';
import { startRedis } from '../../helpers/redis-server.ts';

const key = '{catalog}:net:5def:A3:en-CA';

/** Prices of so many products. */
function pricesOf(count: number, price = '1.25'): Map<string, string> {
  const entries = Array.from({ length: count }, (_, at) => [`TEE-${at}`, price] as const);
  return new Map(entries);
}

test.serial('the prices of 100,000 products are loaded', async (t) => {
  const { client } = await startRedis(t);
  await loadPrices(client, key, pricesOf(100_000));
  t.is(await client.hlen(key), 100_000);
  t.is(await client.hget(key, 'TEE-99999'), '1.25');
});

test.serial(
  'publishing replaces what an earlier attempt left, also other prices and those with a TTL',
  async (t) => {
    const { client } = await startRedis(t);
    await loadPrices(client, key, pricesOf(1500, 'old'));
    await client.expire(key, 100);
    await loadPrices(client, key, pricesOf(700));
    t.deepEqual(await client.hgetall(key), Object.fromEntries(pricesOf(700)));
    t.is(await client.ttl(key), -1);
    await loadPrices(client, key, new Map());
    t.is(await client.exists(key), 0);
  },
);

test.serial('a reader finds every price while the same prices are loaded again', async (t) => {
  const { client } = await startRedis(t);
  const prices = pricesOf(5000);
  await loadPrices(client, key, prices);
  const reader = client.duplicate();
  t.teardown(() => reader.disconnect());
  let isLoading = true;
  const loading = loadPrices(client, key, prices).finally(() => {
    isLoading = false;
  });
  let reads = 0;
  for (; isLoading; reads += 1) {
    t.deepEqual(await reader.hmget(key, 'TEE-0', 'TEE-4999'), ['1.25', '1.25']);
  }
  t.true(reads > 1);
  await loading;
});
