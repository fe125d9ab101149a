/**
 * Checks API keys: SHA-256 → account and tier, by the account store or by a reply of it that is at most 30 seconds old.
 *
 * The 60 seconds (specification, "Authentication" 6 and 7): a revocation or a change of tier takes effect within 60
 * seconds, usually at once, because each change is published and drops the cached replies of its account. If no message
 * arrives, these limits add up: 15 s for a replaced primary that has not noticed it yet (infra/redis.conf; one that
 * has refuses the write in each read), 30 s for the reuse of a reply (`reuseMs`), 15 s to make and write the answer. So
 * an answer is written at most 45 s after the start of the read (`answerMs`). Ages count by the monotonic and by the
 * wall clock, whichever says more: the first stands still while a machine is suspended.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import {
  apiKeyLength,
  hashApiKey,
  isWellFormedApiKey,
  propagationSeconds,
} from '../contract/api-key.ts';
import { ApiProblem } from '../contract/problem.ts';
import { invalidRequestDetails, type ProblemCode } from '../contract/problems.ts';

/** Maximum age, in milliseconds, of a cached reply about a key when a request starts to use it. */
export const reuseMs = 30_000;

/** Maximum milliseconds by which Redis may be outdated when it is read: a replaced primary that is still writable. */
export const storeLagMs = 15_000;

/** Maximum milliseconds from the start of a read to the writing of an answer that is based on it. */
export const answerMs = propagationSeconds * 1000 - storeLagMs;

/** The account of a distributor; without distributor pricing, its keys count as revoked. */
export interface Account {
  readonly id: string;
  readonly tier: string;
  readonly distributorPricing: boolean;
}

/** The stored state of an issued key. */
export interface StoredKey {
  /** At the time of the read. */
  readonly revoked: boolean;
  /** Milliseconds from the read until the key is revoked, if its revocation is scheduled. */
  readonly revokedInMs?: number;
  readonly accountId: string;
  /** Undefined if the store has no data of it; the key is then refused. */
  readonly account: Account | undefined;
}

/** Looks up API keys with their accounts: in Redis, or in the memory of the embedded server. */
export interface AccountStore {
  /**
   * Returns the key with this SHA-256 (hexadecimal), or undefined if it was never issued. Rejects
   * if the store cannot be read or has lost its accounts.
   */
  findKey(keyHash: string): Promise<StoredKey | undefined>;
}

/** In milliseconds: `monotonic` never goes back, `wall` is the time of day. */
export interface Clocks {
  readonly monotonic: () => number;
  readonly wall: () => number;
}

/** The outcome of a check: `accepted`, or the code of the problem. */
export type CheckOutcome = 'accepted' | ProblemCode;

/**
 * What a check rests on: the form of the key, a cached reply, a read, or one that was under way.
 */
export type CheckSource = 'checksum' | 'cache' | 'redis' | 'coalesced';

/** The result of a successful check. */
export interface CheckedKey {
  readonly account: Account;
  /** Throws `upstream_unavailable` if the check has become too old. Call it before the answer is written. */
  assertFresh(): void;
}

/** Checks keys. */
export interface KeyCheck {
  /**
   * Throws an `ApiProblem`: `invalid_key`; `key_revoked`, also for a missing account or one without
   * distributor pricing; `upstream_unavailable` if the store had to be read and could not.
   */
  verify(key: string): Promise<CheckedKey>;
  /**
   * Checks a key by the cache alone, valid in this turn of the event loop; undefined if `verify`
   * would read the store or throw.
   */
  findCached(key: string): { readonly tier: string; recordUse(): void } | undefined;
  /** Drops what is known of the keys of an account, or of all, because they may have changed. */
  forget(accountId?: string): void;
}

/** The store, the clocks and the observers of a check; observers must not throw. */
export interface KeyCheckOptions {
  readonly store: AccountStore;
  readonly clocks: Clocks;
  /** Limits the wait for the store. */
  readonly withTimeout?: <Reply>(reply: Promise<Reply>) => Promise<Reply>;
  /** Called with the hash of a key at each use. */
  readonly onUse?: (keyHash: string) => void;
  /** Called once for each check. */
  readonly observe?: (outcome: CheckOutcome, source: CheckSource) => void;
  /** Maximum number of cached replies. */
  readonly maxCached?: number;
}

/** A reply of the store, and when its read began by both clocks. */
interface Reply {
  /** Undefined if the key was never issued. */
  readonly stored: StoredKey | undefined;
  readonly monotonic: number;
  readonly wall: number;
}

/** Creates a check of the keys in a store. Its cache of replies is empty at first. */
export function createKeyCheck(options: KeyCheckOptions): KeyCheck {
  const { store, clocks, withTimeout = (reply) => reply, maxCached = 10_000 } = options;
  const { onUse = () => {}, observe = () => {} } = options;
  const cached = new LRUCache<string, Reply>({ max: maxCached });
  const pending = new Map<string, Promise<Reply>>();

  /** Returns the age of a reply in milliseconds; `Infinity` if the wall clock went back behind its read. */
  function ageOf({ monotonic, wall }: Reply): number {
    const byWall = clocks.wall() - wall;
    return byWall < 0 ? Number.POSITIVE_INFINITY : Math.max(clocks.monotonic() - monotonic, byWall);
  }

  function findFresh(keyHash: string): Reply | undefined {
    const reply = cached.get(keyHash);
    return reply && ageOf(reply) < reuseMs ? reply : undefined;
  }

  function read(keyHash: string): Promise<Reply> {
    const joined = pending.get(keyHash);
    if (joined) return joined;
    const [monotonic, wall] = [clocks.monotonic(), clocks.wall()];
    const reading = store.findKey(keyHash).then((stored) => {
      const reply = { stored, monotonic, wall };
      // A change since the start of the read has removed it from the pending ones. Unknown keys are not kept, so that
      // guessed ones do not evict others.
      if (pending.get(keyHash) === reading && stored) cached.set(keyHash, reply);
      return reply;
    });
    pending.set(keyHash, reading);
    const end = () => {
      if (pending.get(keyHash) === reading) pending.delete(keyHash);
    };
    reading.then(end, end);
    return reading;
  }

  /** Returns the account of a key, or undefined if the key must be refused now. */
  function usableAccount(reply: Reply): Account | undefined {
    const { account, revoked, revokedInMs = Number.POSITIVE_INFINITY } = reply.stored ?? {};
    if (!account?.distributorPricing || revoked) return undefined;
    return ageOf(reply) < revokedInMs ? account : undefined;
  }

  async function find(keyHash: string, report: (source: CheckSource) => void): Promise<Reply> {
    const fresh = findFresh(keyHash);
    report(fresh ? 'cache' : pending.has(keyHash) ? 'coalesced' : 'redis');
    if (fresh) return fresh;
    const reply = await withTimeout(read(keyHash)).catch((cause: unknown) => {
      throw new ApiProblem('upstream_unavailable', undefined, { cause });
    });
    if (ageOf(reply) >= reuseMs) throw tooLate('the store took too long');
    return reply;
  }

  async function check(key: string, report: (source: CheckSource) => void): Promise<CheckedKey> {
    if (!isWellFormedApiKey(key)) throw new ApiProblem('invalid_key');
    const keyHash = hashApiKey(key);
    const reply = await find(keyHash, report);
    if (reply.stored === undefined) throw new ApiProblem('invalid_key');
    const account = usableAccount(reply);
    if (account === undefined) throw new ApiProblem('key_revoked');
    onUse(keyHash);
    return {
      account,
      assertFresh() {
        if (ageOf(reply) >= answerMs) throw tooLate('the answer took too long to make');
      },
    };
  }

  return {
    async verify(key) {
      let source: CheckSource = 'checksum';
      try {
        const checked = await check(key, (reported) => {
          source = reported;
        });
        observe('accepted', source);
        return checked;
      } catch (error) {
        observe(error instanceof ApiProblem ? error.code : 'internal_error', source);
        throw error;
      }
    },
    findCached(key) {
      // Hashing a long text would take time; the checksum is not needed, because only valid keys are cached.
      if (key.length !== apiKeyLength) return undefined;
      const keyHash = hashApiKey(key);
      const reply = findFresh(keyHash);
      const account = reply && usableAccount(reply);
      if (account === undefined) return undefined;
      return {
        tier: account.tier,
        recordUse() {
          onUse(keyHash);
          observe('accepted', 'cache');
        },
      };
    },
    forget(accountId) {
      // The reply to a pending read may be from before the change.
      pending.clear();
      if (accountId === undefined) return cached.clear();
      for (const [keyHash, { stored }] of cached.entries()) {
        if (stored?.accountId === accountId) cached.delete(keyHash);
      }
    },
  };
}

function tooLate(message: string): ApiProblem {
  return new ApiProblem('upstream_unavailable', undefined, { cause: new Error(message) });
}

const scheme = /^bearer(?: +|$)/i;

/**
 * Returns the Bearer token of a request, or undefined if the `Authorization` header is missing,
 * empty, repeated or of another scheme (RFC 9110 section 11.6.2, RFC 6750 section 2.1).
 */
export function findBearerToken(request: IncomingMessage): string | undefined {
  const value = request.headers.authorization ?? '';
  const [prefix] = scheme.exec(value) ?? [];
  return prefix === undefined || countFields(request) > 1 ? undefined : value.slice(prefix.length);
}

/**
 * Returns the Bearer token. Throws an `ApiProblem`: `key_required` without the header,
 * `invalid_request` if it is repeated, `unauthorized` if it is empty or of another scheme.
 */
export function readBearerToken(request: IncomingMessage): string {
  const token = findBearerToken(request);
  if (token !== undefined) return token;
  if (request.headers.authorization === undefined) throw new ApiProblem('key_required');
  if (countFields(request) === 1) throw new ApiProblem('unauthorized');
  throw new ApiProblem('invalid_request', invalidRequestDetails.repeatedAuthorization);
}

/** Counts in `rawHeaders`, because `headers` of Node.js keeps only the first of them. */
function countFields({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 13 && name.toLowerCase() === 'authorization') count += 1;
  }
  return count;
}
