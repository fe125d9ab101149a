/**
 * Time limits, in milliseconds, that together ensure that a revocation or a change of price tier takes effect within
 * the specified 60 seconds (decisions.md, "Sixty seconds are counted from the read"): Redis may
 * reply with data that is 15 seconds old (`storeLagMs`), and the answer is written at most 45
 * seconds after the read (`answerMs`). The age of a read is counted from just before it is sent.
 */
import { propagationSeconds } from '../../contract/api-key.ts';

/**
 * Maximum age, in milliseconds, of the data on which an answer is based: the answer is right for the state of Redis at
 * some moment of the last 60 seconds.
 */
export const promisedMs = propagationSeconds * 1000;

/**
 * Maximum milliseconds by which a reply of Redis may be outdated when it is read, including one second of clock error.
 * It may be outdated after a failover, because the replaced primary replies with old data until it notices that it was
 * replaced (docs/operation.md, "Redis").
 */
export const storeLagMs = 15_000;

/**
 * Maximum milliseconds (45,000) between a read of an API key and its account in Redis, counted from just before the
 * read is sent, and the writing of the answer that is based on it. Once that much time has passed, the client gets
 * `upstream_unavailable` instead of the answer.
 */
export const answerMs = promisedMs - storeLagMs;

/**
 * Maximum age, in milliseconds, of a cached reply about an API key when a request starts to use it. It is less than
 * `answerMs`, so that time remains to make and write the answer.
 */
export const reuseMs = 30_000;

/**
 * Maximum age, in milliseconds, of a cached reply that says that a key was never issued. Short, because such a key may
 * be created or restored at any time.
 */
export const unknownMs = 1000;

/**
 * Milliseconds between two reads of the clock of Redis. These reads reveal pauses of this machine, such as the
 * migration of a virtual machine, during which its own clock stops.
 */
export const clockReadMs = 1000;

/**
 * Tolerance, in milliseconds, for a comparison of the clock of Redis with this machine's clock. If the clock of Redis
 * has fallen behind by more than this since an earlier comparison, it is assumed to have been set back: all earlier
 * replies of Redis then get the age `Infinity` and are not used.
 */
export const clockToleranceMs = 1000;

/** Default of `REDIS_TIMEOUT_MS`: the longest wait for one reply of Redis, in milliseconds. */
export const defaultTimeoutMs = 350;

/**
 * Maximum number of reads of Redis, one after another, for an answer whose verification is cached: three to find a
 * release whose net prices Redis has, and one of the prices.
 */
export const readsOfAnswer = 4;

/**
 * Minimum and maximum of `REDIS_TIMEOUT_MS`, in milliseconds. Even with the maximum, no answer is based on a
 * verification of a key that is older than 45 seconds (`answerMs`): a cached verification is up to 30 seconds old
 * (`reuseMs`) when a request begins, and an answer waits for at most four reads of Redis (`readsOfAnswer`), of 3 seconds
 * each. This makes 42 seconds.
 */
export const timeoutBoundsMs = [50, 3000] as const;
