/** Tests, with a real Redis, the reports by which an instance of the service says which release it uses. */
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { redisKeys, serviceReportSchema } from '../../../../contract/redis-keys.ts';
import { createLog } from '../../../../pricing-service/log.ts';
import { createRedisNetPriceStore } from '../../../../pricing-service/pricing/redis-net-prices.ts';
import { createUseReports } from '../../../../pricing-service/pricing/report-use.ts';
import { createReconnectingClient } from '../../../../redis/connect.ts';
import { startRedis } from '../../../helpers/redis-server.ts';

const release = '5def5def5def5def';
const everyMs = 5;

/**
 * Creates the reports of one instance; they begin when the test calls `reports.start`. The next report has the release
 * and the time that are in `state`.
 */
async function createWorld(t: ExecutionContext) {
  const server = await startRedis(t);
  const logged: string[] = [];
  const log = createLog({ write: (line) => logged.push(line) });
  const redis = createReconnectingClient(server.url, () => {});
  t.teardown(() => redis.disconnect());
  await once(redis, 'ready');
  const state: { release: string | undefined; now: number } = { release, now: 1000 };
  const waiting: (() => void)[] = [];
  const { renewTtl } = createRedisNetPriceStore(redis);
  const parts = {
    ...{ redis, log, everyMs, instance: 'edge:3000', now: () => state.now },
    release: () => state.release,
    store: {
      async renewTtl(used: string) {
        await renewTtl(used);
        for (const resolve of waiting.splice(0)) resolve();
      },
    },
  };
  const reports = createUseReports(parts);
  t.teardown(reports.stop);
  /** Resolves when the next report is complete. */
  const reported = () => new Promise<void>((resolve) => waiting.push(resolve));
  const stored = async () =>
    serviceReportSchema.parse(
      JSON.parse((await server.client.hget(redisKeys.services, 'edge:3000')) ?? 'null'),
    );
  return { server, redis, state, parts, reports, reported, stored, logged };
}

test.serial(
  'an instance reports its release and the time at once, and then repeatedly',
  async (t) => {
    const { state, parts, reports, reported, stored, logged } = await createWorld(t);
    const atOnce = createUseReports({ ...parts, everyMs: 3_600_000 });
    t.teardown(atOnce.stop);
    const first = reported();
    atOnce.start();
    await first;
    t.deepEqual(await stored(), { release, at: 1000 });
    state.release = '0abc0abc0abc0abc';
    state.now = 2000;
    const one = reported();
    reports.start();
    await one;
    t.deepEqual(await stored(), { release: '0abc0abc0abc0abc', at: 2000 });
    state.now = 3000;
    // Reports that began before may end first.
    while ((await stored()).at < 3000) await reported();
    t.is((await stored()).at, 3000);
    t.deepEqual(logged, []);
  },
);

test.serial('an instance sends reports only after its first answer', async (t) => {
  const { server, state, reports, reported, stored } = await createWorld(t);
  state.release = undefined;
  reports.start();
  await server.client.ping();
  t.is(await server.client.exists(redisKeys.services), 0);
  state.release = release;
  await reported();
  t.is((await stored()).release, release);
});

test.serial(
  'a report extends the TTL of expiring prices to a day, and sets none on other prices',
  async (t) => {
    const { server, reports, reported } = await createWorld(t);
    const { client } = server;
    const [tiers, catalog] = [redisKeys.tiers(release), redisKeys.catalog(release)];
    const [expiring, permanent] = (['A1', 'A3'] as const).map((tier) =>
      redisKeys.netPrices(release, tier, 'fr-CA'),
    ) as [string, string];
    const foreign = redisKeys.netPrices('0abc0abc0abc0abc', 'A1', 'fr-CA');
    await client.sadd(tiers, 'A1', 'A3');
    for (const name of [catalog, expiring, permanent, foreign]) await client.hset(name, 'a', 'b');
    for (const name of [tiers, expiring, foreign]) await client.expire(name, 60);
    const first = reported();
    reports.start();
    await first;
    for (const name of [tiers, expiring]) t.true((await client.ttl(name)) > 86_000, name);
    for (const name of [catalog, permanent]) t.is(await client.ttl(name), -1, name);
    t.true((await client.ttl(foreign)) <= 60, 'another release');
    t.is(await client.exists(redisKeys.netPrices(release, 'A1', 'en-CA')), 0);
  },
);

test.serial('a failed report is logged, and the next one is sent', async (t) => {
  const { server, redis, reports, reported, stored, logged } = await createWorld(t);
  const isGone = new Promise((resolve) => redis.once('close', resolve));
  await server.stop();
  await isGone;
  reports.start();
  while (logged.length === 0) await new Promise((resolve) => setImmediate(resolve));
  t.like(JSON.parse(logged[0] ?? ''), { level: 'error', event: 'use_not_reported' });
  await server.start();
  await reported();
  t.is((await stored()).release, release);
});

test.serial(
  'at maxmemory the TTL of prices is renewed, and the refused report is logged',
  async (t) => {
    const { server, reports, logged } = await createWorld(t);
    const { client } = server;
    const tiers = redisKeys.tiers(release);
    await client.sadd(tiers, 'A3');
    await client.expire(tiers, 60);
    await client.config('SET', 'maxmemory', '1');
    reports.start();
    while (logged.length === 0) await new Promise((resolve) => setImmediate(resolve));
    t.true((await client.ttl(tiers)) > 86_000);
    t.like(JSON.parse(logged[0] ?? ''), { level: 'error', event: 'use_not_reported' });
  },
);

test.serial(
  'a release is reported if the TTL of its prices cannot be renewed, which is logged',
  async (t) => {
    const { server, reports, stored, logged } = await createWorld(t);
    await server.client.set(redisKeys.tiers(release), 'no set');
    reports.start();
    while (logged.length === 0) await new Promise((resolve) => setImmediate(resolve));
    t.like(JSON.parse(logged[0] ?? ''), { level: 'error', event: 'prices_not_renewed' });
    t.is((await stored()).release, release);
  },
);
