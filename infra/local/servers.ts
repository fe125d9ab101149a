/** The server programs of the stack, as child processes that end together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from './run-until-stopped.ts';
import { childEnvironment } from './settings.ts';

/** Starts a program of the run; its output goes to a log file below the run's folder. */
export type StartServer = (
  name: string,
  command: string,
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
) => ChildProcess & { readonly stdout: NodeJS.ReadableStream };

/** Long enough for requests under way; a server that is still there then is killed. */
const patienceMs = 5000;

/** Gives a starter of servers. One that ends by itself fails the run; all end with it. */
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
    // A process group of its own: Ctrl-C reaches the runner alone, which ends them in order.
    const child = spawn(command, args, {
      env: childEnvironment(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const log = join(logs, `${name}.log`);
    const stream = createWriteStream(log, { flags: 'a' });
    // A full disk loses log lines, not the run.
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

/** Ends a server, and whatever of its process group is left: nginx's workers outlive a killed master. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await ended;
    clearTimeout(killer);
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // Nobody is left, as it should be.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function describeEnd(name: string, reason: unknown, log: string): Promise<Error> {
  const words = await readFile(log, 'utf8').catch(() => '');
  const last = words.trim().split('\n').slice(-5).join('\n');
  return new Error(`${name} ended by itself (${reason})\n${last}`);
}
