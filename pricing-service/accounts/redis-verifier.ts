/**
 * Creates the verifier that reads keys from Redis, subscribes to changes of accounts and keys, and records the last use
 * of each key.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createSubscriber } from '../../redis/connect.ts';
import type { Log } from '../log.ts';
import { createWithTimeout } from '../redis-timeout.ts';
import { type AccountChanges, subscribeToChanges } from './account-changes.ts';
import { type AccountStore, probeKeyHash } from './account-store.ts';
import { clockReadMs } from './bounds.ts';
import { createLastUseRecorder } from './last-use.ts';
import type { LastUseStore } from './redis-account-store.ts';
import { createVerifier, type Verifier, type VerifierOptions } from './verifier.ts';

/**
 * Milliseconds between two attempts to read Redis after the subscription to changes was restored
 * (`createInvalidation`).
 */
const retryMs = 100;

/**
 * Creates a verifier of the keys in `store`. The verifier also records in `store` the day of the last use of each key,
 * subscribes to changes of accounts and keys in the Redis at `url`, and reads the clock of Redis every second. `stop`
 * ends the subscription and these reads of the clock.
 */
export function createRedisVerifier(
  store: AccountStore & LastUseStore,
  url: string,
  log: Log,
  options: Omit<VerifierOptions, 'store' | 'onUse'>,
): Verifier & AccountChanges {
  const { withTimeout = createWithTimeout() } = options;
  const verifier = createVerifier({ ...options, store, onUse: createLastUseRecorder(store, log) });
  const stopping = new AbortController();

  const isReadable = () =>
    withTimeout(store.findKey(probeKeyHash)).then(
      () => true,
      () => false,
    );
  const invalidateWhenReadable = createInvalidation(
    isReadable,
    verifier.invalidateAll,
    stopping.signal,
  );
  const handlers = {
    onChange: verifier.invalidateAccount,
    onSubscribed: (isFirst: boolean) =>
      isFirst ? verifier.invalidateAll() : void invalidateWhenReadable(),
  };
  // The connection logs its own errors; until Redis replies, our clock measures ages.
  const readClock = () => void verifier.readClock().catch(() => {});
  const clockReads = setInterval(readClock, clockReadMs).unref();
  const changes = subscribeToChanges(() => createSubscriber(url), handlers, log);
  return {
    ...verifier,
    subscribed: changes.subscribed,
    stop() {
      stopping.abort();
      clearInterval(clockReads);
      changes.stop();
    },
  };
}

/**
 * Returns a function to call whenever the subscription to changes was restored. The function calls `invalidate` once
 * `isReadable` returns true, and asks it every 100 ms until then: after a failover, the subscription is restored before
 * Redis can be read, and cached replies stay usable within their age limit meanwhile. If the function is called again
 * during the wait, only an `isReadable` that begins after that call counts. Never rejects; gives up when `stop` aborts.
 */
function createInvalidation(
  isReadable: () => Promise<boolean>,
  invalidate: () => void,
  stop: AbortSignal,
): () => Promise<void> {
  let subscriptions = 0;
  let isWaiting = false;
  return async () => {
    subscriptions += 1;
    if (isWaiting) return;
    isWaiting = true;
    while (!stop.aborted) {
      const before = subscriptions;
      if (!(await isReadable())) await wait(retryMs, undefined, { ref: false });
      else if (subscriptions === before) {
        isWaiting = false;
        return invalidate();
      }
    }
  };
}
