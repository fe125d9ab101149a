/** Watches whether Redis still has its accounts, and whether it could evict them. */
import type { Redis } from 'ioredis';
import type { Log } from './log.ts';
import type { WithTimeout } from './redis-accounts.ts';
import { assertHoldsAccounts, NoAccountsError } from './registry/failures.ts';

/** Thrown if the eviction policy of Redis may remove API keys and accounts. */
export class EvictionPolicyError extends Error {
  override readonly name = 'EvictionPolicyError';

  constructor(policy: string) {
    super(
      `Redis has maxmemory-policy ${policy}: when its memory is full it would drop API keys and accounts, and customers would be refused. Set maxmemory-policy noeviction (docs/operation.md, "Redis")`,
    );
  }
}

/**
 * Throws `EvictionPolicyError` for `allkeys-…`: other policies are safe, because keys have no TTL.
 * Uses INFO, because CONFIG may not be permitted.
 */
export async function assertKeepsKeys(redis: Redis): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy === undefined) throw new Error('INFO of Redis contains no maxmemory_policy');
  if (policy.startsWith('allkeys-')) throw new EvictionPolicyError(policy);
}

/**
 * Checks the policy now and whenever the connection becomes ready, which may be to another server.
 * Throws `EvictionPolicyError` if it is unsafe now; all else is only logged.
 */
export async function watchRedis(redis: Redis, log: Log, withTimeout: WithTimeout): Promise<void> {
  const checkPolicy = () => withTimeout(assertKeepsKeys(redis));
  redis.on('ready', () => {
    checkPolicy().catch((error) => log.error('redis_may_drop_keys', error));
  });
  if (redis.status !== 'ready') return;
  await checkPolicy().catch((error: unknown) => {
    if (error instanceof EvictionPolicyError) throw error;
    log.error('eviction_unknown', error);
  });
}

/**
 * Logs `no_accounts` whenever the connection becomes ready and Redis holds none. Other errors are
 * logged with the requests that they affect.
 */
export function logMissingAccounts(redis: Redis, log: Log): void {
  redis.on('ready', () => {
    assertHoldsAccounts(redis).catch((error: unknown) => {
      if (error instanceof NoAccountsError) log.error('no_accounts', error);
    });
  });
}
