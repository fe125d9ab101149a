/** Starts the servers of a local run (`start`, `dev` or `stack`) as child processes and stops them together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from './run-until-stopped.ts';
import { childEnvironment } from './settings.ts';

/**
 * Starts a server program of the run and returns its process. The output of the program goes to `logs/<name>.log` in
 * the run's folder. The server ends with the run. Throws if the run has already ended.
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
 * Returns the function that starts the servers of a run. All servers end with the run; if one cannot be started or ends
 * by itself, the run fails. Call it only once for a run: it creates the folder `logs`, and rejects if that exists.
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
      if (!ending && !stop.aborted) fail(await describeEnd(name, code ?? signal, log));
    });
    atEnd(async () => {
      ending = true;
      await end(child);
      stream.end();
    });
    return child;
  };
}

/**
 * Stops a server, and kills it if it has not ended after the grace period. Then kills the rest of its process group,
 * because nginx's workers survive a killed master.
 */
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

async function describeEnd(name: string, reason: unknown, log: string): Promise<Error> {
  const words = await readFile(log, 'utf8').catch(() => '');
  const last = words.trim().split('\n').slice(-5).join('\n');
  return new Error(`${name} ended by itself (${reason})\n${last}`);
}
