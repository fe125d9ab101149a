/** Runs a script in a fresh process and measures it: time on the wall, and memory at its highest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface Measurement {
  readonly seconds: number;
  /** Resident memory at its highest, threads included. */
  readonly peakBytes: number;
  /** What it printed. */
  readonly output: string;
}

/** Loaded before the script: tells on descriptor 3 how much memory it took at most, in KiB. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
`)}`;

/** Runs a TypeScript file below the project's folder; rejects when it fails. */
export async function runMeasured(
  script: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<Measurement> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [...nodeOptions, '--import', 'tsx', '--import', hook, script, ...args],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] },
  );
  const [output, memory, [code, signal]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`${script} ended with ${code ?? signal}: ${output}`);
  return { seconds, peakBytes: Number(memory) * 1024, output };
}
