/** Where keys and accounts are kept. The verifier asks; Redis answers, or memory in the embedded server. */

export interface Account {
  readonly id: string;
  /** Price tier, `A3` for example. */
  readonly tier: string;
  /** False when the account may no longer see net prices; its keys then count as revoked. */
  readonly distributorPricing: boolean;
}

/** What is known of a key that was issued once. */
export interface KeyRecord {
  /** Whether the key was revoked when the store read it. */
  readonly revoked: boolean;
  /** For a key that is to be revoked: milliseconds from the reading until then (decision 34). */
  readonly revokedInMs?: number;
  /** Undefined when the account is gone. */
  readonly account: Account | undefined;
}

export interface AccountStore {
  /**
   * Returns the record of a key by its SHA-256 in hex, or undefined for a key never issued. Rejects when
   * the store is away, or has lost its accounts.
   */
  findKey(keyHash: string): Promise<KeyRecord | undefined>;
}
