/**
 * Measures the seconds from the start of a deploy to the first keyed answer (an answer to a request with an API key) of
 * the new release, on a running stack.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent } from 'undici';
import { childEnvironment } from '../../infra/local/settings.ts';
import { prepareNameEdit } from '../build/edit-content.ts';
import { flushDisks } from '../build/run-measured.ts';
import { programArguments } from '../program-arguments.ts';
import { median, ratio } from '../ratio.ts';
import { type BenchStack, withStack } from '../stack.ts';

/** The options of `npm run bench -- deploy`, which measures how soon a deployed release is served. */
export interface DeployBenchOptions {
  readonly products: number;
  /** Number of measured deploys. */
  readonly rounds: number;
}

/** Number of products at which the duration of a deploy has a goal. */
const goalProducts = 10_000;

/**
 * Milliseconds between two requests for the edited product. Requests every 20 ms made a deploy take a second longer on
 * two processors.
 */
const askEveryMs = 100;

/** The measured command. */
const program = 'releases/deploy/main.ts';

/**
 * Starts the stack (nginx, pricing service, Redis) on a generated catalogue, and in each round edits the name of one
 * product and deploys. Prints the median seconds from the start of `npm run deploy` to the first answer of the new
 * release to a request with an API key, and to the end of the command. Rejects if a deploy fails or the stack ends.
 */
export async function benchDeploy(
  { products, rounds }: DeployBenchOptions,
  print: (line: string) => void,
): Promise<void> {
  await withStack(products, async (stack, content) => {
    const took: Seconds[] = [];
    for (let round = 0; round < rounds; round += 1) {
      took.push(await measure(stack, { content, edit: round }));
    }
    const served = took.map((seconds) => seconds.served);
    const all = served.map((seconds) => seconds.toFixed(2)).join(', ');
    const ended = median(took.map((seconds) => seconds.ended)).toFixed(2);
    const goal = products === goalProducts ? '≤ 2.5 s' : 'the figure';
    const facts = `${goal}; the command ended after ${ended} s; deploys took ${all} s`;
    print(ratio(`deploy-to-keyed-answer-${products}`, median(served), facts));
  });
}

/** Seconds from the start of the command to the first keyed answer (`served`) and to the command's end (`ended`). */
interface Seconds {
  readonly served: number;
  readonly ended: number;
}

interface Deploying {
  readonly content: string;
  /**
   * The number of the edit, which selects the product to rename; successive numbers usually select different products.
   */
  readonly edit: number;
}

async function measure(
  { address, key, redisUrl, out }: BenchStack,
  { content, edit }: Deploying,
): Promise<Seconds> {
  const { sku, name, save } = await prepareNameEdit(content, edit);
  await save();
  await flushDisks();
  const args = ['--content', content, '--out', out, '--base-url', address];
  const begun = performance.now();
  const child = spawn(process.execPath, [...programArguments(program), ...args], {
    env: childEnvironment({ REDIS_URL: redisUrl }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ending = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`npm run deploy ended with ${code}`);
    return (performance.now() - begun) / 1000;
  });
  // One connection for each deploy, from another address, because limits count requests by address.
  const agent = new Agent({ localAddress: `127.8.${edit}.1` });
  const isServed = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const path = `/v1/products/${sku}`;
    const { body } = await agent.request({ origin: address, path, method: 'GET', headers });
    return ((await body.json()) as { productName?: string }).productName === name;
  };
  const deployed = new AbortController();
  const served = async () => {
    while (!(await isServed())) await wait(askEveryMs, undefined, { signal: deployed.signal });
    return (performance.now() - begun) / 1000;
  };
  try {
    const [seconds, ended] = await Promise.all([served(), ending]);
    return { served: seconds, ended };
  } finally {
    // A failed deploy is never served.
    deployed.abort();
    await agent.close();
  }
}
