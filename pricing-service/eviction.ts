/** A Redis that throws away keys when its memory is full would forget accounts, and who was revoked. */
import { Cluster } from 'ioredis';
import { createInTime, type RedisConnection } from './redis.ts';

/**
 * Throws an `Error` that says what to set unless the eviction policy of Redis, of a Cluster that of every
 * primary, leaves keys without an end alone: `noeviction`, or `volatile-…`, since no key or account has an
 * end. INFO tells the policy where CONFIG is not permitted; rejects as well when Redis does not tell.
 */
export async function assertKeepsKeys(
  redis: RedisConnection,
  inTime = createInTime(),
): Promise<void> {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  for (const server of servers) {
    const facts = await inTime(server.info('memory'));
    const policy = /^maxmemory_policy:(\S+)/m.exec(facts)?.[1];
    if (policy === undefined) throw new Error('Redis does not tell its maxmemory-policy');
    if (policy.startsWith('allkeys-')) throw new EvictionPolicyError(policy);
  }
}

/** Thrown when Redis may drop keys and accounts. */
export class EvictionPolicyError extends Error {
  override readonly name = 'EvictionPolicyError';

  constructor(policy: string) {
    super(
      `Redis has maxmemory-policy ${policy}: when its memory is full it would drop API keys and accounts, and customers would be refused. Set maxmemory-policy noeviction (docs/operation.md, "Redis")`,
    );
  }
}
