/** Starts, measures and ends programs of a checkout. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { childEnvironment } from '../infra/local/settings.ts';
import type { Checkout } from './options.ts';
import type { Cost, Usage } from './ratio.ts';

/** Calls `work` with a new temporary folder, and removes the folder afterwards. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends SIGTERM to a process unless it has ended. Resolves when it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Starts a program and waits until it has printed a line for each pattern; returns the process and the first groups. */
export async function startProgram(
  { folder }: Checkout,
  program: readonly string[],
  patterns: readonly RegExp[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; found: readonly string[] }> {
  const [args, env] = [['--import', 'tsx', ...program], childEnvironment(environment)];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: [...stdio] });
  const found: string[] = [];
  await new Promise<void>((resolve, reject) => {
    // Reads on after the last pattern: a program that cannot write would stop.
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, group] = patterns[found.length]?.exec(line) ?? [];
      if (group !== undefined) found.push(group);
      if (found.length === patterns.length) resolve();
    });
    child.once('exit', () => reject(new Error(`${program[0]} in ${folder} ended too early`)));
  });
  return { child, found };
}

/** A module that writes the resource usage of its process to file descriptor 3 at its exit. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  const write = () => writeSync(3, JSON.stringify(process.resourceUsage()));
  if (isMainThread) process.on('exit', write);
`)}`;

/**
 * Runs a program and returns its cost. First waits until all earlier writes are on the disk.
 * Rejects if the exit code is not 0.
 */
export async function runProgram(
  { folder }: Checkout,
  program: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Cost> {
  await promisify(execFile)('sync');
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', hook, '--import', 'tsx', ...program], {
    cwd: folder,
    env: childEnvironment(environment),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [errors, resources, [code]] = await Promise.all([
    text(child.stderr as NodeJS.ReadableStream),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'exit'),
  ]);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`${program[0]} in ${folder} ended with ${code}: ${errors}`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(resources) as NodeJS.ResourceUsage;
  const processorSeconds = (userCPUTime + systemCPUTime) / 1e6;
  return { seconds, processorSeconds, gigabytes: (maxRSS * 1024) / 1e9 };
}

/**
 * Returns what a running process and its descendants have used, as a sum (proc(5); Linux only).
 * Rejects with a file-system error if one of them ends meanwhile.
 */
export async function readUsage(pid: number): Promise<Usage> {
  let [processorSeconds, gigabytes] = [0, 0];
  for (const each of [pid, ...(await descendantsOf(pid))]) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8');
    // The name before `)` may contain spaces. After it comes field 3; fields 14 to 17 are times, in
    // hundredths of a second wherever Node.js runs on Linux.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    for (const time of times) processorSeconds += Number(time) / 100;
    const status = await readFile(`/proc/${each}/status`, 'utf8');
    gigabytes += (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e9;
  }
  return { processorSeconds, gigabytes };
}

/** Returns the ids of the child processes of a running process, and of theirs. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const task of await readdir(`/proc/${pid}/task`)) {
    // A thread may have ended.
    const ids = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '');
    for (const id of ids.split(' ').filter(Boolean).map(Number)) {
      found.push(id, ...(await descendantsOf(id)));
    }
  }
  return found;
}
