/** Detects a Redis without accounts: it has lost its data, or `REDIS_URL` names another server. */
import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';

/**
 * Thrown if Redis holds no accounts. Apart from an unfinished restore (`UnfinishedRestoreError`), nothing removes all
 * accounts, so this Redis has lost its data, is another server or is new; its replies do not show whether a key is
 * valid (decisions.md, "Keys are read only where they could be changed").
 */
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

/**
 * Throws `NoAccountsError` if Redis holds no accounts, and `UnfinishedRestoreError` if a restore has not finished;
 * rejects if Redis does not reply.
 */
export async function assertHoldsAccounts(redis: Redis): Promise<void> {
  if ((await redis.exists(redisKeys.accounts)) === 1) return;
  const isRestoring = (await redis.exists(redisKeys.restoring)) === 1;
  throw isRestoring ? new UnfinishedRestoreError() : new NoAccountsError();
}
