/**
 * Creates the verifier that reads keys from Redis, subscribes to their changes and records their last use.
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

const retryMs = 100;

/**
 * Creates a verifier of the keys in `store`. It subscribes to changes of accounts and keys in the Redis at `url`, and
 * reads the clock of Redis every second; `stop` ends both.
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

  /**
   * Waits until Redis answers reads, then invalidates the cache; never rejects, and gives up after `stop`. After a
   * failover, the subscription is restored before reads succeed; during the wait, cached readings may be used
   * within their age limit.
   */
  async function invalidateWhenReadable(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isReadable = await withTimeout(store.findKey(probeKeyHash)).then(
        () => true,
        () => false,
      );
      if (isReadable) return verifier.invalidateAll();
      await wait(retryMs, undefined, { ref: false });
    }
  }

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
