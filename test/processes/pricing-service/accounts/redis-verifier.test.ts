/** The verifier that reads keys from Redis: what it does when its subscription to changes is lost. */
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { createApiKey } from '../../../../contract/api-key.ts';
import {
  probeKeyHash,
  type StoreReply,
} from '../../../../pricing-service/accounts/account-store.ts';
import { createRedisVerifier } from '../../../../pricing-service/accounts/redis-verifier.ts';
import { createLog } from '../../../../pricing-service/log.ts';
import { createManualClock } from '../../../helpers/pricing-app.ts';
import { startRedis } from '../../../helpers/redis-server.ts';

const account = { id: 'acme', tier: 'A3', distributorPricing: true };

/**
 * Creates a verifier that is subscribed to a real Redis and reads keys from a store in memory, where every key is
 * active. Probes, which only check that the store replies, wait in `probes` until the test ends them by `succeed` or
 * `fail`. `events` emits `probe` for each of them, and the name of every logged event.
 */
async function createWorld(t: ExecutionContext) {
  const { client, url } = await startRedis(t);
  const events = new EventEmitter();
  const log = createLog({ write: (line) => events.emit(JSON.parse(line).event) });
  const probes: { succeed: () => void; fail: (error: Error) => void }[] = [];
  const store = {
    async findKey(keyHash: string): Promise<StoreReply> {
      if (keyHash !== probeKeyHash) return { record: { revoked: false, account } };
      return new Promise((resolve, fail) => {
        probes.push({ succeed: () => resolve({ record: undefined }), fail });
        events.emit('probe');
      });
    },
    recordUse: async () => {},
  };
  const options = {
    clock: createManualClock(),
    withTimeout: <Value>(reply: Promise<Value>) => reply,
  };
  const verifier = createRedisVerifier(store, url, log, options);
  t.teardown(verifier.stop);
  await verifier.subscribed;
  /** Ends the subscription, and resolves when the next one is active. */
  const loseSubscription = async () => {
    const restored = once(events, 'subscription_restored');
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await restored;
  };
  return { verifier, probes, events, loseSubscription };
}

test.serial(
  'after several lost subscriptions, Redis is probed, one probe at a time, until a probe that began after the last loss succeeds',
  async (t) => {
    const { verifier, probes, events, loseSubscription } = await createWorld(t);
    const key = createApiKey(randomBytes);
    await verifier.verify(key);
    for (let losses = 0; losses < 3; losses += 1) await loseSubscription();
    t.is(probes.length, 1);

    let next = once(events, 'probe');
    probes[0]?.succeed();
    await next;
    t.truthy(verifier.findCached(key), 'the probe began before the last subscription');
    next = once(events, 'probe');
    probes[1]?.fail(new Error('LOADING'));
    await next;
    t.truthy(verifier.findCached(key), 'Redis refuses reads');
    probes[2]?.succeed();
    await nextTurn();
    t.is(verifier.findCached(key), undefined);
    t.is(probes.length, 3);

    await loseSubscription();
    t.is(probes.length, 4, 'a later loss starts another probe');
  },
);
