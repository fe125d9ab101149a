/** The service on a Cluster, while the slot of the keys moves to another node and nodes fail. */
import { join } from 'node:path';
import test from 'ava';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { createKey, revokeKey } from '../../../pricing-service/accounts/registry/keys.ts';
import { openConnection } from '../../../redis/connect.ts';
import { makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { loadCurrent } from '../../helpers/load-current.ts';
import { addKey, bearer, compileInto, detailPath } from '../../helpers/pricing-app.ts';
import { startPricingProcess } from '../../helpers/pricing-process.ts';
import { type RedisNode, startClusterGroup } from '../../helpers/redis-groups.ts';
import { addServiceUser, listRefusals } from '../../helpers/service-user.ts';

/**
 * Moves a slot with its keys from one node to another, like `redis-cli --cluster reshard`. Calls `halfWay` when the
 * keys have moved and the slot has not.
 */
async function moveSlot(
  slot: number,
  { from, to, others }: Record<'from' | 'to', RedisNode> & { others: readonly RedisNode[] },
  halfWay: () => Promise<void>,
) {
  const idOf = async ({ client }: RedisNode) => String(await client.call('CLUSTER', 'MYID'));
  const [source, target] = [await idOf(from), await idOf(to)];
  await to.client.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', source);
  await from.client.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', target);
  const keys = (await from.client.call('CLUSTER', 'GETKEYSINSLOT', slot, 1000)) as string[];
  await from.client.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5000, 'KEYS', ...keys);
  await halfWay();
  for (const { client } of [to, from, ...others]) {
    await client.call('CLUSTER', 'SETSLOT', slot, 'NODE', target);
  }
}

test.serial(
  'on a Cluster keys are verified after their slot has moved, and get 503 while its node is down',
  async (t) => {
    const { url, nodes } = await startClusterGroup(t);
    const out = join(await makeFolder(t), 'dist');
    await compileInto(out);
    const cluster = await openConnection(url);
    t.teardown(() => cluster.disconnect());
    await loadCurrent(out, cluster);
    const [known, moving, moved, away, back] = [
      await addKey({ client: cluster }),
      await addKey({ client: cluster }),
      await addKey({ client: cluster }),
      await addKey({ client: cluster }),
      await addKey({ client: cluster }),
    ];
    const author = { redis: cluster, by: 'test' };
    // A change of its account does not invalidate the cached keys of others.
    await addKey({ client: cluster }, { id: 'other' });
    const leaked = await createKey(author, { account: 'other', label: 'leaked' });
    const servers = nodes.map((node) => node.client);
    const login = await addServiceUser(url, servers);
    const service = startPricingProcess(t, { REDIS_URL: login, DIST_DIR: out });
    const client = createClient((await service.listening()).port);
    const ask = async (key = '') => {
      const { status, text } = await client(`${detailPath}/pricing`, { headers: bearer(key) });
      t.is(status === 200, text.includes('"priceTier":"A3"'));
      return status;
    };
    t.is(await ask(known), 200);

    const slot = Number(
      await nodes[0]?.client.call('CLUSTER', 'KEYSLOT', redisKeys.account('acme')),
    );
    const from = nodes[[5460, 10_922, 16_383].findIndex((last) => slot <= last)] as RedisNode;
    await from.client.config('SET', 'maxmemory', '1');
    await revokeKey(author, 'other', leaked.id);
    await from.client.config('SET', 'maxmemory', '0');
    t.is(await ask(leaked.key), 401, 'revoked at maxmemory');

    const others = nodes.filter((node) => node !== from);
    const [to, third] = others as [RedisNode, RedisNode];
    await moveSlot(slot, { from, to, others: [third] }, async () => {
      t.is(await ask(moving), 200);
    });
    t.is(await ask(moved), 200);

    to.process.kill('SIGSTOP');
    t.is(await ask(away), 503);
    t.is(await ask(known), 200, 'what is remembered is used until its bound');
    to.process.kill('SIGCONT');
    let status = 503;
    while (status === 503) status = await ask(back);
    t.is(status, 200);
    t.is(await ask(away), 200);
    t.deepEqual(await listRefusals(servers), []);
  },
);
