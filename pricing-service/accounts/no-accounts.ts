/** Redis without accounts: it has lost its data, or it is another server than the one that was meant. */
import { redisKeys } from '../../contract/redis-keys.ts';
import type { Log } from '../log.ts';
import type { RedisConnection } from '../redis.ts';

/**
 * Thrown when Redis holds no accounts. Accounts are never removed, so that it has lost its data, is
 * another server, or is a new one; what it says of a key is no verdict (decision 50).
 */
export class NoAccountsError extends Error {
  override readonly name = 'NoAccountsError';

  constructor(
    message = 'Redis holds no accounts: it has lost its data, or REDIS_URL is another server (docs/operation.md, "A Redis without accounts")',
  ) {
    super(message);
  }
}

/** Thrown when Redis holds a part of a backup, which is no accounts either (decision 74). */
export class UnfinishedRestoreError extends NoAccountsError {
  constructor() {
    super(
      'Redis holds a part of a backup: a restore runs, or was interrupted; when none runs, run npm run backup -- restore again (docs/backup.md)',
    );
  }
}

/**
 * Throws `NoAccountsError` if Redis holds no accounts, `UnfinishedRestoreError` if that is so until a restore has
 * ended; rejects if Redis does not answer.
 */
export async function assertHoldsAccounts(redis: RedisConnection): Promise<void> {
  if ((await redis.exists(redisKeys.accounts)) === 1) return;
  const isRestoring = (await redis.exists(redisKeys.restoring)) === 1;
  throw isRestoring ? new UnfinishedRestoreError() : new NoAccountsError();
}

/**
 * Logs `no_accounts` whenever a connection is made to a Redis without accounts: after a restart or a
 * failover the data may be gone. Other faults are logged by the requests that they affect.
 */
export function logMissingAccounts(redis: RedisConnection, log: Log): void {
  redis.on('ready', () =>
    assertHoldsAccounts(redis).catch((error: unknown) => {
      if (error instanceof NoAccountsError) log.error('no_accounts', error);
    }),
  );
}
