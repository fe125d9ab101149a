import { EventEmitter, once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { subscribeToChanges } from '../../../../pricing-service/accounts/account-changes.ts';
import { createLog } from '../../../../pricing-service/log.ts';
import { createSubscriber } from '../../../../redis/connect.ts';
import { startClusterGroup } from '../../../helpers/redis-groups.ts';
import { startRedis } from '../../../helpers/redis-server.ts';
import { until } from '../../../helpers/until.ts';

/**
 * Subscribes to the changes of accounts at a Redis URL. Returns the subscription (`changes`), a promise that resolves
 * when it is first active (`subscribed`), the names of all logged events (`logged`), and an emitter of `changed`,
 * `subscribed` and every logged event (`events`).
 */
function subscribeAt(t: ExecutionContext, url: string) {
  const events = new EventEmitter();
  const logged: string[] = [];
  const log = createLog({
    write(line) {
      const { event } = JSON.parse(line) as { event: string };
      logged.push(event);
      events.emit(event);
    },
  });
  const handlers = {
    onChange: (id: string) => void events.emit('changed', id),
    onSubscribed: () => void events.emit('subscribed'),
  };
  const subscribed = once(events, 'subscribed');
  const changes = subscribeToChanges(() => createSubscriber(url), handlers, log);
  t.teardown(changes.stop);
  return { changes, events, logged, subscribed };
}

test.serial('changes are received as soon as the subscription begins', async (t) => {
  const { url, client } = await startRedis(t);
  const { changes, events, subscribed } = subscribeAt(t, url);
  await Promise.all([changes.subscribed, subscribed]);
  const changed = once(events, 'changed');
  await client.publish(redisKeys.accountChanges, 'acme');
  t.deepEqual(await changed, ['acme']);
});

test.serial(
  'a lost subscription is renewed, and reported, since changes may have been missed',
  async (t) => {
    const redis = await startRedis(t);
    const { changes, events, logged } = subscribeAt(t, redis.url);
    await changes.subscribed;
    const again = once(events, 'subscribed');
    await redis.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await again;
    const afterRestart = once(events, 'subscribed');
    await redis.stop();
    await redis.start();
    await afterRestart;
    t.deepEqual(logged, [
      ...['subscription_lost', 'subscription_restored'],
      ...['subscription_lost', 'subscription_restored'],
    ]);
  },
);

test.serial('a forbidden subscription is reported once and succeeds when permitted', async (t) => {
  const { url, client } = await startRedis(t);
  await client.acl('SETUSER', 'default', 'resetchannels');
  const { changes, events, logged } = subscribeAt(t, url);
  await once(events, 'subscription_lost');
  await client.acl('SETUSER', 'default', '&*');
  await changes.subscribed;
  t.deepEqual(logged, ['subscription_lost', 'subscription_restored']);
});

test.serial('a stopped subscription closes its connection and opens no other', async (t) => {
  const { url, client } = await startRedis(t);
  const { changes, logged } = subscribeAt(t, url);
  await changes.subscribed;
  changes.stop();
  await until(async () => (await client.call('CLIENT', 'LIST', 'TYPE', 'pubsub')) === '');
  t.deepEqual(logged, []);
});

test.serial('on a Cluster a change is received from every node', async (t) => {
  const { url, nodes } = await startClusterGroup(t);
  const { changes, events } = subscribeAt(t, url);
  await changes.subscribed;
  for (const { client } of nodes) {
    const changed = once(events, 'changed');
    await client.publish(redisKeys.accountChanges, 'acme');
    t.deepEqual(await changed, ['acme']);
  }
});
