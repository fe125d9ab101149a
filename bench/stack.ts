/** Runs `npm run stack` for a bench: nginx, the pricing service and Redis on a catalogue. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeArguments } from '../infra/local/run-build.ts';
import { childEnvironment } from '../infra/local/settings.ts';
import { generateCatalogue } from './build/generate-catalogue.ts';

export interface BenchStack {
  readonly child: ChildProcess;
  readonly address: string;
  readonly key: string;
  readonly redisUrl: string;
  /** The build's output folder. */
  readonly out: string;
}

/**
 * Generates a catalogue of `products` products, starts the stack (nginx, pricing service, Redis) on it, and calls
 * `work` with the stack and the content folder. Ends the stack and removes its files afterwards, also if `work`
 * rejects.
 */
export async function withStack(
  products: number,
  work: (stack: BenchStack, content: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-stack-'));
  const content = join(folder, 'content');
  let stack: BenchStack | undefined;
  try {
    await generateCatalogue(content, products);
    stack = await startStack(content, folder);
    await work(stack, content);
  } finally {
    if (stack !== undefined) await stopStack(stack);
    await rm(folder, { recursive: true, force: true });
  }
}

async function startStack(content: string, folder: string): Promise<BenchStack> {
  const args = [...nodeArguments('infra/local/stack.ts'), '--content', content];
  const env = childEnvironment({ TMPDIR: folder, PORT: '0' });
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const found = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [word = '', ...rest] = line.split(' ');
    if (rest.length > 0 && !found.has(word)) found.set(word, rest.at(-1) ?? '');
    if (word === 'redis') break;
  }
  const run = (await readdir(folder)).find((name) => name.startsWith('catalogue-')) ?? '';
  const factOf = (word: string) => found.get(word) ?? '';
  const out = join(folder, run, 'dist');
  return { child, address: factOf('serving'), key: factOf('key'), redisUrl: factOf('redis'), out };
}

async function stopStack({ child }: BenchStack): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
