/**
 * Measures the waits of a person who edits content with `npm run dev`: from its start until it serves a
 * release, and from a save until the edit is served.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { projectFolder } from '../../infra/local/run-build.ts';
import { childEnvironment } from '../../infra/local/settings.ts';
import { endProcess } from '../end-process.ts';
import { programArguments } from '../program-arguments.ts';
import { type Cost, medianCost, ratio } from '../ratio.ts';
import type { Print } from './bench-build.ts';
import { prepareNameEdit } from './edit-content.ts';
import { flushDisks, readTreeUsage, type TreeUsage } from './run-measured.ts';

/** Number of products of a measured catalogue → goal for the seconds from a save until the edit is served. */
export const devGoals: Readonly<Record<number, number>> = { 76: 0.3, 3000: 0.7, 10000: 1.5 };

/** Number of products at which a cold start (with an empty output folder) has goals for its duration and memory. */
const coldStartProducts = 3000;

const saves = 5;
/**
 * Milliseconds between the end of a build and the reading of the processor time, which then includes the work after the
 * build, such as the removal of an old release.
 */
const restMs = 1000;
/** Maximum wait for an edit to be served, in milliseconds. */
const patienceMs = 180_000;

/**
 * Matches lines that `npm run dev` prints if a build failed or did not change the release. The bench then fails,
 * because each of its edits is valid and changes the release.
 */
const hasFailed = /^(no release to serve yet|still serving)/;

interface Dev {
  readonly child: ChildProcess;
  readonly port: number;
  /** Wall-clock time, processor time and peak memory of `npm run dev`, from its start until it serves. */
  readonly start: Cost & TreeUsage;
  /**
   * Reads standard output up to the next line that matches the pattern, and returns the match. Rejects if
   * `npm run dev` ends before that or a build fails.
   */
  lineOf(pattern: RegExp): Promise<RegExpExecArray>;
}

/**
 * Measures `npm run dev` on the catalogue in the folder `content`. Prints three measurements as lines of the form
 * `ratio <name> <value> (goal …)`: the median seconds from a save to the first answer that shows the edit, the seconds
 * of the start, and the peak memory of the start in GB. `products`, the number of products in the catalogue, is part of
 * each name and selects the goals. Rejects if a build fails or an edit is not served within three minutes.
 */
export async function benchDev(content: string, products: number, print: Print): Promise<void> {
  const dev = await startDev(content);
  try {
    await dev.lineOf(/^serving release/);
    const costs: Cost[] = [];
    for (let save = 0; save < saves; save += 1) costs.push(await measureSave(dev, content, save));
    printDev(dev.start, costs, { products, usage: await usageOf(dev.child) }, print);
  } finally {
    await endProcess(dev.child);
  }
}

/**
 * Starts `npm run dev` with an empty output folder. Resolves when it serves; the caller ends it. Rejects if the
 * process ends before that or its first build fails.
 */
async function startDev(content: string): Promise<Dev> {
  await flushDisks();
  const begun = performance.now();
  const args = [...programArguments('infra/local/dev.ts'), '--content', content];
  const child = spawn(process.execPath, args, {
    cwd: projectFolder,
    // Objects are shared with other runs only if the port is given.
    env: { ...childEnvironment({ PORT: '0', HOST: '127.0.0.1' }), BASE_URL: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors = text(child.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const lineOf = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`npm run dev ended before ${pattern}: ${await errors}`);
      if (hasFailed.test(value as string)) {
        await endProcess(child);
        throw new Error(`npm run dev printed "${value}": ${await errors}`);
      }
      const match = pattern.exec(value as string);
      if (match !== null) return match;
    }
  };
  try {
    const [, port] = await lineOf(/^serving http.*:(\d+)$/);
    const seconds = (performance.now() - begun) / 1000;
    return { child, port: Number(port), start: { seconds, ...(await usageOf(child)) }, lineOf };
  } catch (error) {
    await endProcess(child);
    throw error;
  }
}

function usageOf({ pid }: ChildProcess): Promise<TreeUsage> {
  if (pid === undefined) throw new Error('npm run dev could not be started');
  return readTreeUsage(pid);
}

/**
 * Measures one save: gives a product a new name, and requests the product until the answer has this name. `save`, the
 * number of the edit, selects the product. Returns the seconds from the save to that answer, and the processor time
 * that the dev server used from the save until `restMs` after it printed `serving release …`.
 */
async function measureSave({ child, port, lineOf }: Dev, content: string, save: number) {
  const { sku, name, save: rename } = await prepareNameEdit(content, save);
  // Another address each time: limits count requests by address.
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.0.${save + 2}` });
  const isServed = async () => {
    const url = `http://127.0.0.1:${port}/v1/products/${sku}`;
    const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    const body = await text(response);
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${body}`);
    return (JSON.parse(body) as { productName: string }).productName === name;
  };
  try {
    if (await isServed()) throw new Error(`${sku} had the name ${name} before the edit`);
    const before = await usageOf(child);
    const begun = performance.now();
    await rename();
    await waitUntilServed(isServed, begun);
    const seconds = (performance.now() - begun) / 1000;
    await lineOf(/^serving release/);
    await wait(restMs);
    const after = await usageOf(child);
    return { seconds, processorSeconds: after.processorSeconds - before.processorSeconds };
  } finally {
    agent.destroy();
  }
}

/**
 * Calls `isServed` until it returns true, first every 5 ms, then at growing intervals, so that its requests do not slow
 * down the server. Throws an error when `patienceMs` have passed since `begun`, a time of `performance.now()`.
 */
async function waitUntilServed(isServed: () => Promise<boolean>, begun: number): Promise<void> {
  while (!(await isServed())) {
    const elapsed = performance.now() - begun;
    if (elapsed > patienceMs) throw new Error(`an edit is not served after ${patienceMs} ms`);
    await wait(Math.max(5, elapsed / 50));
  }
}

function printDev(
  start: Dev['start'],
  costs: readonly Cost[],
  { products, usage }: { readonly products: number; readonly usage: TreeUsage },
  print: Print,
): void {
  const { seconds, processorSeconds } = medianCost(costs);
  const all = costs.map((cost) => cost.seconds.toFixed(2)).join(', ');
  const isGoal = products === coldStartProducts;
  const goal = products in devGoals ? `≤ ${devGoals[products]} s` : 'the figure';
  const served = `${goal}; ${processorSeconds.toFixed(2)} s of processor time; saves took ${all} s`;
  print(ratio(`dev-save-to-served-${products}`, seconds, served));
  const cold = `${isGoal ? '≤ 10 s' : 'the figure'}; ${start.processorSeconds.toFixed(2)} s of processor time`;
  print(ratio(`dev-cold-start-${products}`, start.seconds, cold));
  const memory = `${isGoal ? '≤ 0.5 GB' : 'the figure, in GB'}; ${gigabytes(usage)} GB after ${costs.length} saves`;
  print(ratio(`dev-cold-start-memory-${products}`, start.peakBytes / 1e9, memory));
}

function gigabytes({ peakBytes }: TreeUsage): string {
  return (peakBytes / 1e9).toFixed(2);
}
