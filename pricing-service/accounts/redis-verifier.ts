/** The verifier over Redis: it reads there, hears of changes, and notes uses. */

import type { Log } from '../log.ts';
import { createListener, type RedisConnection } from '../redis.ts';
import { type AccountChanges, listenForChanges } from './account-changes.ts';
import { createRedisAccountStore } from './redis-accounts.ts';
import { createUseNotes } from './use-notes.ts';
import { createVerifier, type Verifier, type VerifierOptions } from './verifier.ts';

/** Creates it over a connection to the Redis at `url`; `stop` ends the listening. */
export function createRedisVerifier(
  redis: RedisConnection,
  url: string,
  log: Log,
  options: Omit<VerifierOptions, 'store' | 'onUse'>,
): Verifier & AccountChanges {
  const store = createRedisAccountStore(redis);
  const verifier = createVerifier({ ...options, store, onUse: createUseNotes(store, log) });
  const changes = listenForChanges(
    () => createListener(url),
    {
      changed: verifier.accountChanged,
      // Not before there is somebody to ask instead: what is remembered may be used for a while yet.
      missed() {
        if (redis.status === 'ready') verifier.forgetAll();
        else redis.once('ready', verifier.forgetAll);
      },
    },
    log,
  );
  return { ...verifier, ...changes };
}
