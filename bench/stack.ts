/** Runs `npm run stack` for a bench: nginx, the pricing service and Redis on a catalogue. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../infra/local/settings.ts';
import { generateCatalogue } from './build/generate-catalogue.ts';
import { endProcess } from './end-process.ts';
import { programArguments } from './program-arguments.ts';

/**
 * The values that `npm run stack` prints when it serves: its address, the API key of an account and the URL of its
 * Redis.
 */
export interface StackFacts {
  readonly address: string;
  readonly key: string;
  readonly redisUrl: string;
}

/** A running stack: `child` is the process of `npm run stack`. */
export interface BenchStack extends StackFacts {
  readonly child: ChildProcess;
  /** The build's output folder. */
  readonly out: string;
}

/**
 * Generates a catalogue of `products` products, starts the stack (nginx, pricing service, Redis) on it, and calls
 * `work` with the stack and the content folder. Ends the stack and removes its files afterwards, also if `work`
 * rejects. Rejects if the stack ends before it serves.
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
    if (stack !== undefined) await endProcess(stack.child);
    await rm(folder, { recursive: true, force: true });
  }
}

async function startStack(content: string, folder: string): Promise<BenchStack> {
  const args = [...programArguments('infra/local/stack.ts'), '--content', content];
  const env = childEnvironment({ TMPDIR: folder, PORT: '0' });
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const facts = await readStackFacts(child.stdout);
    const run = (await readdir(folder)).find((name) => name.startsWith('catalogue-')) ?? '';
    return { ...facts, child, out: join(folder, run, 'dist') };
  } catch (error) {
    await endProcess(child);
    throw error;
  }
}

/**
 * Reads the address, API key and Redis URL from the lines that the stack prints to `output` when it serves. Throws an
 * `Error` if the stack ends before it has printed all three: with an empty URL, clients would use the default Redis of
 * the machine.
 */
export async function readStackFacts(output: NodeJS.ReadableStream): Promise<StackFacts> {
  const found = new Map<string, string>();
  for await (const line of createInterface({ input: output })) {
    const [word = '', ...rest] = line.split(' ');
    if (rest.length > 0 && !found.has(word)) found.set(word, rest.at(-1) ?? '');
    if (word === 'redis') break;
  }
  const factOf = (word: string) => {
    const fact = found.get(word);
    if (fact !== undefined) return fact;
    throw new Error(`the stack ended before it printed the line "${word} …"; its messages say why`);
  };
  return { address: factOf('serving'), key: factOf('key'), redisUrl: factOf('redis') };
}
