import { EventEmitter, once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { listenForChanges } from '../../../pricing-service/accounts/account-changes.ts';
import { createLog } from '../../../pricing-service/log.ts';
import { createListener } from '../../../pricing-service/redis.ts';
import { startClusterGroup } from '../../helpers/redis-groups.ts';
import { startRedis } from '../../helpers/redis-server.ts';

/** Listens at an address; what is heard and logged comes as events. */
function listenAt(t: ExecutionContext, url: string) {
  const events = new EventEmitter();
  const logged: string[] = [];
  const log = createLog({
    write(line) {
      const { event } = JSON.parse(line) as { event: string };
      logged.push(event);
      events.emit(event);
    },
  });
  const ears = {
    changed: (id: string) => void events.emit('changed', id),
    missed: () => void events.emit('missed'),
  };
  const missed = once(events, 'missed');
  const changes = listenForChanges(() => createListener(url), ears, log);
  t.teardown(changes.stop);
  return { changes, events, logged, missed };
}

test('changes are received from the beginning of the subscription', async (t) => {
  const { url, client } = await startRedis(t);
  const { changes, events, missed } = listenAt(t, url);
  await Promise.all([changes.listening, missed]);
  const changed = once(events, 'changed');
  await client.publish(redisKeys.accountChanges, 'acme');
  t.deepEqual(await changed, ['acme']);
});

test('a lost subscription is renewed, and missed changes are reported', async (t) => {
  const redis = await startRedis(t);
  const { changes, events, logged } = listenAt(t, redis.url);
  await changes.listening;
  const again = once(events, 'missed');
  await redis.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await again;
  const afterRestart = once(events, 'missed');
  await redis.stop();
  await redis.start();
  await afterRestart;
  t.deepEqual(logged, [
    ...['changes_not_heard', 'changes_heard_again'],
    ...['changes_not_heard', 'changes_heard_again'],
  ]);
});

test('a forbidden subscription is reported once and succeeds when permitted', async (t) => {
  const { url, client } = await startRedis(t);
  await client.acl('SETUSER', 'default', 'resetchannels');
  const { changes, events, logged } = listenAt(t, url);
  await once(events, 'changes_not_heard');
  await client.acl('SETUSER', 'default', '&*');
  await changes.listening;
  t.deepEqual(logged, ['changes_not_heard', 'changes_heard_again']);
});

test('a stopped subscription closes its connection and opens no other', async (t) => {
  const { url, client } = await startRedis(t);
  const { changes, logged } = listenAt(t, url);
  await changes.listening;
  changes.stop();
  while (String(await client.call('CLIENT', 'LIST', 'TYPE', 'pubsub')) !== '');
  t.deepEqual(logged, []);
});

test('on a Cluster a change is received from every node', async (t) => {
  const { url, nodes } = await startClusterGroup(t);
  const { changes, events } = listenAt(t, url);
  await changes.listening;
  for (const { client } of nodes) {
    const changed = once(events, 'changed');
    await client.publish(redisKeys.accountChanges, 'acme');
    t.deepEqual(await changed, ['acme']);
  }
});
