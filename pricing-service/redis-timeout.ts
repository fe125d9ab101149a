/** Limits how long a request waits for one reply of Redis. */
import { defaultTimeoutMs } from './accounts/bounds.ts';

/** Waits for a reply of Redis and returns it. Rejects if the reply takes too long or is an error. */
export type WithTimeout = <Reply>(reply: Promise<Reply>) => Promise<Reply>;

/**
 * Creates a function that waits at most `timeoutMs` for a reply of Redis, then rejects with an `Error`. A reply that
 * has arrived but was not read yet, because the event loop was busy, is still accepted; ioredis's own `commandTimeout`
 * would reject it.
 */
export function createWithTimeout(timeoutMs = defaultTimeoutMs): WithTimeout {
  return async (reply) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const message = `Redis did not answer within ${timeoutMs} ms (REDIS_TIMEOUT_MS)`;
      const rejectLate = () => reject(new Error(message));
      // The event loop reads sockets between its timers and its immediates, so a reply that has arrived is read before.
      timer = setTimeout(() => setImmediate(rejectLate), timeoutMs);
    });
    try {
      return await Promise.race([reply, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
