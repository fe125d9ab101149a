/**
 * Measures the seconds from the start of `npm run deploy` to the first keyed answer of the new release, on a
 * running stack.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent } from 'undici';
import { nodeArguments } from '../../infra/local/run-build.ts';
import { childEnvironment } from '../../infra/local/settings.ts';
import { prepareNameEdit } from '../build/edit-content.ts';
import { flushDisks } from '../build/run-measured.ts';
import { median, ratio } from '../ratio.ts';
import { type BenchStack, withStack } from '../stack.ts';

export interface DeployBenchOptions {
  readonly products: number;
  /** Number of measured deploys. */
  readonly rounds: number;
}

/** The size whose deploy has a goal. */
const goalProducts = 10_000;

/**
 * Milliseconds between requests; more frequent requests would take processor time from the deploy.
 */
const askEveryMs = 20;

/** Starts the stack on a generated catalogue, deploys one edited product in each round, and prints the medians. */
export function benchDeploy(
  { products, rounds }: DeployBenchOptions,
  print: (line: string) => void,
): Promise<void> {
  return withStack(products, async (stack, content) => {
    const served: number[] = [];
    const ended: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const seconds = await measure(stack, content, round);
      served.push(seconds.served);
      ended.push(seconds.ended);
    }
    const goal = products === goalProducts ? '≤ 2.5 s' : 'the figure';
    const all = served.map((seconds) => seconds.toFixed(2)).join(', ');
    const facts = `the command ended after ${median(ended).toFixed(2)} s; deploys took ${all} s`;
    print(ratio(`deploy-to-keyed-answer-${products}`, median(served), `${goal}; ${facts}`));
  });
}

async function measure(
  { address, key, redisUrl, out }: BenchStack,
  content: string,
  round: number,
) {
  const { sku, name, save } = await prepareNameEdit(content, round);
  await save();
  await flushDisks();
  const args = ['--content', content, '--out', out, '--base-url', address];
  const begun = performance.now();
  const child = spawn(process.execPath, [...nodeArguments('releases/deploy/main.ts'), ...args], {
    env: childEnvironment({ REDIS_URL: redisUrl }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ending = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`npm run deploy ended with ${code}`);
    return (performance.now() - begun) / 1000;
  });
  // Another address each time: limits count requests by address.
  let asked = 0;
  const isServed = async () => {
    asked += 1;
    const localAddress = `127.8.${round}.${1 + (asked % 200)}`;
    const agent = new Agent({ localAddress });
    try {
      const headers = { authorization: `Bearer ${key}` };
      const path = `/v1/products/${sku}`;
      const { body } = await agent.request({ origin: address, path, method: 'GET', headers });
      return ((await body.json()) as { productName?: string }).productName === name;
    } finally {
      await agent.close();
    }
  };
  const served = waitFor(isServed).then(() => (performance.now() - begun) / 1000);
  return { served: await served, ended: await ending };
}

async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(askEveryMs);
}
