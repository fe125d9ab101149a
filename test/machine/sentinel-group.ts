/** Starts a Sentinel group, which normally runs on several machines, on free local ports. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findPort } from '../../infra/local/find-port.ts';
import { end, startProcess } from '../helpers/redis-server.ts';
import type { Teardown } from '../helpers/teardown.ts';
import { makeTemporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

/** A server of a group: its port, its process and a client. */
export interface RedisNode {
  readonly port: number;
  readonly process: ChildProcess;
  /** A client for the test, connected only to this server. */
  readonly client: Redis;
}

const host = '127.0.0.1';

/** Starts a Redis server with its own data folder; it ends with the test. */
async function startNode(t: Teardown, folder: string, ...settings: string[]): Promise<RedisNode> {
  const port = await findPort(host, 0);
  const dir = join(folder, String(port));
  await mkdir(dir);
  const kept = ['--dir', dir, '--save', '', '--appendonly', 'yes'];
  const process = await startProcess([
    '--bind',
    host,
    '--port',
    String(port),
    ...kept,
    ...settings,
  ]);
  t.teardown(() => end(process, 'SIGKILL'));
  return { port, process, client: createNodeClient(t, port) };
}

function createNodeClient(t: Teardown, port: number): Redis {
  const client = new Redis(port, host, { retryStrategy: () => 20 });
  // Servers are killed on purpose.
  client.on('error', () => {});
  t.teardown(() => client.disconnect());
  return client;
}

/** A primary and two replicas, which three Sentinels watch. */
export interface SentinelGroup {
  /** The URL of the group, in the form of `REDIS_URL`: `redis-sentinel://…`. */
  readonly url: string;
  /** The primary that the group was started with, then its replicas. */
  readonly nodes: readonly [RedisNode, RedisNode, RedisNode];
  /** Clients of the three Sentinels. */
  readonly sentinels: readonly Redis[];
}

/**
 * Starts a primary, two replicas and three Sentinels, as docs/operation.md describes. Resolves once all Sentinels know
 * both replicas and each other.
 */
export async function startSentinelGroup(t: Teardown): Promise<SentinelGroup> {
  const folder = await makeTemporaryFolder(t);
  const settings = ['--repl-diskless-sync-delay', '0', '--min-replicas-to-write', '1'];
  const primary = await startNode(t, folder, ...settings);
  const of = ['--replicaof', `${host} ${primary.port}`];
  const replicas = await Promise.all([
    startNode(t, folder, ...settings, ...of),
    startNode(t, folder, ...settings, ...of),
  ]);
  await until(async () =>
    /min_slaves_good_slaves:2/.test(await primary.client.info('replication')),
  );
  const sentinels = await Promise.all([1, 2, 3].map(() => startSentinel(t, folder, primary.port)));
  await until(async () => (await Promise.all(sentinels.map(isComplete))).every(Boolean));
  const hosts = sentinels.map(({ options }) => `${host}:${options.port}`).join();
  return { url: `redis-sentinel://${hosts}#main`, nodes: [primary, ...replicas], sentinels };
}

async function startSentinel(t: Teardown, folder: string, primary: number): Promise<Redis> {
  const port = await findPort(host, 0);
  const file = join(folder, `sentinel-${port}.conf`);
  const lines = [
    `port ${port}`,
    `bind ${host}`,
    `dir ${folder}`,
    `sentinel monitor main ${host} ${primary} 2`,
    'sentinel down-after-milliseconds main 1000',
    'sentinel failover-timeout main 3000',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const process = await startProcess([file, '--sentinel']);
  t.teardown(() => end(process, 'SIGKILL'));
  return createNodeClient(t, port);
}

async function isComplete(sentinel: Redis): Promise<boolean> {
  const facts = (await sentinel.call('SENTINEL', 'MASTER', 'main')) as string[];
  const factOf = (name: string) => facts[facts.indexOf(name) + 1];
  return factOf('num-slaves') === '2' && factOf('num-other-sentinels') === '2';
}

/** Kills a server, as a crash would, and waits until it is gone. */
export async function crash({ process }: RedisNode): Promise<void> {
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
}
