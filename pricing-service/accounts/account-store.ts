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

/** What a store replies about a key. */
export interface StoreReply {
  /** Undefined for a key that was never issued. */
  readonly record: KeyRecord | undefined;
  /** When the store read it: milliseconds by the store's clock. Absent if the store has no clock of its own. */
  readonly time?: number;
}

export interface AccountStore {
  /** Reads a key by its SHA-256 in hex. Rejects if the store cannot be read, or has lost its accounts. */
  findKey(keyHash: string): Promise<StoreReply>;
}

/** The hash of no key: it is read for the store's time, or to see whether the store replies. */
export const probeKeyHash = '0'.repeat(64);
