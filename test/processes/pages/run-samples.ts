/**
 * Runs the samples of the guide as the guide says: saves the code that it shows as a file, and runs the
 * command in the file's first lines.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../../contract/locales.ts';
import { readDocsFiles } from '../../../pages/docs/docs-files.ts';
import { fillSample } from '../../../pages/docs/expand.ts';
import { pythonProgram } from '../../helpers/python.ts';

/** File extension of a sample → program that runs it. */
const runners = { sh: 'sh', mjs: 'node', py: 'python3', php: 'php' } as const;

/** The file extension of a sample, which stands for its programming language. */
export type Ending = keyof typeof runners;
/** The file extensions of the languages whose samples run here; those in PHP run in `npm run test:machine`. */
export const endings = (Object.keys(runners) as Ending[]).filter(
  (ending) => ending !== 'php' || process.env['TEST_PHP'] === 'yes',
);

/** How a sample is run: `baseUrl` is the address that it requests, `args` are its arguments. */
export const sku = 'TEE-1';

/** The result of a sample that has ended. */
export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The options with which a sample is run; `args` are its arguments. */
export interface SampleRun {
  readonly baseUrl: string;
  /** Locale of the page that shows the sample. */
  readonly locale?: Locale;
  /** The API key in the sample's environment. */
  readonly key?: string | undefined;
  readonly args?: readonly string[];
}

const { samples } = await readDocsFiles();

/**
 * Saves the sample `NAME.ENDING` of the guide in a folder and starts it there. Returns the process, and `ended`, which
 * resolves with exit code and output.
 */
export function startSample(
  name: string,
  ending: Ending,
  folder: string,
  { baseUrl, locale = 'en-CA', key = '', args = [] }: SampleRun,
) {
  const text = fillSample(samples.get(`${name}.${ending}`) ?? '', { baseUrl, locale, sku });
  return startShown(text, ending, folder, { key, args });
}

/**
 * Saves `text`, a sample as a page shows it, in a folder and starts it there. Returns the process, and `ended`, which
 * resolves with exit code and output. Throws an `Error` if no comment in the sample says how to run it.
 */
export async function startShown(
  text: string,
  ending: Ending,
  folder: string,
  { key = '', args = [] }: Pick<SampleRun, 'key' | 'args'>,
) {
  const [, command = '', file = ''] = /Run: (\S+) (\S+)$/m.exec(text) ?? [];
  if (command !== runners[ending] || !file.endsWith(`.${ending}`)) {
    throw new Error(`a sample does not say how to run it: ${text}`);
  }
  await writeFile(join(folder, file), text);
  const env = { ...process.env, CATALOGUE_KEY: key };
  let resolve: (ran: Ran) => void = () => {};
  const ended = new Promise<Ran>((done) => {
    resolve = done;
  });
  const program = command === 'python3' ? pythonProgram() : command;
  const child = execFile(program, [file, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
    resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
  );
  child.stdin?.end();
  return { child, ended };
}

/** Runs a sample in a folder. Resolves with its exit code and output when it ends. */
export async function runSample(
  name: string,
  ending: Ending,
  folder: string,
  run: SampleRun,
): Promise<Ran> {
  return (await startSample(name, ending, folder, run)).ended;
}

/** A sample as a page shows it, with the output that the page shows. */
export interface ShownSample {
  readonly code: string;
  /** The shown output; undefined if the page shows none. */
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

/** Calls `trial` with the file extension of every language, all at the same time; resolves when all have ended. */
export async function tryEach(trial: (ending: Ending) => Promise<void>) {
  await Promise.all(endings.map(trial));
}
