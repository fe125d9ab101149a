/** Measures the seconds that programs take to start: bundled, and as TypeScript through tsx. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { findPort } from '../../infra/local/find-port.ts';
import { nodeArguments } from '../../infra/local/node-arguments.ts';
import { projectFolder } from '../../infra/local/run-build.ts';
import { childEnvironment } from '../../infra/local/settings.ts';
import { flushDisks, readTreeUsage, runNodeMeasured } from '../build/run-measured.ts';
import { programArguments } from '../program-arguments.ts';
import { type Cost, compareCosts, medianCost, ratio } from '../ratio.ts';
import { type BenchStack, withStack } from '../stack.ts';

/**
 * Milliseconds between two requests to the starting service; more frequent requests would take processor time from it.
 */
const askEveryMs = 10;

/** Number of products of the service's catalogue; small, because none of them is read at the start. */
const products = 80;

const service = 'pricing-service/main.ts';

/** The measured commands: name → source file. Each runs with `--help`. */
const commands = {
  build: 'build/main.ts',
  deploy: 'releases/deploy/main.ts',
  keys: 'pricing-service/keys-command/main.ts',
} as const;

/**
 * Starts the service and each command `rounds` times bundled and `rounds` times as TypeScript through tsx, in turns.
 * Prints lines of the form `ratio <name> <value> (goal …)`: the median seconds of a bundled start of the service; for
 * the service and each command, the median bundled start divided by the median start through tsx; and the median
 * bundled start of the service divided by its median start through tsx without tsx's cache.
 */
export async function benchStart(
  { rounds }: { readonly rounds: number },
  print: (line: string) => void,
): Promise<void> {
  await withStack(products, async (stack) => {
    const costs = { bundled: [] as Cost[], tsx: [] as Cost[], first: [] as Cost[] };
    for (let round = 0; round < rounds; round += 1) {
      costs.bundled.push(await measureService(stack, programArguments(service)));
      costs.tsx.push(await measureService(stack, nodeArguments(service)));
      costs.first.push(await measureWithoutCache(stack));
    }
    const own = medianCost(costs.bundled);
    const all = costs.bundled.map(({ seconds }) => seconds.toFixed(2)).join(', ');
    const facts = `${own.processorSeconds.toFixed(2)} s of processor time; starts took ${all} s`;
    print(ratio('start-service', own.seconds, `≤ 1 s; ${facts}`));
    print(compareCosts('start-service-to-tsx', own, medianCost(costs.tsx), 'the figure'));
    const first = medianCost(costs.first);
    print(compareCosts('start-service-to-tsx-without-cache', own, first, 'the figure'));
  });
  for (const [name, program] of Object.entries(commands)) {
    const costs = { bundled: [] as Cost[], tsx: [] as Cost[] };
    for (let round = 0; round < rounds; round += 1) {
      costs.bundled.push(await measureUsage(programArguments(program)));
      costs.tsx.push(await measureUsage(nodeArguments(program)));
    }
    const [own, other] = [medianCost(costs.bundled), medianCost(costs.tsx)];
    print(compareCosts(`start-${name}-to-tsx`, own, other, 'the figure'));
  }
}

function measureUsage(args: readonly string[]): Promise<Cost> {
  return runNodeMeasured([...args, '--help'], projectFolder);
}

/**
 * Measures a start of the pricing service through tsx with an empty temporary folder, and so without tsx's cache: like
 * the first start, or a start under systemd's `PrivateTmp`.
 */
async function measureWithoutCache(stack: BenchStack): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'));
  try {
    return await measureService(stack, nodeArguments(service), { TMPDIR: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Starts a pricing service, and returns the time and processor time until `/ready` answers 200. The processor time
 * includes child processes. Ends the service; throws if it ends by itself before that answer.
 */
async function measureService(
  { redisUrl, out }: BenchStack,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Cost> {
  const [port, metricsPort] = [await findPort('127.0.0.1', 0), await findPort('127.0.0.1', 0)];
  await flushDisks();
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: projectFolder,
    env: childEnvironment({
      ...{ REDIS_URL: redisUrl, DIST_DIR: out },
      ...{ PRICING_PORT: `${port}`, PRICING_METRICS_PORT: `${metricsPort}`, ...environment },
    }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    while (!(await isReady(metricsPort))) {
      assertRuns(child);
      await wait(askEveryMs);
    }
    const seconds = (performance.now() - begun) / 1000;
    const { processorSeconds } = await readTreeUsage(child.pid as number);
    return { seconds, processorSeconds };
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`http://127.0.0.1:${port}/ready`);
    await body.dump();
    return statusCode === 200;
  } catch {
    // Nothing listens there yet.
    return false;
  }
}

function assertRuns({ exitCode, signalCode }: ChildProcess): void {
  if (exitCode === null && signalCode === null) return;
  throw new Error(`the pricing service ended with ${exitCode ?? signalCode}`);
}
