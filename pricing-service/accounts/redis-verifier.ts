/** The verifier over Redis: it reads keys there, subscribes to their changes, and notes uses. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { createInTime, createListener } from '../redis.ts';
import { type AccountChanges, type Ears, listenForChanges } from './account-changes.ts';
import { type AccountStore, probeKeyHash } from './account-store.ts';
import { clockReadMs } from './bounds.ts';
import type { UseStore } from './redis-accounts.ts';
import { createUseNotes } from './use-notes.ts';
import { createVerifier, type Verifier, type VerifierOptions } from './verifier.ts';

const retryMs = 100;

/**
 * Creates a verifier over the keys and accounts of the Redis at `url`, which reads the clock of Redis every
 * second. `stop` ends that, and the subscription to changes.
 */
export function createRedisVerifier(
  store: AccountStore & UseStore,
  url: string,
  log: Log,
  options: Omit<VerifierOptions, 'store' | 'onUse'>,
): Verifier & AccountChanges {
  const { inTime = createInTime() } = options;
  const verifier = createVerifier({ ...options, store, onUse: createUseNotes(store, log) });
  const stopping = new AbortController();

  /**
   * Forgets what may have been missed, but not before Redis answers reads again: after a failover the
   * channel is back sooner, and what is remembered may be used until its bound.
   */
  async function forgetMissed(): Promise<void> {
    while (!stopping.signal.aborted) {
      const answers = await inTime(store.findKey(probeKeyHash)).then(
        () => true,
        () => false,
      );
      if (answers) return verifier.forgetAll();
      await wait(retryMs, undefined, { ref: false });
    }
  }

  const ears: Ears = {
    changed: verifier.accountChanged,
    missed: (isFirst) => (isFirst ? verifier.forgetAll() : void forgetMissed()),
  };
  // A Redis that does not reply is logged by its connection; remembered keys age by our clock meanwhile.
  const readClock = () => void verifier.readClock().catch(() => {});
  const clockReads = setInterval(readClock, clockReadMs).unref();
  const changes = listenForChanges(() => createListener(url), ears, log);
  return {
    ...verifier,
    listening: changes.listening,
    stop() {
      stopping.abort();
      clearInterval(clockReads);
      changes.stop();
    },
  };
}
