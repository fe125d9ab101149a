/** Tests the pricing service as a separate process with a Redis behind Sentinel, while primaries fail under load. */
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import test, { type ExecutionContext } from 'ava';
import { createReconnectingClient } from '../../redis/connect.ts';
import { makeFolder } from '../helpers/content.ts';
import { addKey, compileInto } from '../helpers/pricing-app.ts';
import { startPricingProcess } from '../helpers/pricing-process.ts';
import { addServiceUser, listRefusals } from '../helpers/service-user.ts';
import { collectTeardowns } from '../helpers/teardown.ts';
import { until } from '../helpers/until.ts';
import { type Load, startFailoverLoad } from './failover-load.ts';
import { crash, type SentinelGroup, startSentinelGroup } from './sentinel-group.ts';

const file = collectTeardowns();
/** The Sentinel group that the tests share until one of them kills its primary. */
let group: SentinelGroup;
test.before(async () => {
  group = await startSentinelGroup(file);
});
test.after.always(file.run);

const secondMs = 1000;

/**
 * Runs `act`, which replaces the primary, and waits until keys that are not cached get 200 again. Asserts that
 * meanwhile every answer was a 200 with net prices or a 503, and that cached keys never got 503.
 */
async function failOver(
  t: ExecutionContext,
  load: Load,
  what: string,
  act: () => Promise<unknown>,
) {
  const before = load.asked.length;
  const begun = performance.now();
  await act();
  let served = await load.served();
  // The first answer may still come from the old primary.
  while (served.at < begun + secondMs) served = await load.served();
  const asked = load.asked.slice(before);
  const refused = asked.filter(({ status }) => status === 503);
  const [first, last] = [refused.at(0), refused.at(-1)];
  const seconds = first && last ? (last.at - first.at) / secondMs : 0;
  const known = refused.filter(({ isKnown }) => isKnown).length;
  const slowest = Math.max(...asked.map(({ took }) => took));
  t.log(
    `${what}: ${asked.length} asked, ${refused.length} of them 503, for ${seconds.toFixed(1)} s; ` +
      `of known keys ${known}; slowest ${slowest.toFixed(0)} ms`,
  );
  t.true(asked.every(({ status }) => status === 200 || status === 503));
  t.true(asked.every(({ status, isNet }) => status !== 200 || isNet));
  t.is(known, 0, 'cached keys are answered until their age limit');
}

/** Starts a service on a Sentinel group and load with cached and new keys. */
async function startUnderLoad(t: ExecutionContext, group: SentinelGroup) {
  const out = join(await makeFolder(t), 'dist');
  await compileInto(out);
  const client = group.nodes[0].client;
  const makeKeys = (name: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, at) => addKey({ client }, { id: `${name}-${at}` })),
    );
  const keys = { known: await makeKeys('known', 20), fresh: await makeKeys('fresh', 1000) };
  await until(async () => {
    const infos = group.nodes.map(({ client }) => client.info('replication'));
    const offsets = (await Promise.all(infos)).map(
      (info) => /^(?:master|slave)_repl_offset:(\d+)/m.exec(info)?.[1],
    );
    return new Set(offsets).size === 1;
  });
  const servers = group.nodes.map((node) => node.client);
  const login = await addServiceUser(group.url, servers);
  const service = startPricingProcess(t, { REDIS_URL: login, DIST_DIR: out });
  const load = await startFailoverLoad((await service.listening()).port, keys);
  await load.served();
  return { service, load };
}

test.serial(
  'a failover announced while a connection is being made does not end reconnection',
  async (t) => {
    const redis = createReconnectingClient(group.url, () => {});
    t.teardown(() => redis.disconnect());
    await once(redis, 'ready');
    // ioredis does this when a Sentinel announces a new primary.
    const connector = Reflect.get(redis, 'connector') as { disconnect(): void };
    redis.once('connecting', () => connector.disconnect());
    // events.once would reject on the error event.
    const happens = (event: 'end' | 'ready') =>
      new Promise<void>((resolve) => redis.once(event, resolve));
    const [ended, ready] = [happens('end'), happens('ready')];
    redis.disconnect(true);
    await ended;
    await ready;
    t.is(await redis.ping(), 'PONG');
  },
);

test.serial(
  'after the primary is killed, only keys without a cached verification get 503, and only for seconds',
  async (t) => {
    const { service, load } = await startUnderLoad(t, group);
    await failOver(t, load, 'primary killed', () => crash(group.nodes[0]));
    await load.stop();
    t.deepEqual(await listRefusals(group.nodes.slice(1).map(({ client }) => client)), []);
    service.child.kill('SIGTERM');
    t.deepEqual(await service.ended, [0, null]);
  },
);

test.serial('the service disconnects from a demoted primary that still answers', async (t) => {
  const group = await startSentinelGroup(t);
  const { load } = await startUnderLoad(t, group);
  const [old, ...replicas] = group.nodes;
  const [sentinel] = group.sentinels;
  await failOver(t, load, 'primary stepped down', async () => {
    await sentinel?.call('SENTINEL', 'FAILOVER', 'main');
    await until(async () => {
      const infos = await Promise.all(replicas.map(({ client }) => client.info('replication')));
      return infos.some((info) => /min_slaves_good_slaves:1/.test(info));
    });
  });
  await load.stop();
  t.deepEqual(await listRefusals(group.nodes.map(({ client }) => client)), []);
  t.is(old.process.exitCode, null);
});
