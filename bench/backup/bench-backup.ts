/**
 * Measures the duration of `npm run backup` and the size of its files: restores generated accounts into a Redis with
 * the settings of `infra/redis.conf`, backs them up from this Redis, and verifies the backup file. Meanwhile, a second
 * client sends PINGs; the longest wait for an answer shows for how long one Lua script of the command blocks Redis.
 */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { projectFolder } from '../../infra/local/run-build.ts';
import { writeBackup } from '../../pricing-service/backup/backup-file.ts';
import { checkBackup } from '../../pricing-service/backup/check-backup.ts';
import { writePrivateFile } from '../../pricing-service/backup/private-folder.ts';
import { type Measurement, runNodeMeasured } from '../build/run-measured.ts';
import { startRedisProcess } from '../pricing/world.ts';
import { programArguments } from '../program-arguments.ts';
import { ratio } from '../ratio.ts';
import { generateAccounts, keysOfAccount } from './generate-accounts.ts';

/** The options of `npm run bench -- backup`, which measures backups of accounts. */
export interface BackupOptions {
  /** Numbers of generated accounts, such as 1000 and 10,000; the bench runs once for each number. */
  readonly accounts: readonly number[];
}

/**
 * For each number of accounts, starts a new Redis and measures the commands `restore`, `create` and `verify` of
 * `npm run backup`. Prints five lines of the form `ratio <name> <value> (goal …)` for each number: the seconds of each
 * command, the size of the backup file in MB, and the memory in MB that Redis needs for the accounts.
 */
export async function benchBackup(
  { accounts }: BackupOptions,
  print: (line: string) => void,
): Promise<void> {
  for (const count of accounts) await measure(count, print);
}

async function measure(count: number, print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-backup-'));
  const redis = await startRedisProcess(folder);
  const client = new Redis(redis.url);
  try {
    const backups = join(folder, 'backups');
    await mkdir(backups, { mode: 0o700 });
    const snapshot = generateAccounts(count);
    const generated = await writePrivateFile(
      backups,
      'generated.jsonl.gz',
      (file) => writeBackup(snapshot, file),
      async (path) => void (await checkBackup(path)),
    );
    const empty = await usedBytes(client);
    const run = (...args: string[]) => runBackup(redis.url, client, args);
    const restored = await run('restore', generated, '--json');
    const held = (await usedBytes(client)) - empty;
    const created = await run('create', backups, '--json');
    const { file } = JSON.parse(created.output) as { readonly file: string };
    const verified = await run('verify', file, '--json');
    const tell = ({ processorSeconds, peakBytes, longestWait, steps }: Measured) =>
      `the figure, in s; ${processorSeconds.toFixed(1)} s of processor time, ${megabytes(peakBytes)} MB resident; ${steps}; a PING waited ${longestWait.toFixed(0)} ms at most`;
    print(ratio(`backup-create-${count}`, created.seconds, tell(created)));
    print(ratio(`backup-verify-${count}`, verified.seconds, tell(verified)));
    print(ratio(`backup-restore-${count}`, restored.seconds, tell(restored)));
    const size = (await stat(file)).size;
    const each = `${(size / count).toFixed(0)} bytes an account of ${keysOfAccount} keys`;
    print(ratio(`backup-file-${count}`, size / 1e6, `the figure, in MB; ${each}`));
    const inMemory = `${(held / count / 1000).toFixed(1)} kB an account of ${keysOfAccount} keys`;
    print(ratio(`backup-redis-${count}`, held / 1e6, `the figure, in MB; ${inMemory}`));
  } finally {
    client.disconnect();
    await redis.end();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Measured extends Measurement {
  /** Longest wait for the answer to a PING, in milliseconds. */
  readonly longestWait: number;
  /**
   * Text for the printed line, such as `12 steps in Redis, 3.1 ms each`: Redis ran 12 Lua scripts for the command, and
   * Redis's processor time, divided by 12, is 3.1 ms. That time includes the answers to the PINGs.
   */
  readonly steps: string;
}

async function runBackup(url: string, client: Redis, args: readonly string[]): Promise<Measured> {
  const script = [...programArguments('pricing-service/backup/main.ts'), ...args];
  const before = await readWork(client);
  let longestWait = 0;
  let isRunning = true;
  const pinging = (async () => {
    while (isRunning) {
      const sentAt = performance.now();
      await client.ping();
      longestWait = Math.max(longestWait, performance.now() - sentAt);
      await wait(2);
    }
  })();
  try {
    const measured = await runNodeMeasured(script, projectFolder, { REDIS_URL: url });
    return { ...measured, longestWait, steps: describeWork(before, await readWork(client)) };
  } finally {
    isRunning = false;
    await pinging;
  }
}

/**
 * Returns the work of Redis since its start: the number of Lua scripts that it has run (`steps`), and the processor
 * time of its main thread in seconds.
 */
async function readWork(client: Redis): Promise<Work> {
  const stats = await client.info('commandstats');
  const calls = [...stats.matchAll(/^cmdstat_eval(?:_ro)?:calls=(\d+)/gm)];
  const usage = await client.info('cpu');
  const times = [...usage.matchAll(/^used_cpu_(?:sys|user)_main_thread:([\d.]+)/gm)];
  const sum = (found: readonly RegExpExecArray[]) =>
    found.reduce((total, [, number]) => total + Number(number), 0);
  return { steps: sum(calls), seconds: sum(times) };
}

interface Work {
  readonly steps: number;
  readonly seconds: number;
}

function describeWork(before: Work, after: Work): string {
  const steps = after.steps - before.steps;
  const milliseconds = (after.seconds - before.seconds) * 1000;
  const each = steps === 0 ? '' : `, ${(milliseconds / steps).toFixed(1)} ms each`;
  return `${steps} steps in Redis${each}`;
}

async function usedBytes(client: Redis): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
