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

test('what is published is heard, from the moment on that listening begins', async (t) => {
  const { url, client } = await startRedis(t);
  const { changes, events, missed } = listenAt(t, url);
  await Promise.all([changes.listening, missed]);
  const changed = once(events, 'changed');
  await client.publish(redisKeys.accountChanges, 'acme');
  t.deepEqual(await changed, ['acme']);
});

test('a channel that is lost is found again, and what was missed is told', async (t) => {
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

test('who may not listen is told once, and listens when it may', async (t) => {
  const { url, client } = await startRedis(t);
  await client.acl('SETUSER', 'default', 'resetchannels');
  const { changes, events, logged } = listenAt(t, url);
  await once(events, 'changes_not_heard');
  await client.acl('SETUSER', 'default', '&*');
  await changes.listening;
  t.deepEqual(logged, ['changes_not_heard', 'changes_heard_again']);
});

test('listening that is stopped ends its connection and makes no other', async (t) => {
  const { url, client } = await startRedis(t);
  const { changes, logged } = listenAt(t, url);
  await changes.listening;
  changes.stop();
  while (String(await client.call('CLIENT', 'LIST', 'TYPE', 'pubsub')) !== '');
  t.deepEqual(logged, []);
});

test('on a Cluster it is heard whichever node it is published on', async (t) => {
  const { url, nodes } = await startClusterGroup(t);
  const { changes, events } = listenAt(t, url);
  await changes.listening;
  for (const { client } of nodes) {
    const changed = once(events, 'changed');
    await client.publish(redisKeys.accountChanges, 'acme');
    t.deepEqual(await changed, ['acme']);
  }
});
