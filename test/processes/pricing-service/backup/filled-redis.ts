/** Starts a Redis with accounts and keys, and runs `npm run backup` in the process of the test. */
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Redis } from 'ioredis';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { backupProgram } from '../../../../pricing-service/backup/backup-program.ts';
import { runKeysCommand } from '../../../../pricing-service/keys-command/keys-program.ts';
import { type RunOptions, runProgram } from '../../../../pricing-service/keys-command/program.ts';
import { createKey } from '../../../../pricing-service/registry/keys.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { addKey } from '../../../helpers/pricing-app.ts';
import { startRedis } from '../../../helpers/redis-server.ts';

/** Runs `npm run backup` with the words of `line` as arguments. */
export const backup = (url: string, line: string, options: RunOptions = {}) =>
  runProgram(backupProgram, line.split(' '), {
    environment: { REDIS_URL: url, SUDO_USER: 'ana' },
    ...options,
  });

/** Runs `npm run backup -- create` for a folder, asserts that it succeeds, and returns the path of the new file. */
export async function create(t: ExecutionContext, url: string, folder: string): Promise<string> {
  const { exitCode, stdout, stderr } = await backup(url, `create ${folder} --json`);
  t.deepEqual([exitCode, stderr], [0, '']);
  return JSON.parse(stdout).file;
}

/** Returns all data about accounts and keys in a Redis: name → type, expiry and value. */
export async function contentsOf(client: Redis): Promise<Record<string, unknown>> {
  const names = (await client.call('KEYS', redisKeys.everyAccountKey)) as string[];
  const entries = names.map(async (name) => {
    const type = await client.type(name);
    const readers: Record<string, () => Promise<unknown>> = {
      hash: () => client.hgetall(name),
      set: async () => (await client.smembers(name)).sort(),
      zset: () => client.zrange(name, '0', '-1', 'WITHSCORES'),
      stream: () => client.xrange(name, '-', '+'),
      string: () => client.get(name),
    };
    const value = await readers[type]?.();
    return [name, [type, await client.call('PEXPIRETIME', name), value]] as const;
  });
  return Object.fromEntries((await Promise.all(entries)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns all data about accounts and keys, like `contentsOf`, without the audit entries of restores.
 */
export async function contentsWithoutRestores(client: Redis): Promise<Record<string, unknown>> {
  const { [redisKeys.audit]: audit, ...others } = await contentsOf(client);
  const [, , entries] = audit as [string, number, [string, string[]][]];
  return {
    ...others,
    audit: entries.filter(([, pairs]) => !pairs.includes('backup restore')),
  };
}

/** Starts a Redis with two accounts, and with active, ending and revoked keys. */
export async function startFilledRedis(t: ExecutionContext) {
  const redis = await startRedis(t);
  const author = { redis: redis.client, by: 'test' };
  const key = await addKey(redis);
  const revoked = await addKey(redis, { revoked: true });
  await addKey(redis, { id: 'beta', distributorPricing: false });
  const { id } = await createKey(author, { account: 'beta', label: 'Montréal "ERP"' });
  const rotated = await runKeysCommand(['key', 'rotate', 'beta', id], { REDIS_URL: redis.url });
  t.is(rotated.exitCode, 0);
  return { ...redis, author, key, revoked, folder: join(await makeFolder(t), 'backups') };
}
