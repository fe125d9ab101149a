/**
 * Runs the samples of the guide as the guide says: saves the code that it shows as a file, and runs the
 * file in its folder. One program for each language runs all of them, because starting it takes longest.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readDocsFiles } from '../../../../pages/docs/docs-files.ts';
import { fillSample } from '../../../../pages/docs/expand.ts';
import { makeFolder } from '../../../helpers/content.ts';
import type { Teardown } from '../../../helpers/teardown.ts';

/** File extension of a sample → program that runs it. */
const programs = { sh: 'sh', mjs: 'node', py: 'python3', php: 'php' } as const;

/** The file extension of a sample, which stands for its programming language. */
export type Ending = keyof typeof programs;

/** The languages of a test run: all but PHP, or PHP alone if the environment says so. */
export const endings: readonly Ending[] =
  process.env['SAMPLES'] === 'php' ? ['php'] : ['sh', 'mjs', 'py'];
/** The languages with a whole program; the shell has a simpler one. */
export const programEndings = endings.filter((ending) => ending !== 'sh');

/** A sample that has ended. */
export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  /** The API key in the sample's environment. */
  readonly key?: string | undefined;
  readonly args?: readonly string[];
}

/** A product of the fixture. */
export const sku = 'TEE-1';
const { samples } = await readDocsFiles();

/** Returns a sample as the English pages of the site at `baseUrl` show it. */
export function showSample(name: string, ending: Ending, baseUrl: string): string {
  const code = samples.get(`${name}.${ending}`) ?? '';
  return fillSample(code, { baseUrl, locale: 'en-CA', sku });
}

/** Makes the folder in which a test runs samples. */
export async function makeSampleFolder(t: Teardown): Promise<string> {
  const folder = join(await makeFolder(t), 'work');
  await mkdir(folder);
  return folder;
}

/**
 * Saves the code of a sample in a folder under the name that its first lines say; returns the program
 * that runs it, and the name. Throws an `Error` if the code does not say how to run it.
 */
export async function saveSample(code: string, ending: Ending, folder: string) {
  const [, program = '', file = ''] = /Run: (\S+) (\S+)$/m.exec(code) ?? [];
  if (program !== programs[ending] || !file.endsWith(`.${ending}`)) {
    throw new Error(`a sample does not say how to run it: ${code}`);
  }
  await writeFile(join(folder, file), code);
  return { program, file };
}

/** Saves the code of a sample in a folder and runs it there. Resolves when it has ended. */
export async function runSample(
  code: string,
  ending: Ending,
  folder: string,
  { key = '', args = [] }: RunOptions = {},
): Promise<Ran> {
  const { file } = await saveSample(code, ending, folder);
  const runner = runners.get(ending) ?? startRunner(ending);
  runners.set(ending, runner);
  const exitCode = await runner.run([folder, file, key, ...args].join('\t'));
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

/** Starts the program that runs the samples of a language one after the other. */
function startRunner(ending: Ending): Runner {
  const script = join(import.meta.dirname, 'runners', `run.${ending}`);
  const child = spawn(programs[ending], [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const codes = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(line) {
      child.stdin.write(`${line}\n`);
      const { done, value } = await codes.next();
      if (done) throw new Error(`${script} has ended`);
      return Number(value);
    },
    end: () => void child.stdin.end(),
  };
}

/** A sample as a page shows it, with the output that the page shows, if any. */
export interface ShownSample {
  readonly code: string;
  readonly answer: string | undefined;
}

/** Returns the samples of a page by file name, from its Markdown. */
export function shownSamples(markdown: string): ReadonlyMap<string, ShownSample> {
  const fences =
    /```(?:curl|js|python|php)\n([\s\S]*?)\n```(?:\n\n```\w+ output\n([\s\S]*?)\n```)?/g;
  return new Map(
    [...markdown.matchAll(fences)].flatMap(([, code = '', answer]) => {
      const [, file] = /Run: \S+ (\S+)$/m.exec(code) ?? [];
      return file === undefined ? [] : [[file, { code, answer }] as const];
    }),
  );
}

/** Calls `trial` for each language of the test run at the same time; resolves when all have ended. */
export async function tryEach(trial: (ending: Ending) => Promise<void>): Promise<void> {
  await Promise.all(endings.map(trial));
}
