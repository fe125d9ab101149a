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
   * Milliseconds from the read to a scheduled revocation (decision 34); absent if none is scheduled.
   */
  readonly revokedInMs?: number;
  /** The account of the key; undefined if the store lacks it. */
  readonly account: Account | undefined;
}

/** The reply of an account store, the storage of accounts and API keys, when a key is looked up. */
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

/** A hash that no key has: used to read the store's clock, and to check whether the store replies. */
export const probeKeyHash = '0'.repeat(64);
