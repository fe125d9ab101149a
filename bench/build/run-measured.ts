/** Measures processes: wall-clock time, processor time, and peak resident memory. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { projectFolder } from '../../infra/local/run-build.ts';
import { childEnvironment } from '../../infra/local/settings.ts';
import { programArguments } from '../program-arguments.ts';
import type { Cost } from '../ratio.ts';

/** The times, peak memory and output of a process that has ended. */
export interface Measurement extends Cost {
  /** Peak resident memory of the process with its threads, in bytes. */
  readonly peakBytes: number;
  /** Standard output of the process. */
  readonly output: string;
}

/**
 * A module that Node.js loads before the measured script. It writes the resource usage of the process to file
 * descriptor 3 as JSON when the process exits.
 */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));
  }
`)}`;

/**
 * Runs a TypeScript file of the project in a new process, and returns its times, peak memory and output. Rejects if the
 * exit code of the process is not 0.
 */
export function runMeasured(script: string, args: readonly string[]): Promise<Measurement> {
  return runNodeMeasured([...programArguments(script), ...args], projectFolder);
}

/**
 * Runs Node.js with `args` in `folder`. First waits until all earlier writes of the system are on the disk. The process
 * gets the variables in `environment` and those of this process, except settings of the operator such as `REDIS_URL`.
 * Returns its times (processor time without child processes), peak memory and output. Rejects if the exit code is not
 * 0.
 */
export async function runNodeMeasured(
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Measurement> {
  await flushDisks();
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', hook, ...args], {
    cwd: folder,
    env: childEnvironment(environment),
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [output, resources, [code, signal]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code ?? signal}: ${output}`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(resources) as NodeJS.ResourceUsage;
  const processorSeconds = (userCPUTime + systemCPUTime) / 1e6;
  return { seconds, processorSeconds, peakBytes: maxRSS * 1024, output };
}

/** Resolves when all writes of all processes are on the disk. */
export async function flushDisks(): Promise<void> {
  await promisify(execFile)('sync');
}

/** The resources that a running process and all its descendants have used. */
export interface TreeUsage {
  /** Processor time, including that of threads and children that have ended. */
  readonly processorSeconds: number;
  /** Peak resident memory in bytes, added over the process and those of its descendants that are still running. */
  readonly peakBytes: number;
}

/**
 * Ticks per second; processor times in `/proc` are numbers of ticks. The value is 100 on Linux wherever Node.js runs
 * (`getconf CLK_TCK`).
 */
const ticksPerSecond = 100;

/**
 * Reads the resources that a running process and all its descendants have used (proc(5); Linux only). Rejects with a
 * file-system error if one of the processes ends before it is read.
 */
export async function readTreeUsage(pid: number): Promise<TreeUsage> {
  const folder = `/proc/${pid}`;
  const stat = await readFile(`${folder}/stat`, 'utf8');
  // The name before `)` may contain spaces. After it comes field 3; fields 14 to 17 are times.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const status = await readFile(`${folder}/status`, 'utf8');
  const peakKilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]);
  let usage = { processorSeconds: ticks / ticksPerSecond, peakBytes: peakKilobytes * 1024 };
  for (const child of await childrenOf(folder)) {
    const { processorSeconds, peakBytes } = await readTreeUsage(child);
    usage = {
      processorSeconds: usage.processorSeconds + processorSeconds,
      peakBytes: usage.peakBytes + peakBytes,
    };
  }
  return usage;
}

async function childrenOf(folder: string): Promise<number[]> {
  const children: number[] = [];
  for (const task of await readdir(`${folder}/task`)) {
    // A thread may end between the two reads.
    const pids = await readFile(`${folder}/task/${task}/children`, 'utf8').catch(() => '');
    children.push(...pids.split(' ').filter(Boolean).map(Number));
  }
  return children;
}
