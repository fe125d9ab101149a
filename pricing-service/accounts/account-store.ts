/**
 * The interface through which the verifier reads keys and accounts: from Redis, or from memory in the
 * embedded server.
 */

/** The account of a distributor: its price tier, and whether it may see net prices. */
export interface Account {
  readonly id: string;
  /** Price tier, such as `A3`. */
  readonly tier: string;
  /** False if the account may not see net prices any more; its keys then count as revoked. */
  readonly distributorPricing: boolean;
}

/** The stored state of an issued key. */
export interface KeyRecord {
  /** True if the key was revoked at the time of the read. */
  readonly revoked: boolean;
  /**
   * Milliseconds from the read until the key is revoked, if its revocation is scheduled; otherwise
   * absent.
   */
  readonly revokedInMs?: number;
  /** The account of the key; undefined if the store has no data of the account, and the key is then refused. */
  readonly account: Account | undefined;
}

/** The result of looking up a key in the account store, which is Redis, or memory in the embedded server. */
export interface StoreReply {
  /** The stored state of the key that was looked up; undefined if the key was never issued. */
  readonly record: KeyRecord | undefined;
  /** Time of the read by the store's clock, in milliseconds since 1970; absent if the store has no clock of its own. */
  readonly time?: number;
}

/** Looks up API keys, each with its account. */
export interface AccountStore {
  /**
   * Returns the reply of the store about the key whose SHA-256 is `keyHash` (hexadecimal). Rejects if the store cannot
   * be read or has lost its accounts.
   */
  findKey(keyHash: string): Promise<StoreReply>;
}

/** A key hash that no key has, to look up the store's clock (`time` of the reply) or to see if the store replies. */
export const probeKeyHash = '0'.repeat(64);
