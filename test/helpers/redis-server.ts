/** A redis-server that belongs to one test: on a Unix socket, so that no port can be taken. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { redisServerProgram } from '../../infra/local/settings.ts';
import type { Teardown } from './teardown.ts';

export interface RedisServer {
  /** Path of the socket; a client takes it in place of a URL. */
  readonly url: string;
  /** A client of the test itself. */
  readonly client: Redis;
  /** Folder of the append-only file. */
  readonly data: string;
  /** Ends the server; what was written is kept for the next start. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Keeps the server from answering; its connections stay open. */
  freeze(): void;
  thaw(): void;
}

/** Starts a server with further `--name value` settings; it ends and its data goes with the test. */
export async function startRedis(
  t: Teardown,
  ...settings: readonly string[]
): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-test-'));
  const url = join(folder, 'redis.sock');
  const kept = ['--dir', folder, '--save', '', '--appendonly', 'yes'];
  const args = ['--port', '0', '--unixsocket', url, ...kept, ...settings];
  let server = await startProcess(args);
  const client = createTestClient(t, url);
  t.teardown(async () => {
    await end(server, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url,
    client,
    data: join(folder, 'appendonlydir'),
    stop: () => end(server, 'SIGTERM'),
    async start() {
      server = await startProcess(args);
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
  };
}

/** A client that tries until it is connected, and is closed with the test. */
function createTestClient(t: Teardown, url: string): Redis {
  const client = new Redis(url, { retryStrategy: () => 20 });
  // The server is stopped on purpose; what is sent meanwhile waits for its return.
  client.on('error', () => {});
  t.teardown(() => client.disconnect());
  return client;
}

/** The servers of this process; those that a failed test left behind end with it. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Resolves once the server, or Sentinel, is at work; rejects with its output when it ends before. */
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
  return child;
}

/** Ends a process unless it has ended, and waits for it. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

export interface RedisProxy {
  /** `redis://…` on a free port. */
  readonly url: string;
  /** Keeps the server's answers back from now on. */
  hold(): void;
  /** Hands over what was kept back, and what comes. */
  release(): void;
  /** Resolves when the next command comes from the client. */
  nextCommand(): Promise<void>;
  /** Hands over the next two array replies in the opposite order; resolves once it has. */
  swapReplies(): Promise<void>;
  /** Resolves at the n-th sending that holds a command; it and all after it do not reach the server. */
  haltAt(command: string, count: number): Promise<void>;
  /** Hands over what `haltAt` has kept from the server, and what comes. */
  proceed(): void;
}

/**
 * Starts a TCP proxy before a server that listens on a Unix socket, for programs that accept only TCP
 * addresses. Delays each reply by `delayMs`; methods of the proxy hold back commands and replies, or swap
 * replies.
 */
export async function startProxy(
  t: Teardown,
  redis: RedisServer,
  { delayMs = 0 } = {},
): Promise<RedisProxy> {
  const upstreams = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let halt: { word: string; left: number; reached: () => void; kept: (() => void)[] } | undefined;
  let swap: { kept: string; done: () => void } | undefined;
  const handOver = (data: Buffer, client: Socket) => {
    if (swap === undefined) return void client.write(data);
    swap.kept += data.toString('latin1');
    const first = takeArray(swap.kept);
    const second = takeArray(swap.kept.slice(first.length));
    if (second === '') return;
    client.write(second + first, 'latin1', swap.done);
    swap = undefined;
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
      for (const resolve of waiting.splice(0)) resolve();
    });
    upstream.on('data', (data) => {
      if (delayMs === 0) handOver(data, client);
      else setTimeout(() => handOver(data, client), delayMs);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    // An end of either side is seen as its close.
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
    nextCommand: () => new Promise((resolve) => waiting.push(resolve)),
    swapReplies: () =>
      new Promise((done) => {
        swap = { kept: '', done };
      }),
    haltAt: (command, count) =>
      new Promise((reached) => {
        halt = { word: `\r\n${command}\r\n`, left: count, reached, kept: [] };
      }),
    proceed() {
      for (const handOver of halt?.kept ?? []) handOver();
      halt = undefined;
    },
  };
}

/**
 * Returns the array of strings and nulls with which a text in RESP3 begins, or '' if the array is incomplete.
 */
function takeArray(text: string): string {
  const [, count = '0'] = /^\*(\d+)\r\n/.exec(text) ?? [];
  const array = `^\\*${count}\\r\\n(?:(?:_|\\$\\d+\\r\\n[^\\r]*)\\r\\n){${count}}`;
  return new RegExp(array).exec(text)?.[0] ?? '';
}
