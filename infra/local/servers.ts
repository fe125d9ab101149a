/** Starts the servers of a local run (`start`, `dev` or `stack`) as child processes and stops them together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeArguments } from './node-arguments.ts';
import type { Run } from './run-until-stopped.ts';
import { childEnvironment, syncEverySeconds } from './settings.ts';

/**
 * Starts a server program of the run and returns its process. Its output goes to `logs/<name>.log` in the run's folder.
 * The server ends with the run. Throws if the run has already ended.
 */
export type StartServer = (
  name: string,
  command: string,
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
) => ChildProcess & { readonly stdout: NodeJS.ReadableStream };

/** Milliseconds that a stopped server has to finish current requests; after that it is killed. */
const gracePeriodMs = 5000;

/**
 * Returns the function that starts the servers of a run. All end with the run; if one cannot be started or ends by
 * itself, the run fails. Call it only once for a run: it creates the folder `logs`, and rejects if that exists.
 */
export async function createServerStarter({
  folder,
  stop,
  atEnd,
  fail,
}: Run): Promise<StartServer> {
  const logs = join(folder, 'logs');
  await mkdir(logs);
  return (name, command, args, environment) => {
    stop.throwIfAborted();
    let ending = false;
    // A separate process group: Ctrl-C reaches only the runner, which stops the servers in order.
    const child = spawn(command, args, {
      env: childEnvironment(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const log = join(logs, `${name}.log`);
    const stream = createWriteStream(log, { flags: 'a' });
    // A full disk loses log lines but does not end the run.
    stream.on('error', () => {});
    child.stdout.pipe(stream, { end: false });
    child.stderr.pipe(stream, { end: false });
    child.once('error', ({ message }) => fail(new Error(`${name} cannot be started: ${message}`)));
    child.once('exit', async (code, signal) => {
      if (ending || stop.aborted) return;
      const words = await readFile(log, 'utf8').catch(() => '');
      const last = words.trim().split('\n').slice(-5).join('\n');
      fail(new Error(`${name} ended by itself (${code ?? signal})\n${last}`));
    });
    atEnd(async () => {
      ending = true;
      await end(child);
      stream.end();
    });
    return child;
  };
}

/** Stops a server, and then kills the rest of its process group, because nginx's workers survive a killed master. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), gracePeriodMs);
    await ended;
    clearTimeout(killer);
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // The process group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The loopback ports of a pricing service; `port` is that of the API. */
export interface PricingPorts {
  readonly port: number;
  /** Port of metrics, liveness and readiness. */
  readonly metricsPort: number;
}

/** Starts the pricing service; resolves to its ports when it listens, and rejects if it ends before that. */
export async function startPricingService(
  startServer: StartServer,
  environment: Readonly<Record<string, string>>,
): Promise<PricingPorts> {
  const args = nodeArguments('pricing-service/main.ts');
  const child = startServer('pricing-service', process.execPath, args, {
    ...environment,
    PRICING_HOST: '127.0.0.1',
    PRICING_PORT: '0',
    PRICING_METRICS_HOST: '127.0.0.1',
    PRICING_METRICS_PORT: '0',
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, ...ports } = JSON.parse(line) as { event: string } & PricingPorts;
    if (event === 'listening') return ports;
  }
  throw new Error('the pricing service ended before it listened');
}

/**
 * Starts `npm run sync` for the output folder `folder`, which reads the active products from the specification service.
 * Resolves when its first attempt to write the listing has ended, with or without success; rejects if `stop` aborts.
 */
export async function startSyncer(
  startServer: StartServer,
  { folder, stop }: Pick<Run, 'folder' | 'stop'>,
): Promise<void> {
  const args = nodeArguments('sync/main.ts');
  const options = ['--out', folder, '--every', `${syncEverySeconds}s`];
  const child = startServer('sync', process.execPath, [...args, ...options]);
  await once(createInterface({ input: child.stdout }), 'line', { signal: stop });
}
