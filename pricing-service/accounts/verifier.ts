/**
 * Verifies API keys by the account store, whose replies are cached and reused for 30 seconds, even while the store is
 * unavailable. Every answer to a client is based on the data of the store at some moment of the last 60 seconds
 * (`bounds.ts`; spec, "Authentication" 6 and 7). The age of a reply is therefore checked again before the
 * answer is written.
 */
import { apiKeyLength, hashApiKey, isWellFormedApiKey } from '../../contract/api-key.ts';
import { ApiProblem } from '../../contract/problem.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import { createWithTimeout, type WithTimeout } from '../redis-timeout.ts';
import type { Account } from './account-store.ts';
import { answerMs, reuseMs as defaultReuseMs, unknownMs as defaultUnknownMs } from './bounds.ts';
import type { KeyReply } from './key-cache.ts';
import { createKeyReader, type KeyReaderOptions } from './key-reader.ts';

/** The result of a successful verification: the account of the key, and a check of the age of this result. */
export interface Verification {
  readonly account: Account;
  /**
   * Throws `upstream_unavailable` if the verification has become too old. Call it before the answer is
   * written.
   */
  assertFresh(): void;
}

/**
 * The result of a verification that read only the cache, not the store. Use it at once, before any `await`: unlike a
 * `Verification`, it has no `assertFresh` to check its age later, so it is valid only during the current turn of the
 * event loop.
 */
export interface CachedVerification {
  readonly account: Account;
  /**
   * Calls `onUse`, which records the use of the key, and counts the verification; call it once, when the answer is
   * written.
   */
  recordUse(): void;
}

/**
 * The outcome of a verification: `accepted`, or the code of the problem that was thrown (`internal_error` for any error
 * that is not an `ApiProblem`).
 */
export type VerificationOutcome = 'accepted' | ProblemCode;

/**
 * The basis of the outcome of a verification. `checksum`: the key is malformed or its checksum is wrong, so that
 * nothing was read; `cache`: a cached reply of the store; `redis`: a read of the store; `coalesced`: a read of the
 * store that another request had begun.
 */
export type VerificationSource = 'checksum' | 'cache' | 'redis' | 'coalesced';

/** Called once per verification, with its outcome and its source. It must not throw. */
export type ObserveVerification = (
  outcome: VerificationOutcome,
  source: VerificationSource,
) => void;

/** Verifies API keys by the replies of an account store, which it caches. */
export interface Verifier {
  /**
   * Verifies a key by a cached reply or, if none is recent enough, by reading the store. Throws an `ApiProblem`:
   * - `invalid_key` if the key is malformed or was never issued;
   * - `key_revoked` if the key is revoked, or its account is missing or has no distributor pricing;
   * - `upstream_unavailable` if the store had to be read, but did not reply in time, failed, or holds no accounts, as
   *   after a loss of its data.
   */
  verify(key: string): Promise<Verification>;
  /** Verifies a key by the cache alone; returns undefined if `verify` would read the store or throw. */
  findCached(key: string): CachedVerification | undefined;
  /**
   * Compares the store's clock with that of this machine, which stops while a virtual machine is paused. The ages of
   * cached replies then include the pause. Call it every second. Does nothing until a reply of the store has contained
   * a time. Rejects if the store cannot be read.
   */
  readClock(): Promise<void>;
  /**
   * Invalidates the cached replies about an account's keys; call it when the account or one of its keys has changed.
   */
  invalidateAccount(accountId: string): void;
  /** Invalidates all cached replies; call it when messages about changes may have been missed. */
  invalidateAll(): void;
}

/** The store, the clock, the limits and the observers of a verifier. */
export interface VerifierOptions extends Pick<KeyReaderOptions, 'store' | 'clock' | 'maxCached'> {
  /**
   * Called with the hash of the key at each successful `verify`, and by `recordUse` of a cached verification; must not
   * throw.
   */
  readonly onUse?: (keyHash: string) => void;
  readonly observe?: ObserveVerification;
  /** Milliseconds for which a cached reply of the store is reused; `bounds.ts` has the default. */
  readonly reuseMs?: number;
  /**
   * Milliseconds for which a cached reply is reused if it says that a key was never issued; `bounds.ts` has the
   * default. Use 0 for a store in memory, because reading it costs nothing.
   */
  readonly unknownMs?: number;
  /** Limits the wait for a reply of the store; by default to `defaultTimeoutMs` of `bounds.ts`. */
  readonly withTimeout?: WithTimeout;
}

type ReportSource = (source: VerificationSource) => void;

/** Creates a verifier of the API keys in `options.store`. Its cache of replies of the store is empty at first. */
export function createVerifier(options: VerifierOptions): Verifier {
  const { store, clock, maxCached, withTimeout = createWithTimeout() } = options;
  const { reuseMs = defaultReuseMs, unknownMs = defaultUnknownMs } = options;
  const { onUse = () => {}, observe = () => {} } = options;
  const reader = createKeyReader({ store, clock, reuseMs, unknownMs, maxCached });

  async function findReply(keyHash: string, reportSource: ReportSource): Promise<KeyReply> {
    const cached = reader.findFresh(keyHash);
    if (cached) {
      reportSource('cache');
      return cached;
    }
    reportSource(reader.wouldJoin(keyHash) ? 'coalesced' : 'redis');
    const reply = await withTimeout(reader.read(keyHash)).catch((cause: unknown) => {
      throw new ApiProblem('upstream_unavailable', undefined, { cause });
    });
    if (reader.ageOf(reply) >= reuseMs) throw tooLate('the store took too long');
    return reply;
  }

  /**
   * Returns the account of a key, or undefined if the key must be refused now: it is revoked, or its account is missing
   * or has no distributor pricing. The time until a scheduled revocation is counted from the start of the read, so that
   * the revocation is never late.
   */
  function usableAccount(reply: KeyReply): Account | undefined {
    const { account, revoked, revokedInMs = Number.POSITIVE_INFINITY } = reply.record ?? {};
    if (!account?.distributorPricing || revoked) return undefined;
    return reader.ageOf(reply) < revokedInMs ? account : undefined;
  }

  async function check(key: string, reportSource: ReportSource): Promise<Verification> {
    if (!isWellFormedApiKey(key)) throw new ApiProblem('invalid_key');
    const keyHash = hashApiKey(key);
    const reply = await findReply(keyHash, reportSource);
    if (reply.record === undefined) throw new ApiProblem('invalid_key');
    const account = usableAccount(reply);
    if (account === undefined) throw new ApiProblem('key_revoked');
    onUse(keyHash);
    return {
      account,
      assertFresh() {
        if (reader.ageOf(reply) >= answerMs) throw tooLate('the answer took too long to make');
      },
    };
  }

  return {
    async verify(key) {
      let source: VerificationSource = 'checksum';
      try {
        const verification = await check(key, (reported) => {
          source = reported;
        });
        observe('accepted', source);
        return verification;
      } catch (error) {
        observe(error instanceof ApiProblem ? error.code : 'internal_error', source);
        throw error;
      }
    },
    findCached(key) {
      // Hashing a long text would take time; the checksum is not needed, because only valid keys are cached.
      if (key.length !== apiKeyLength) return undefined;
      const keyHash = hashApiKey(key);
      const reply = reader.findFresh(keyHash);
      const account = reply && usableAccount(reply);
      if (account === undefined) return undefined;
      return {
        account,
        recordUse() {
          onUse(keyHash);
          observe('accepted', 'cache');
        },
      };
    },
    readClock: reader.readClock,
    invalidateAccount: reader.invalidateAccount,
    invalidateAll: reader.invalidateAll,
  };
}

function tooLate(message: string): ApiProblem {
  return new ApiProblem('upstream_unavailable', undefined, { cause: new Error(message) });
}
