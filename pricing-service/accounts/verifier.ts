/**
 * Verification of keys. An answer is based on what was true in the store within the last 60 seconds
 * (`bounds.ts`, decision 36; spec, "Authentication" 6 and 7). A reading is used to begin an answer while
 * it is younger than half of that, also when the store is away, and its age is checked again when the
 * answer is about to be written.
 */
import { apiKeyLength, hashApiKey, isWellFormedApiKey } from '../../contract/api-key.ts';
import { ApiProblem } from '../../contract/problem.ts';
import { createInTime, type InTime } from '../redis.ts';
import type { Account } from './account-store.ts';
import { answerMs, reuseMs as defaultReuseMs, unknownMs as defaultUnknownMs } from './bounds.ts';
import { createKeyReadings, type KeyReadingsOptions } from './key-readings.ts';
import type { Reading } from './remembered-keys.ts';
import type { ObserveVerification, VerificationSource } from './verification-observer.ts';

/** What a request may be answered by. */
export interface Verification {
  readonly account: Account;
  /** Call it when the answer is about to be written: throws `upstream_unavailable` when it is too late. */
  assertFresh(): void;
}

/** What a request may be answered by in the same turn of the event loop: it is young enough now. */
export interface Recalled {
  readonly account: Account;
  /** Call it when the answer is written, once: it is a verification like others. */
  used(): void;
}

export interface Verifier {
  /**
   * The verification of a usable key. Throws `invalid_key`, `key_revoked`, or `upstream_unavailable`
   * when the store cannot answer soon and nothing young enough is known.
   */
  verify(key: string): Promise<Verification>;
  /**
   * The same by what is remembered alone, at once. Undefined for every key that `verify` would ask the
   * store about, or refuse; until `used` is called nothing has happened.
   */
  recall(key: string): Recalled | undefined;
  /**
   * Reads the store's clock, which shows whether this machine was paused; call it every second. Rejects if
   * the store cannot be read.
   */
  readClock(): Promise<void>;
  /** Something of an account or of its keys was changed: what was read of it before is not used again. */
  accountChanged(accountId: string): void;
  /** Changes may have been missed: nothing that was read before is used again. */
  forgetAll(): void;
}

export interface VerifierOptions
  extends Pick<KeyReadingsOptions, 'store' | 'clock' | 'maxRemembered'> {
  /** Told the hash of a key each time that it is found usable; must not throw. */
  readonly onUse?: (keyHash: string) => void;
  readonly observe?: ObserveVerification;
  /** Half a minute unless told; a test may want less. */
  readonly reuseMs?: number;
  /** How long it is remembered that there is no such key; 0 for a store that costs nothing to ask. */
  readonly unknownMs?: number;
  /** Gives an answer of the store, or rejects when a request should wait no longer for it. */
  readonly inTime?: InTime;
}

type IsFrom = (source: VerificationSource) => void;

/** Creates a verifier that remembers nothing yet. */
export function createVerifier(options: VerifierOptions): Verifier {
  const { store, clock, maxRemembered, inTime = createInTime() } = options;
  const { reuseMs = defaultReuseMs, unknownMs = defaultUnknownMs } = options;
  const { onUse = () => {}, observe = () => {} } = options;
  const readings = createKeyReadings({ store, clock, reuseMs, unknownMs, maxRemembered });

  async function find(keyHash: string, isFrom: IsFrom): Promise<Reading> {
    const recalled = readings.recall(keyHash);
    if (recalled) {
      isFrom('cache');
      return recalled;
    }
    isFrom(readings.isBeingRead(keyHash) ? 'coalesced' : 'redis');
    const reading = await inTime(readings.read(keyHash)).catch((cause: unknown) => {
      throw new ApiProblem('upstream_unavailable', undefined, { cause });
    });
    if (readings.ageOf(reading) >= reuseMs) throw tooLate('the store took too long');
    return reading;
  }

  /** Returns the account of a key that is usable now. A slow read makes a planned revocation earlier, never later. */
  function usableAccount(reading: Reading): Account | undefined {
    const { account, revoked, revokedInMs = Number.POSITIVE_INFINITY } = reading.record ?? {};
    if (!account?.distributorPricing || revoked) return undefined;
    return readings.ageOf(reading) < revokedInMs ? account : undefined;
  }

  async function check(key: string, isFrom: IsFrom): Promise<Verification> {
    if (!isWellFormedApiKey(key)) throw new ApiProblem('invalid_key');
    const keyHash = hashApiKey(key);
    const reading = await find(keyHash, isFrom);
    if (reading.record === undefined) throw new ApiProblem('invalid_key');
    const account = usableAccount(reading);
    if (account === undefined) throw new ApiProblem('key_revoked');
    onUse(keyHash);
    return {
      account,
      assertFresh() {
        if (readings.ageOf(reading) >= answerMs) throw tooLate('the answer took too long to make');
      },
    };
  }

  return {
    async verify(key) {
      let source: VerificationSource = 'checksum';
      try {
        const verification = await check(key, (from) => {
          source = from;
        });
        observe('accepted', source);
        return verification;
      } catch (error) {
        observe(error instanceof ApiProblem ? error.code : 'internal_error', source);
        throw error;
      }
    },
    recall(key) {
      // The checksum would save no read here; the hash of a long text is not worth its time.
      if (key.length !== apiKeyLength) return undefined;
      const keyHash = hashApiKey(key);
      const reading = readings.recall(keyHash);
      const account = reading && usableAccount(reading);
      if (account === undefined) return undefined;
      return {
        account,
        used() {
          onUse(keyHash);
          observe('accepted', 'cache');
        },
      };
    },
    readClock: readings.readClock,
    accountChanged: readings.accountChanged,
    forgetAll: readings.forgetAll,
  };
}

function tooLate(message: string): ApiProblem {
  return new ApiProblem('upstream_unavailable', undefined, { cause: new Error(message) });
}
