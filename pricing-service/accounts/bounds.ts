/**
 * Time limits that together ensure that a revocation or a change of price tier takes effect within the
 * specified 60 seconds (decision 36), in milliseconds. The age of a read is counted from just before the read is sent.
 */
import { propagationSeconds } from '../../contract/api-key.ts';

/** Maximum age in milliseconds of the Redis data that an answer is based on. */
export const promisedMs = propagationSeconds * 1000;

/**
 * Maximum age, in milliseconds, of the data that Redis replies with, including one second of clock error. After a
 * failover, the replaced primary replies with old data until it notices that it was replaced (docs/operation.md,
 * "Redis").
 */
export const storeLagMs = 15_000;

/**
 * Maximum age, in milliseconds, of a read of Redis when the answer based on it is written. If the read is older, the
 * client gets `upstream_unavailable` instead of the answer.
 */
export const answerMs = promisedMs - storeLagMs;

/**
 * Maximum age, in milliseconds, of a cached verification when a request starts. The answer must be written before the
 * verification reaches the age `answerMs`.
 */
export const reuseMs = 30_000;

/**
 * Maximum age, in milliseconds, of a cached reply that a key was never issued. Short, because such a key may be created
 * or restored at any time.
 */
export const unknownMs = 1000;

/**
 * Milliseconds between two reads of the clock of Redis. These reads reveal pauses of this machine, such as the
 * migration of a virtual machine, during which its own clock stops.
 */
export const clockReadMs = 1000;

/**
 * Maximum milliseconds by which the clock of Redis may fall behind this machine's clock between two reads of it. If it
 * falls further behind, it is assumed to have been set back.
 */
export const clockToleranceMs = 1000;

/** Default of `REDIS_TIMEOUT_MS`: the longest wait for one reply of Redis, in milliseconds. */
export const defaultTimeoutMs = 350;

/** Maximum number of consecutive reads of Redis for one answer (decision 39). */
export const readsOfAnswer = 4;

/**
 * Minimum and maximum of `REDIS_TIMEOUT_MS`, in milliseconds. The maximum is short enough for the slowest request: it
 * starts with a cached verification of age `reuseMs`, waits for `readsOfAnswer` reads of Redis, and is still answered
 * before the verification reaches the age `answerMs`.
 */
export const timeoutBoundsMs = [50, 3000] as const;
