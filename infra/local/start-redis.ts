/** The stack's private redis-server, and the demo accounts in it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { writeKey, writeLinkedAccount } from '../../pricing-service/accounts/redis-accounts.ts';
import type { DemoAccount } from './demo-accounts.ts';
import { findPort } from './find-port.ts';
import type { Run } from './run-until-stopped.ts';
import type { StartServer } from './servers.ts';

const host = '127.0.0.1';

/** Starts it on a free port with its data below `folder`; gives its URL once it answers. */
export async function startRedis(
  startServer: StartServer,
  { folder, stop }: Pick<Run, 'folder' | 'stop'>,
): Promise<string> {
  const data = join(folder, 'redis');
  await mkdir(data);
  const port = await findPort(host, 0);
  const settings = { bind: host, port, dir: data, save: '', appendonly: 'no' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  startServer('redis', 'redis-server', args);
  const url = `redis://${host}:${port}`;
  await useRedis(url, stop, (redis) => redis.ping());
  return url;
}

/** Writes the demo accounts and their keys as the operator's command would. */
export async function writeDemoAccounts(
  redisUrl: string,
  accounts: readonly DemoAccount[],
  stop: AbortSignal,
): Promise<void> {
  const now = new Date().toISOString();
  await useRedis(redisUrl, stop, async (redis) => {
    for (const { key, keyHash, record } of accounts) {
      await writeLinkedAccount(redis, record.account);
      await writeKey(redis, {
        keyHash,
        accountId: record.account.id,
        label: 'demo',
        lastFour: key.slice(-4),
        createdAt: now,
        ...(record.revoked && { revokedAt: now }),
      });
    }
  });
}

/** Waits until the server is there: connecting is tried again until it is. */
async function useRedis<Result>(
  url: string,
  stop: AbortSignal,
  use: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = new Redis(url, { retryStrategy: () => 20 });
  // Refused while the server starts; should it never start, its end ends the run.
  redis.on('error', () => {});
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve);
      stop.addEventListener('abort', () => reject(stop.reason));
    });
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
