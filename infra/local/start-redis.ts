/** Starts the stack's private redis-server, and writes the demo accounts to it. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { addAccount } from '../../pricing-service/registry/accounts.ts';
import { createKey, revokeKey } from '../../pricing-service/registry/keys.ts';
import { createReconnectingClient } from '../../redis/connect.ts';
import type { DemoAccount } from './demo-accounts.ts';
import { findPort } from './find-port.ts';
import { projectFolder } from './run-build.ts';
import type { Run } from './run-until-stopped.ts';
import type { StartServer } from './servers.ts';
import { redisServerProgram } from './settings.ts';

const host = '127.0.0.1';

/**
 * Starts redis-server with `infra/redis.conf` on a free port, with its data in the run's folder. Resolves to its URL as
 * soon as it answers; rejects if `stop` aborts before that.
 */
export async function startRedis(
  startServer: StartServer,
  { folder, stop }: Pick<Run, 'folder' | 'stop'>,
): Promise<string> {
  const data = join(folder, 'redis');
  await mkdir(data);
  const port = await findPort(host, 0);
  const conf = join(projectFolder, 'infra', 'redis.conf');
  const settings = ['--bind', host, '--port', String(port), '--dir', data];
  startServer('redis', redisServerProgram(), [conf, ...settings]);
  const url = `redis://${host}:${port}`;
  await useRedis(url, stop, (redis) => redis.ping());
  return url;
}

/** Writes the demo accounts and their keys to Redis, as `npm run keys` does. Rejects if `stop` aborts before that. */
export async function writeDemoAccounts(
  redisUrl: string,
  accounts: readonly DemoAccount[],
  stop: AbortSignal,
): Promise<void> {
  await useRedis(redisUrl, stop, async (redis) => {
    const author = { redis, by: 'npm run stack' };
    for (const { key, label, record } of accounts) {
      const { id, tier } = record.account;
      await addAccount(author, { id, name: `Demo ${label}`, tier, program: 'linked' });
      const issued = await createKey(author, { account: id, label: 'demo', key });
      if (record.revoked) await revokeKey(author, id, issued.id);
    }
  });
}

/** Calls `use` with a connection as soon as Redis answers, and closes it. Rejects if `stop` aborts before that. */
async function useRedis<Result>(
  url: string,
  stop: AbortSignal,
  use: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  stop.throwIfAborted();
  // Connections are refused while the server starts; if it cannot start, its exit ends the run.
  const redis = createReconnectingClient(url, () => {});
  try {
    // Not `once`, which rejects at the first refused connection.
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve);
      stop.addEventListener('abort', () => reject(stop.reason));
    });
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
