/** A Redis that evicts keys when its memory is full could lose accounts and revocations. */
import { Cluster } from 'ioredis';
import type { RedisConnection } from '../redis/connect.ts';
import type { Log } from './log.ts';
import { createWithTimeout } from './redis-timeout.ts';

/** Thrown if the eviction policy of Redis may remove keys and accounts. */
export class EvictionPolicyError extends Error {
  override readonly name = 'EvictionPolicyError';

  constructor(policy: string) {
    super(
      `Redis has maxmemory-policy ${policy}: when its memory is full it would drop API keys and accounts, and customers would be refused. Set maxmemory-policy noeviction (docs/operation.md, "Redis")`,
    );
  }
}

/**
 * Checks the eviction policy of Redis, in a Cluster of every primary. Throws `EvictionPolicyError` for `allkeys-…`;
 * `noeviction` and `volatile-…` keep keys and accounts, which have no TTL. Rejects if Redis does not reply with a
 * policy. Uses INFO, because CONFIG may not be permitted.
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
 * Checks the eviction policy of Redis now, if the connection is ready, and after each new connection, because a
 * failover may lead to another server. Throws `EvictionPolicyError` only now. A later violation, and a policy that
 * cannot be read, are only logged.
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
