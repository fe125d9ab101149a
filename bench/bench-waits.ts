/** Measures the waits of people: of editors with `npm run dev`, of operators who deploy. */
import { setTimeout as wait } from 'node:timers/promises';
import { Agent } from 'undici';
import type { BuildWorld } from './bench-build.ts';
import { editName } from './edit-content.ts';
import type { ProductFile } from './generate-catalogue.ts';
import type { BenchOptions, Checkout } from './options.ts';
import { endProcess, readUsage, runProgram, startProgram } from './processes.ts';
import type { Cost } from './ratio.ts';
import { type Stack, withStacks } from './stack.ts';
import { type Medians, mediansOf, type Step, takeTurns } from './turns.ts';

/** Measures `npm run dev`: from its start until it serves, and from a save until it is served (median of five). */
export function measureDev(
  { content }: BuildWorld,
  { checkouts, rounds }: BenchOptions,
): Promise<Medians<Cost>> {
  let edits = 0;
  const measureSave = async (pid: number, address: string): Promise<Cost> => {
    const before = await readUsage(pid);
    const seconds = await waitUntilServed(await editName(content, edits++), { address });
    // Until the work after the answer is done, such as the removal of an old release.
    await wait(1000);
    const { processorSeconds, gigabytes } = await readUsage(pid);
    return { seconds, processorSeconds: processorSeconds - before.processorSeconds, gigabytes };
  };
  const step: Step<Checkout, Cost> = {
    async measure(checkout) {
      const begun = performance.now();
      const program = ['infra/local/dev.ts', '--content', content];
      const started = startProgram(checkout, program, [/^serving (http\S+)$/], { PORT: '0' });
      const { child, found } = await started;
      const pid = child.pid ?? 0;
      try {
        const seconds = (performance.now() - begun) / 1000;
        const start = { seconds, ...(await readUsage(pid)) };
        const costs: Cost[] = [];
        while (costs.length < 5) costs.push(await measureSave(pid, found[0] ?? ''));
        return { 'dev-start': start, 'dev-save': mediansOf(costs) };
      } finally {
        await endProcess(child);
      }
    },
  };
  return takeTurns(rounds, checkouts, [step]);
}

/** Measures deploys after `releases` earlier ones: until the command ends, and until a keyed answer has the edit. */
export function measureDeploys(
  world: BuildWorld,
  { checkouts, releases, rounds }: BenchOptions,
): Promise<Medians<Cost>> {
  const { content } = world;
  const deploy = (stack: Stack, environment = {}) => {
    const options = ['--content', content, '--out', stack.out, '--base-url', stack.address];
    return runProgram(stack, ['releases/deploy/main.ts', ...options], environment);
  };
  return withStacks(checkouts, world, async (stacks) => {
    let edits = 0;
    for (; edits < releases; edits += 1) {
      await editName(content, edits);
      // Without Redis: it would hold the prices of all these releases.
      for (const stack of stacks) await deploy(stack);
    }
    let edit: ProductFile;
    const step: Step<Stack, Cost> = {
      async prepare() {
        edit = await editName(content, edits++);
      },
      async measure(stack) {
        const deploying = deploy(stack, { REDIS_URL: stack.redisUrl });
        const [cost, seconds] = await Promise.all([deploying, waitUntilServed(edit, stack)]);
        return { deploy: cost, 'deploy-to-keyed-answer': { ...cost, seconds } };
      },
    };
    // The first deploy with Redis loads all prices and is not counted.
    await takeTurns(1, stacks, [step]);
    return takeTurns(rounds, stacks, [step]);
  });
}

let clients = 0;

/** Returns the seconds until an edited product is served with its new name; asks less and less often. */
async function waitUntilServed(
  { sku, name }: ProductFile,
  { address, key }: { readonly address: string; readonly key?: string },
): Promise<number> {
  const begun = performance.now();
  clients += 1;
  // Another client address each time, because limits count requests by address.
  const agent = new Agent({ localAddress: `127.8.${clients >> 8}.${clients & 255}` });
  const origin = address.replace('localhost', '127.0.0.1');
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const request = { origin, path: `/v1/products/${sku}`, method: 'GET', headers } as const;
  try {
    for (;;) {
      const { body } = await agent.request(request);
      const { productName } = (await body.json()) as { productName?: string };
      const seconds = (performance.now() - begun) / 1000;
      if (productName === name['en']) return seconds;
      if (seconds > 600) throw new Error(`${sku} never got its new name`);
      await wait(Math.max(10, seconds * 40));
    }
  } finally {
    await agent.close();
  }
}
