/** Runs `npm run stack` of checkouts: nginx, the pricing service and Redis on a catalogue. */
import type { ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BuildWorld } from './bench-build.ts';
import type { Checkout } from './options.ts';
import { descendantsOf, endProcess, startProgram } from './processes.ts';

/** A measured server: URL without a path, main process, and an API key to send. */
export interface Server {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  readonly key?: string;
  /** The release that requests name, as nginx names it to the service. */
  readonly release?: string;
}

/** A running stack of a checkout. */
export interface Stack extends Checkout {
  /** URL of nginx. */
  readonly address: string;
  readonly key: string;
  readonly redisUrl: string;
  /** The folder in which nginx runs, and the build's output folder in it. */
  readonly run: string;
  readonly out: string;
  readonly child: ChildProcess;
}

/**
 * Starts the stack of each checkout on `content`, with its files below `folder`, and calls `work`
 * with the stacks. Ends them afterwards.
 */
export async function withStacks<Result>(
  checkouts: readonly Checkout[],
  { folder, content }: BuildWorld,
  work: (stacks: readonly Stack[]) => Promise<Result>,
): Promise<Result> {
  const stacks: Stack[] = [];
  try {
    for (const checkout of checkouts) {
      stacks.push(await startStack(checkout, content, join(folder, checkout.name)));
    }
    return await work(stacks);
  } finally {
    for (const { child } of stacks) await endProcess(child);
  }
}

const printed = [/^serving (\S+)/, /^key \S+ (\S+)/, /^redis (\S+)/];

async function startStack(checkout: Checkout, content: string, folder: string): Promise<Stack> {
  await mkdir(folder, { recursive: true });
  const program = ['infra/local/stack.ts', '--content', content];
  const environment = { TMPDIR: folder, PORT: '0' };
  const { child, found } = await startProgram(checkout, program, printed, environment);
  const [address = '', key = '', redisUrl = ''] = found;
  const run = join(folder, (await readdir(folder)).find((name) => !name.startsWith('tsx')) ?? '');
  return { ...checkout, address, key, redisUrl, run, out: join(run, 'dist'), child };
}

/** One worker, limits that refuse nothing, and log lines in buffers, as in production. */
const changes: readonly (readonly [RegExp, string])[] = [
  [/worker_processes \w+;/, 'worker_processes 1;'],
  [/rate=\d+r\/s/, 'rate=1000000r/s'],
  [/burst=\d+/, 'burst=1000000'],
  [/\["quota"\] = \d+/, '["quota"] = 900000000'],
  [/(access_log \S+ access);/, '$1 buffer=64k flush=1s;'],
];

/**
 * Makes the stack's nginx comparable with others (`changes`) and reloads it. Resolves when the new
 * worker has replaced the old ones. Throws if a change applies to no file.
 */
export async function prepareNginx({ name, run, address }: Stack): Promise<Server> {
  const folder = join(run, 'infra', 'nginx');
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.\w+$/.test(file));
  const left = new Set(changes);
  for (const path of files.map((file) => join(folder, file))) {
    let text = await readFile(path, 'utf8');
    for (const change of changes.filter(([pattern]) => pattern.test(text))) {
      text = text.replace(...change);
      left.delete(change);
    }
    await writeFile(path, text);
  }
  for (const [pattern] of left) throw new Error(`no file of ${folder} matches ${pattern}`);
  const pid = Number(await readFile(join(run, 'run', 'nginx.pid'), 'utf8'));
  process.kill(pid, 'SIGHUP');
  do await wait(500);
  while ((await descendantsOf(pid)).length !== 1);
  return { name, origin: address, pid };
}

/** Returns the pricing service of a stack, for requests that bypass its nginx. */
export async function findPricingService({ name, run, child, key }: Stack): Promise<Server> {
  const path = join(run, 'infra', 'nginx', 'settings', 'pricing-server.conf');
  const [, server] = /server ([\d.:]+)/.exec(await readFile(path, 'utf8')) ?? [];
  // As nginx does, so that the service need not read the link.
  const release = basename(await readlink(join(run, 'dist', 'current')));
  for (const pid of await descendantsOf(child.pid ?? 0)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (command.includes('pricing-service/main'))
      return { name, origin: `http://${server}`, pid, key, release };
  }
  throw new Error(`the stack of ${run} has no pricing service`);
}
