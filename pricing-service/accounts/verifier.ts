/**
 * Verification of keys. What was true in the store more than 60 seconds ago is never the basis of an
 * answer (`bounds.ts`, decision 36): age counts from the start of the read, on a clock that never goes
 * back; whoever joins a read inherits its start; nothing older is used when the store is away; and the
 * age is looked at once more when the answer is about to be written (spec, "Authentication" 6 and 7).
 */
import { apiKeyLength, hashApiKey, isWellFormedApiKey } from '../../contract/api-key.ts';
import { ApiProblem } from '../../contract/problem.ts';
import { inTime } from '../redis.ts';
import type { Account, AccountStore, KeyRecord } from './account-store.ts';
import { answerMs, reuseMs as defaultReuseMs, unknownMs as defaultUnknownMs } from './bounds.ts';
import { createRememberedKeys, type Reading } from './remembered-keys.ts';
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
  /** Something of an account or of its keys was changed: what was read of it before is not used again. */
  accountChanged(accountId: string): void;
  /** Changes may have been missed: nothing that was read before is used again. */
  forgetAll(): void;
}

export interface VerifierOptions {
  readonly store: AccountStore;
  /** Milliseconds, never going back (`clock.ts`). */
  readonly clock: () => number;
  /** Told the hash of a key each time that it is found usable; must not throw. */
  readonly onUse?: (keyHash: string) => void;
  readonly observe?: ObserveVerification;
  /** Half a minute unless told; a test may want less. */
  readonly reuseMs?: number;
  /** How long it is remembered that there is no such key; 0 for a store that costs nothing to ask. */
  readonly unknownMs?: number;
  /** Gives an answer of the store, or rejects when a request should wait no longer for it. */
  readonly patience?: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
}

type IsFrom = (source: VerificationSource) => void;

interface Flight {
  readonly order: number;
  readonly reading: Promise<Reading>;
}

export function createVerifier(options: VerifierOptions): Verifier {
  const { store, clock, patience = inTime } = options;
  const { reuseMs = defaultReuseMs, unknownMs = defaultUnknownMs } = options;
  const { onUse = () => {}, observe = () => {} } = options;
  const remembered = createRememberedKeys();
  const underWay = new Map<string, Flight>();

  const isYoung = ({ startedAt, record }: Reading) =>
    clock() - startedAt < (record ? reuseMs : Math.min(reuseMs, unknownMs));

  async function read(keyHash: string, begun: Omit<Reading, 'record'>): Promise<Reading> {
    const reading = { ...begun, record: await store.findKey(keyHash) };
    remembered.remember(keyHash, reading);
    return reading;
  }

  /** One read a key at a time, however long it takes; but nobody joins one that a change may have overtaken. */
  function readOnce(keyHash: string): Promise<Reading> {
    const joined = underWay.get(keyHash);
    if (joined && remembered.hasSeenChanges(joined.order)) return joined.reading;
    const begun = { startedAt: clock(), order: remembered.beginRead() };
    const reading = read(keyHash, begun).finally(() => {
      if (underWay.get(keyHash) === flight) underWay.delete(keyHash);
    });
    const flight = { order: begun.order, reading };
    underWay.set(keyHash, flight);
    return reading;
  }

  function findYoung(keyHash: string): Reading | undefined {
    const known = remembered.find(keyHash);
    return known && isYoung(known) ? known : undefined;
  }

  async function find(keyHash: string, isFrom: IsFrom): Promise<Reading> {
    const known = findYoung(keyHash);
    if (known) {
      isFrom('cache');
      return known;
    }
    isFrom(underWay.has(keyHash) ? 'coalesced' : 'redis');
    const reading = await patience(readOnce(keyHash)).catch((cause: unknown) => {
      throw new ApiProblem('upstream_unavailable', undefined, { cause });
    });
    if (clock() - reading.startedAt >= reuseMs) throw tooLate('the store took too long');
    return reading;
  }

  /** Counted from the start of the read, so that a slow one ends the key sooner, never later. */
  const isRevoked = ({ revoked, revokedInMs = Number.POSITIVE_INFINITY }: KeyRecord, at: number) =>
    revoked || clock() - at >= revokedInMs;

  /** The account that a reading lets in. */
  function usableAccount({ record, startedAt }: Reading): Account | undefined {
    if (!record?.account?.distributorPricing || isRevoked(record, startedAt)) return undefined;
    return record.account;
  }

  async function check(key: string, isFrom: IsFrom): Promise<Verification> {
    if (!isWellFormedApiKey(key)) throw new ApiProblem('invalid_key');
    const keyHash = hashApiKey(key);
    const reading = await find(keyHash, isFrom);
    const { record, startedAt } = reading;
    if (record === undefined) throw new ApiProblem('invalid_key');
    const account = usableAccount(reading);
    if (account === undefined) throw new ApiProblem('key_revoked');
    onUse(keyHash);
    return {
      account,
      assertFresh() {
        if (clock() - startedAt >= answerMs) throw tooLate('the answer took too long to make');
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
      // Nobody is asked, so that the checksum would save nothing; a long text is not worth its hash.
      if (key.length !== apiKeyLength) return undefined;
      const keyHash = hashApiKey(key);
      const young = findYoung(keyHash);
      const account = young && usableAccount(young);
      if (account === undefined) return undefined;
      return {
        account,
        used() {
          onUse(keyHash);
          observe('accepted', 'cache');
        },
      };
    },
    accountChanged: remembered.accountChanged,
    forgetAll: remembered.forgetAll,
  };
}

function tooLate(message: string): ApiProblem {
  return new ApiProblem('upstream_unavailable', undefined, { cause: new Error(message) });
}
