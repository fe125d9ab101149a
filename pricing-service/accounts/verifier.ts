/**
 * Verification of keys. What was true in the store more than `boundMs` ago is never the basis of an
 * answer: age counts from the start of the read, on a monotonic clock, and nothing stale is served
 * when the store is away (spec, "Authentication" 6 and 7).
 */
import { LRUCache } from 'lru-cache';
import { hashApiKey, isWellFormedApiKey } from '../../contract/api-key.ts';
import { ApiProblem } from '../../contract/problem.ts';
import type { Account, AccountStore, KeyRecord } from './account-store.ts';
import type { ObserveVerification, VerificationSource } from './verification-observer.ts';

export interface Verifier {
  /**
   * The account of a usable key. Throws `invalid_key`, `key_revoked`, or `upstream_unavailable` when
   * the store cannot answer and nothing young enough is known.
   */
  verify(key: string): Promise<Account>;
}

/** Half of the 60 seconds that are promised, so that an answer under way is inside them too. */
const defaultBoundMs = 30_000;
const maxRemembered = 10_000;

interface Reading {
  readonly startedAt: number;
  readonly record: KeyRecord | undefined;
}

export function createVerifier(options: {
  store: AccountStore;
  /** Monotonic milliseconds. */
  clock: () => number;
  boundMs?: number;
  observe?: ObserveVerification;
}): Verifier {
  const { store, clock, boundMs = defaultBoundMs, observe = () => {} } = options;
  const remembered = new LRUCache<string, Reading>({ max: maxRemembered });
  const underWay = new Map<string, Promise<Reading>>();
  const isYoung = ({ startedAt }: Reading) => clock() - startedAt < boundMs;

  async function read(keyHash: string): Promise<Reading> {
    const startedAt = clock();
    const record = await store.findKey(keyHash);
    const reading = { startedAt, record };
    // An unknown key is not remembered: a key that is created works at once.
    if (record !== undefined) remembered.set(keyHash, reading);
    return reading;
  }

  /** One read a key at a time; whoever joins it inherits its start. */
  function readOnce(keyHash: string): Promise<Reading> {
    const joined = underWay.get(keyHash);
    if (joined) return joined;
    const reading = read(keyHash).finally(() => underWay.delete(keyHash));
    underWay.set(keyHash, reading);
    return reading;
  }

  async function find(
    keyHash: string,
    isFrom: (source: VerificationSource) => void,
  ): Promise<Reading> {
    const known = remembered.get(keyHash);
    if (known && isYoung(known)) {
      isFrom('cache');
      return known;
    }
    isFrom(underWay.has(keyHash) ? 'coalesced' : 'redis');
    const reading = await readOnce(keyHash).catch((cause: unknown) => {
      throw new ApiProblem('upstream_unavailable', undefined, { cause });
    });
    if (!isYoung(reading)) throw new ApiProblem('upstream_unavailable');
    return reading;
  }

  /** Counted from the start of the read, so that a slow one ends the key sooner, never later. */
  const isRevoked = ({ revoked, revokedInMs = Number.POSITIVE_INFINITY }: KeyRecord, at: number) =>
    revoked || clock() - at >= revokedInMs;

  async function check(key: string, isFrom: (source: VerificationSource) => void) {
    if (!isWellFormedApiKey(key)) throw new ApiProblem('invalid_key');
    const { record, startedAt } = await find(hashApiKey(key), isFrom);
    if (record === undefined) throw new ApiProblem('invalid_key');
    const { account } = record;
    if (isRevoked(record, startedAt) || !account?.distributorPricing) {
      throw new ApiProblem('key_revoked');
    }
    return account;
  }

  return {
    async verify(key) {
      let source: VerificationSource = 'checksum';
      try {
        const account = await check(key, (from) => {
          source = from;
        });
        observe('accepted', source);
        return account;
      } catch (error) {
        observe(error instanceof ApiProblem ? error.code : 'internal_error', source);
        throw error;
      }
    },
  };
}
