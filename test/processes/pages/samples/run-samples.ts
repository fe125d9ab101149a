/**
 * Runs the samples of the guide as it says: saves the code that a page shows as a file, and runs the file
 * in its folder. One program for each language runs all of them, because its start takes longest.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fillSample } from '../../../../pages/docs/expand.ts';
import { makeFolder } from '../../../helpers/content.ts';
import type { Teardown } from '../../../helpers/teardown.ts';

/** File extension → the program that runs a sample, the one that runs it for tests, and its name. */
export const languages = {
  sh: { program: 'sh', runner: 'sh', name: 'curl' },
  mts: { program: 'node', runner: 'mts', name: 'ts' },
  py: { program: 'python3', runner: 'py', name: 'python' },
  php: { program: 'php', runner: 'sh', name: 'php' },
} as const;

/** The file extension of a sample, which stands for its programming language. */
export type Ending = keyof typeof languages;

/** The languages of the larger samples in a test run: all but PHP, or PHP alone if the environment says so. */
export const endings: readonly Ending[] =
  process.env['SAMPLES'] === 'php' ? ['php'] : ['mts', 'py'];

/** A product of the fixture. */
export const sku = 'TEE-1';
const samples = resolve(import.meta.dirname, '../../../../pages/docs/samples');

/** Returns a sample as the English pages of the site at `baseUrl` show it. */
export function showSample(name: string, ending: Ending, baseUrl: string): string {
  const code = readFileSync(join(samples, `${name}.${ending}`), 'utf8');
  return fillSample(code, { baseUrl, locale: 'en-CA', sku });
}

/** Makes the folder in which a test runs samples; there is room for their output beside it. */
export async function makeSampleFolder(t: Teardown): Promise<string> {
  const folder = join(await makeFolder(t), 'work');
  await mkdir(folder);
  return folder;
}

/**
 * Saves the code of a sample in a folder under the name that its first lines say, and returns the name.
 * Throws an `Error` if the code does not say how to run it.
 */
export async function saveSample(code: string, ending: Ending, folder: string): Promise<string> {
  const [, program, file = ''] = /Run: (\S+) (\S+)$/m.exec(code) ?? [];
  if (program !== languages[ending].program || !file.endsWith(`.${ending}`)) {
    throw new Error(`a sample does not say how to run it: ${code}`);
  }
  await writeFile(join(folder, file), code);
  return file;
}

/** Saves the code of a sample in a folder, runs it there, and resolves when it has ended. */
export async function runSample(
  code: string,
  ending: Ending,
  folder: string,
  { key = '', arg = '' }: { readonly key?: string | undefined; readonly arg?: string } = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const file = await saveSample(code, ending, folder);
  const runner = runners.get(ending) ?? startRunner(ending);
  runners.set(ending, runner);
  const exitCode = await runner.run([folder, file, key, arg].join('|'));
  const read = (name: string) => readFile(join(folder, '..', name), 'utf8');
  return { exitCode, stdout: await read('stdout'), stderr: await read('stderr') };
}

interface Runner {
  /** Sends a line to the program; resolves with the exit code of the sample. */
  run(line: string): Promise<number>;
  end(): void;
}

const runners = new Map<Ending, Runner>();

/** Ends the programs that run samples; for a hook after the last test. */
export function endRunners(): void {
  for (const runner of runners.values()) runner.end();
}

/** Returns the options with which Node.js 20 runs TypeScript; later versions need none. */
export function loaderOf(ending: Ending): string[] {
  return ending === 'mts' ? ['--import', import.meta.resolve('tsx')] : [];
}

function startRunner(ending: Ending): Runner {
  const { runner } = languages[ending];
  const script = join(import.meta.dirname, 'runners', `run.${runner}`);
  const { stdin, stdout } = spawn(languages[runner].program, [...loaderOf(runner), script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const codes = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    async run(line) {
      stdin.write(`${line}\n`);
      const { done, value } = await codes.next();
      if (done) throw new Error(`${script} has ended`);
      return Number(value);
    },
    end: () => void stdin.end(),
  };
}
