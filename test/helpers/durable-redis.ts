/**
 * Starts a redis-server with `infra/redis.conf`, the settings of production; tests may kill and restart it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { findPort } from '../../infra/local/find-port.ts';
import { redisServerProgram } from '../../infra/local/settings.ts';
import { makeFolder } from './content.ts';
import type { Teardown } from './teardown.ts';

/** A redis-server with the settings of production, which keeps its data when it is killed. */
export interface DurableRedis {
  readonly url: string;
  readonly port: number;
  /** A client of the test itself. */
  readonly client: Redis;
  /** Ends the server by SIGKILL, so that it cannot save or clean up anything. */
  kill(): Promise<void>;
  /** Path of the append-only file that the server writes to. */
  readonly file: string;
  /**
   * Starts the server again with the data on disk. If `maxFileBytes` (a multiple of 512) is given, writes
   * fail beyond this file size, as on a full disk.
   */
  restart(maxFileBytes?: number): Promise<void>;
  /** Suspends the server (SIGSTOP) until `thaw` is called; its connections stay open. */
  freeze(): void;
  thaw(): void;
}

/**
 * Starts a redis-server with `infra/redis.conf` and further `--name value` settings, in its own folder; ends
 * it after the test. `users` is the text of a users file, whose user `admin` has the password `secret`.
 */
export async function startDurableRedis(
  t: Teardown,
  { settings = [], users }: { readonly settings?: readonly string[]; readonly users?: string } = {},
): Promise<DurableRedis> {
  const dir = await makeFolder(t);
  const port = await findPort('127.0.0.1', 0);
  const args = ['infra/redis.conf', '--port', String(port), '--dir', dir, ...settings];
  if (users !== undefined) {
    await writeFile(join(dir, 'users.acl'), users);
    args.push('--aclfile', 'users.acl');
  }
  let server = await start(args);
  t.teardown(() => kill(server));
  const login = users === undefined ? '' : 'admin:secret@';
  const client = new Redis(`redis://${login}127.0.0.1:${port}`, { retryStrategy: () => 20 });
  // The server is killed on purpose; what is sent meanwhile waits for its return.
  client.on('error', () => {});
  t.teardown(() => client.disconnect());
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    client,
    file: join(dir, 'appendonlydir', 'appendonly.aof.1.incr.aof'),
    kill: () => kill(server),
    async restart(maxFileBytes) {
      server = await start(args, maxFileBytes);
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
  };
}

async function start(args: readonly string[], maxFileBytes?: number): Promise<ChildProcess> {
  // The shell counts the limit in blocks of 512 bytes. A write beyond the limit fails, instead of ending the server,
  // because the signal for it (SIGXFSZ) is ignored.
  const limit = maxFileBytes === undefined ? '' : `trap '' XFSZ; ulimit -f ${maxFileBytes / 512};`;
  const command = `${limit} exec "$0" "$@"`;
  const child = spawn('sh', ['-c', command, redisServerProgram(), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    if (/ready to accept connections/i.test(line)) {
      child.stdout.resume();
      return child;
    }
  }
  throw new Error('redis-server has ended');
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
