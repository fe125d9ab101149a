/**
 * Starts a redis-server for one test. The server listens on a Unix socket, so no other program can occupy its
 * port.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { Redis } from 'ioredis';
import { redisServerProgram } from '../../infra/local/settings.ts';
import type { Teardown } from './teardown.ts';

/** A redis-server that listens on a Unix socket, and its client. */
export interface RedisServer {
  /** Path of the Unix socket, which Redis clients accept in place of a URL. */
  readonly url: string;
  /** A client of the test itself. */
  readonly client: Redis;
  /** Folder of the append-only file. */
  readonly data: string;
  /** Ends the server; `start` restarts it with the same data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends the server (SIGSTOP) until `thaw` is called; its connections stay open. */
  freeze(): void;
  thaw(): void;
}

/** Idle servers without settings of their own, started by earlier tests of this process. */
const idle: { readonly folder: string; readonly server: ChildProcess; readonly state: State }[] =
  [];

/** The settings, users and role of a server. */
interface State {
  readonly settings: Readonly<Record<string, string>>;
  readonly users: readonly string[];
  readonly role: string;
}

/** Gives the default user all permissions, and returns the state of a server. */
async function openState(client: Redis): Promise<State> {
  await client.acl('SETUSER', 'default', 'reset', 'on', 'nopass', '~*', '&*', '+@all');
  const pairs = (await client.config('GET', '*')) as string[];
  const named = pairs.flatMap((name, at) => (at % 2 === 0 ? [[name, pairs[at + 1] ?? '']] : []));
  const [role = ''] = (await client.call('ROLE')) as string[];
  return { settings: Object.fromEntries(named), users: await client.acl('LIST'), role };
}

/** Removes all data and users of a test, and restores settings and role; returns true if the server is as before. */
async function reset(client: Redis, before: State): Promise<boolean> {
  const { settings, users, role } = await openState(client);
  // Redis would first write its whole file again.
  if (settings['appendonly'] !== before.settings['appendonly']) return false;
  if (role !== before.role) await client.replicaof('NO', 'ONE');
  for (const [name, value] of Object.entries(before.settings)) {
    if (settings[name] !== value) await client.config('SET', name, value);
  }
  for (const user of users.map((line) => line.split(' ')[1] ?? '')) {
    if (user !== 'default') await client.acl('DELUSER', user);
  }
  await client.flushall();
  return isDeepStrictEqual(await openState(client), before);
}

/**
 * Starts a server with further `--name value` settings, or takes an idle one of this process. After the test, a server
 * without such settings that still runs is reset and kept for later tests; others end, and their data is deleted.
 */
export async function startRedis(
  t: Teardown,
  ...settings: readonly string[]
): Promise<RedisServer> {
  const kept = settings.length === 0 ? idle.pop() : undefined;
  const folder = kept?.folder ?? (await mkdtemp(join(tmpdir(), 'redis-test-')));
  const url = join(folder, 'redis.sock');
  // Without fsync: it would delay replies to writes by seconds while the disk is busy.
  const durability = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'no'];
  const args = ['--port', '0', '--unixsocket', url, '--dir', folder, ...durability, ...settings];
  let server = kept?.server ?? (await startProcess(args));
  const isPlain = settings.length === 0;
  let isRunning = true;
  const client = createTestClient(t, url);
  const state = kept?.state ?? (isPlain ? await openState(client) : undefined);
  t.teardown(async () => {
    if (state && isRunning && (await reset(client, state))) {
      return void idle.push({ folder, server, state });
    }
    await end(server, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url,
    client,
    data: join(folder, 'appendonlydir'),
    stop: () => {
      isRunning = false;
      return end(server, 'SIGTERM');
    },
    async start() {
      server = await startProcess(args);
      isRunning = true;
    },
    freeze: () => {
      isRunning = !server.kill('SIGSTOP');
    },
    thaw: () => {
      isRunning = server.kill('SIGCONT');
    },
  };
}

/** Creates a client that retries until it is connected, and is closed after the test. */
function createTestClient(t: Teardown, url: string): Redis {
  const client = new Redis(url, { retryStrategy: () => 20 });
  // The server is stopped on purpose; what is sent meanwhile waits for its return.
  client.on('error', () => {});
  t.teardown(() => client.disconnect());
  return client;
}

/** The running servers that this process has started; they are killed when this process exits. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const { folder } of idle) rmSync(folder, { recursive: true, force: true });
});

/**
 * Starts a redis-server or a Sentinel; resolves once it is ready. If the program ends before, rejects with an
 * `Error` that contains its output.
 */
export async function startProcess(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(redisServerProgram(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`redis-server ended\n${output.join('\n')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      if (/ready to accept connections|\+monitor master/i.test(line)) resolve();
    });
  });
  // An idle server must not keep this process running.
  child.unref();
  for (const stream of [child.stdout, child.stderr]) (stream as Socket).unref();
  return child;
}

/** Sends a signal to a process that is still running, and waits until it has ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** A TCP proxy before a redis-server, which can hold back, reorder and lose data. */
export interface RedisProxy {
  /** The URL of the proxy: `redis://…` with a free port. */
  readonly url: string;
  /** Holds all replies of the server until `release` is called. */
  hold(): void;
  /** Delivers the held replies, and later replies again at once. */
  release(): void;
  /**
   * Resolves when a client sends a command that contains `text`, such as the hash of a key. The service may send other
   * commands at any time: it also reads the clock and writes reports.
   */
  commandWith(text: string): Promise<void>;
  /** From now on, replaces a text in replies by another one of the same length; '' for none. */
  rewrite(from: string, to: string): void;
  /**
   * Counts the chunks of data from clients that contain the command name `command`, such as `eval`. From chunk number
   * `count` on, holds everything that clients send; resolves when that chunk arrives.
   */
  haltAt(command: string, count: number): Promise<void>;
  /** Delivers the data that `haltAt` has held to the server, and later data again at once. */
  proceed(): void;
  /** Closes every connection; held commands and replies are lost. New connections are accepted. */
  cut(): void;
}

/**
 * Starts a TCP proxy before a server that listens on a Unix socket, for programs that accept only TCP addresses. Its
 * methods hold back commands and replies, or swap replies.
 */
export async function startProxy(
  t: Teardown,
  redis: Pick<RedisServer, 'url'>,
): Promise<RedisProxy> {
  const upstreams = new Set<Socket>();
  const waiting = new Map<string, () => void>();
  let halt: { word: string; left: number; reached: () => void; kept: (() => void)[] } | undefined;
  let rewritten = { from: '', to: '' };
  const handOver = (data: Buffer, client: Socket) => {
    const { from, to } = rewritten;
    if (from === '') return void client.write(data);
    client.write(data.toString('latin1').replaceAll(from, to), 'latin1');
  };
  const server = createServer((client) => {
    const upstream = connect(redis.url);
    upstreams.add(upstream);
    client.on('data', (data) => {
      if (halt?.left && data.includes(halt.word)) halt.left -= 1;
      if (halt?.left === 0) {
        halt.kept.push(() => void upstream.write(data));
        halt.reached();
      } else upstream.write(data);
      for (const [text, resolve] of waiting) if (data.includes(text)) resolve();
    });
    upstream.on('data', (data) => handOver(data, client));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    // Errors are ignored: `close` follows each of them, and ends the other side.
    for (const socket of [client, upstream]) socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const upstream of upstreams) upstream.destroy();
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => upstreams.forEach((upstream) => void upstream.pause()),
    release: () => upstreams.forEach((upstream) => void upstream.resume()),
    commandWith: (text) => new Promise((resolve) => waiting.set(text, resolve)),
    rewrite(from, to) {
      rewritten = { from, to };
    },
    haltAt: (command, count) =>
      new Promise((reached) => {
        halt = { word: `\r\n${command}\r\n`, left: count, reached, kept: [] };
      }),
    proceed() {
      for (const handOver of halt?.kept ?? []) handOver();
      halt = undefined;
    },
    cut: () => upstreams.forEach((upstream) => void upstream.destroy()),
  };
}
