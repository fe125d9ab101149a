/**
 * The 60 seconds that the specification gives a revocation or change of tier, and who uses how much of
 * them (decision 36). All are milliseconds; ages count from the moment before a read is sent.
 */
import { propagationSeconds } from '../../contract/api-key.ts';

/** What was true in Redis longer ago is never the basis of an answer. */
export const promisedMs = propagationSeconds * 1000;

/**
 * How far the server that answers a read may itself be behind: a primary that was replaced and does not
 * know it yet (docs/operation.md, "Redis"), and the second that the clock may be off.
 */
export const storeLagMs = 15_000;

/** An answer whose read is older when it is about to be written is not written. */
export const answerMs = promisedMs - storeLagMs;

/** How old a verification may be when a request begins with it; the rest is for making the answer. */
export const reuseMs = 30_000;

/** The same for keys that Redis does not know. Somebody may be about to create them by restoring data. */
export const unknownMs = 1000;

/** How often the store's clock is read, which shows a pause that no clock of this machine does. */
export const clockReadMs = 1000;

/** By how much the store's clock may fall behind ours before it counts as set back. */
export const clockToleranceMs = 1000;

/** The longest wait for one answer of Redis, unless `REDIS_TIMEOUT_MS` sets another: a frozen server is noticed at once. */
export const defaultTimeoutMs = 350;

/** Reads of Redis, one after another, that an answer may take (decision 39). */
export const readsOfAnswer = 4;

/**
 * The shortest and the longest wait for one answer of Redis that may be set. A request that begins with a remembered
 * reading of `reuseMs` can wait for all of its reads, and its answer is still written before `answerMs`.
 */
export const timeoutBoundsMs = [50, 3000] as const;
