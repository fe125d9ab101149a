/** The names of all Redis keys (design section 6): those of accounts and API keys. */
/**
 * The names of Redis keys, with the Redis type (such as hash or set) and content of each, and patterns that match
 * several keys.
 */
export const redisKeys = {
  /**
   * Hash: the data of one API key. Fields: id, account, label, lastFour; createdAt and revokedAt (ISO 8601); revoked
   * (1 after an immediate revocation). `keyHash` is the SHA-256 of the key (`hashApiKey`). Earlier versions also wrote
   * lastUsed, now in `uses`.
   */
  key: (keyHash: string) => `{keys}:key:${keyHash}`,
  /**
   * Hash: the data of one account. Fields: name, tier, program (linked, approved or pending), distributorPricing (1 or
   * 0).
   */
  account: (accountId: string) => `{keys}:account:${accountId}`,
  /**
   * Set: ids of all accounts. Created with the first account and never removed, so that its absence means that
   * Redis has lost its data.
   */
  accounts: '{keys}:accounts',
  /** Hash: id of a key → SHA-256 of the key, for every key that the account ever had. */
  accountKeys: (accountId: string) => `{keys}:account:${accountId}:keys`,
  /**
   * Sorted set: the ids of an account's active keys. The score is the time at which the key is to be revoked, in
   * milliseconds since 1970, or +inf if no revocation is scheduled.
   */
  activeKeys: (accountId: string) => `{keys}:account:${accountId}:active`,
  /** Hash: SHA-256 of a key → UTC day of its last use. The only data that the pricing service may write. */
  uses: '{keys}:uses',
  /** Stream: the changes of accounts and keys, with their authors. */
  audit: '{keys}:audit',
  /** String: exists from the beginning to the end of the restore of a backup. */
  restoring: '{keys}:restoring',
  /** Set: account ids of the backup; renamed to `accounts` at the end of the restore. */
  restoredAccounts: '{keys}:restoring:accounts',
  /**
   * Pattern for SCAN that matches all Redis keys of accounts, API keys, the audit and the restore of a backup.
   */
  everyAccountKey: '{keys}:*',
  /**
   * Pub/sub channel: the id of an account is published when the account or one of its keys changes.
   */
  accountChanges: '{keys}:changes',
  /** SCAN pattern of the data of net prices that earlier versions kept in Redis. Nothing reads it. */
  everyOlder: '{catalog}:*',
} as const;
