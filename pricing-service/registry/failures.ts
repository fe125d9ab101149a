/** The errors of the registry of accounts and keys. */
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';

/** Why a change is refused: `keys-command/failures.ts` explains each outcome. */
export const refusalSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['exists', 'no-account', 'no-key', 'restoring']) }),
  z.object({ outcome: z.enum(['not-approved', 'full', 'past', 'id-taken']) }),
  z.object({ outcome: z.enum(['revoked', 'ending']), revokedAt: z.string() }),
  z.object({ outcome: z.literal('no-tiers') }),
  z.object({ outcome: z.literal('unknown-tier'), tier: z.string(), tiers: z.array(z.string()) }),
]);
export type Refusal = z.infer<typeof refusalSchema>;

/** Thrown if the state of accounts and keys does not allow a change; nothing was written. */
export class ChangeRefused extends Error {
  override readonly name = 'ChangeRefused';
  readonly refusal: Refusal;
  /** Id of the account to change. */
  readonly account: string;

  constructor(refusal: Refusal, account: string) {
    super(refusal.outcome);
    this.refusal = refusal;
    this.account = account;
  }
}

/** Thrown if a change was sent to Redis and no reply came: it may or may not have been made. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** Thrown if Redis holds no accounts: it has lost its data, is another server or is new. */
export class NoAccountsError extends Error {
  override readonly name = 'NoAccountsError';

  constructor(
    message = 'Redis holds no accounts: it has lost its data, or REDIS_URL is another server (docs/operation.md, "A Redis without accounts")',
  ) {
    super(message);
  }
}

/** Thrown if Redis holds only a part of a backup, because a restore has not finished. */
export class UnfinishedRestoreError extends NoAccountsError {
  constructor() {
    super(
      'Redis holds only a part of a backup: a restore is running or was interrupted; if none is running, run npm run backup -- restore again (docs/operation.md, "Backup and restore")',
    );
  }
}

/** Throws `NoAccountsError` if Redis holds no accounts, and errors of Redis. */
export async function assertHoldsAccounts(redis: Redis): Promise<void> {
  if ((await redis.exists(redisKeys.accounts)) === 1) return;
  const isRestoring = (await redis.exists(redisKeys.restoring)) === 1;
  throw isRestoring ? new UnfinishedRestoreError() : new NoAccountsError();
}

/** A stored record lacks a field, has an invalid one or another type; `of` names it: `account acme`. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';

  constructor(of: string, options: ErrorOptions) {
    super(
      `the record of ${of} is damaged: restore a backup (docs/operation.md, "Backup and restore")`,
      options,
    );
  }
}

/** Called for each damaged record that a list leaves out; what it throws ends the list. */
export type OnDamaged = (error: DamagedRecord) => void;

/** Fails at the first damaged record. */
export const throwDamaged: OnDamaged = (error) => {
  throw error;
};
