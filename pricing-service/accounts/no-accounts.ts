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

  constructor() {
    super(
      'Redis holds no accounts: it has lost its data, or REDIS_URL is another server (docs/operation.md, "A Redis without accounts")',
    );
  }
}

/** Throws `NoAccountsError` if Redis holds no accounts; rejects if Redis does not answer. */
export async function assertHoldsAccounts(redis: RedisConnection): Promise<void> {
  if ((await redis.exists(redisKeys.accounts)) === 0) throw new NoAccountsError();
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
