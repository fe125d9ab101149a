/** The verifier over Redis: it reads there, hears of changes, and notes uses. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { createListener, inTime, type RedisConnection } from '../redis.ts';
import { type AccountChanges, type Ears, listenForChanges } from './account-changes.ts';
import { createRedisAccountStore } from './redis-accounts.ts';
import { createUseNotes } from './use-notes.ts';
import { createVerifier, type Verifier, type VerifierOptions } from './verifier.ts';

/** Hash of no key: what is read of it is that Redis answers. */
const nobody = '0'.repeat(64);

const retryMs = 100;

/** Creates it over a connection to the Redis at `url`; `stop` ends the listening. */
export function createRedisVerifier(
  redis: RedisConnection,
  url: string,
  log: Log,
  options: Omit<VerifierOptions, 'store' | 'onUse'>,
): Verifier & AccountChanges {
  const store = createRedisAccountStore(redis);
  const verifier = createVerifier({ ...options, store, onUse: createUseNotes(store, log) });
  const stopping = new AbortController();

  /**
   * Forgets what may have been missed, but not before Redis answers reads again: after a failover the
   * channel is back sooner, and what is remembered may be used until its bound.
   */
  async function forgetMissed(): Promise<void> {
    while (!stopping.signal.aborted) {
      const answers = await inTime(store.findKey(nobody)).then(
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
  const changes = listenForChanges(() => createListener(url), ears, log);
  return {
    ...verifier,
    listening: changes.listening,
    stop() {
      stopping.abort();
      changes.stop();
    },
  };
}
