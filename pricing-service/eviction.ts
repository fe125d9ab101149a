/**
 * Checks that Redis does not evict accounts and API keys when its memory is full: revocations would be lost with them.
 */
import { Cluster } from 'ioredis';
import type { RedisConnection } from '../redis/connect.ts';
import type { Log } from './log.ts';
import { createWithTimeout } from './redis-timeout.ts';

/** Thrown if Redis may remove API keys and accounts, because of its eviction policy (`maxmemory-policy`). */
export class EvictionPolicyError extends Error {
  override readonly name = 'EvictionPolicyError';

  constructor(policy: string) {
    super(
      `Redis has maxmemory-policy ${policy}: when its memory is full it would drop API keys and accounts, and customers would be refused. Set maxmemory-policy noeviction (docs/operation.md, "Redis")`,
    );
  }
}

/**
 * Checks the eviction policy of Redis, or of every primary in a Cluster. Throws `EvictionPolicyError` if the
 * policy is one of `allkeys-…`. All other policies are safe, because keys and accounts have no TTL. Rejects
 * with another error if Redis does not reply with a policy. Uses INFO, because CONFIG may not be permitted.
 */
export async function assertKeepsKeys(
  redis: RedisConnection,
  withTimeout = createWithTimeout(),
): Promise<void> {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  for (const server of servers) {
    const info = await withTimeout(server.info('memory'));
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
    if (policy === undefined) throw new Error('INFO of Redis contains no maxmemory_policy');
    if (policy.startsWith('allkeys-')) throw new EvictionPolicyError(policy);
  }
}

/**
 * Checks the eviction policy of Redis now, if the connection is ready, and whenever the connection becomes ready later,
 * because a failover may lead to another server. Throws `EvictionPolicyError` if the policy is unsafe now. An unsafe
 * policy that a later check finds, and a policy that cannot be read, are only logged.
 */
export async function checkEvictionPolicy(
  redis: RedisConnection,
  log: Log,
  withTimeout = createWithTimeout(),
): Promise<void> {
  const check = () => assertKeepsKeys(redis, withTimeout);
  redis.on('ready', () => check().catch((error) => log.error('redis_may_drop_keys', error)));
  if (redis.status !== 'ready') return;
  await check().catch((error: unknown) => {
    if (error instanceof EvictionPolicyError) throw error;
    log.error('eviction_unknown', error);
  });
}
