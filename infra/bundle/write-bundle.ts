/** Bundles all programs that are listed in `programs.ts` into `bundle/`, with esbuild (decision 70). */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { ExpectedError } from '../../console/errors.ts';
import { assertInstalled } from './installed-libraries.ts';
import { type LaunchedCode, renderChanged, renderProgram, renderThread } from './launchers.ts';
import { banner, createOriginalPaths, define } from './original-paths.ts';
import { bundledPath, externalLibraries, programs, threadModules } from './programs.ts';
import { readSource, type SourceState, type Sources } from './sources.ts';

/**
 * Sources of the bundle that are not modules. After a change of one of them, or of a file in `infra/bundle/`, the
 * bundle is out of date.
 */
const otherSources = ['package-lock.json', 'tsconfig.json'];

const launchModule = 'infra/bundle/launch.ts';

/**
 * Folder of the bundled code within the project; its depth must match `toProject` of `original-paths.ts`.
 */
const codeFolder = 'bundle/code';

/** The number of bundled programs, and the size of their code and source maps in bytes. */
export interface WrittenBundle {
  readonly programs: number;
  readonly bytes: number;
}

/**
 * Bundles all programs of the project folder `project` into its `bundle/`, and removes the files of the old bundle that
 * the new one does not contain. A program that starts meanwhile loads the old bundle or the new one, not parts of both.
 * A program that already runs cannot load more of the old code afterwards (decision 70). Throws an `ExpectedError` if a
 * source cannot be bundled, or if an installed library differs from package-lock.json, and file-system errors.
 */
export async function writeBundle(project: string): Promise<WrittenBundle> {
  const sources = new Map<string, SourceState>();
  const ownFiles = (await readdir(join(project, 'infra/bundle'))).filter((name) =>
    name.endsWith('.ts'),
  );
  for (const path of [...otherSources, ...ownFiles.map((name) => `infra/bundle/${name}`)]) {
    sources.set(path, readSource(project, path).state);
  }
  const { outputFiles, metafile } = await bundle(project, sources);
  await assertInstalled(project, Object.keys(metafile.inputs));
  const folder = join(project, 'bundle');
  const written = new Set<string>();
  const write = async (path: string, contents: string | Uint8Array) => {
    written.add(path);
    await replaceFile(join(folder, path), contents);
  };
  // Programs are written last, so that every file that they load exists.
  for (const { path, contents } of outputFiles) await write(relative(folder, path), contents);
  const record = renderSources(sources);
  const recordName = `sources-${createHash('sha256').update(record).digest('hex').slice(0, 8)}.json`;
  await write(`code/${recordName}`, record);
  const launched = { launch: findOutput(metafile, launchModule).name, record: recordName };
  const codeOf = (entry: string): LaunchedCode => ({
    ...launched,
    code: findOutput(metafile, entry).name,
  });
  for (const entry of threadModules) {
    const path = bundledPath(entry);
    const { names } = findOutput(metafile, entry);
    await write(path, renderThread(path, codeOf(entry), names));
  }
  for (const entry of programs) {
    const path = bundledPath(entry);
    await write(path, renderProgram(path, codeOf(entry)));
  }
  // After the programs, because run.js starts them if this file says that they are current.
  await write('changed.js', renderChanged(launched));
  await removeOthers(folder, written);
  const bytes = outputFiles.reduce((sum, { contents }) => sum + contents.byteLength, 0);
  return { programs: programs.length, bytes };
}

async function bundle(project: string, sources: Map<string, SourceState>) {
  const entries = [launchModule, ...threadModules, ...programs];
  const plugins = [englishZod, createOriginalPaths(project, sources)];
  try {
    return await build({
      absWorkingDir: project,
      // The hash in the name keeps a program that starts during the bundling from mixing two
      // bundles.
      entryPoints: entries.map((path) => ({ in: path, out: nameOf(path) })),
      ...{ entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]', outdir: codeFolder },
      ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20' },
      // Prefers the ES modules of libraries that have both: esbuild cannot follow the requires of a
      // UMD module.
      mainFields: ['module', 'main'],
      preserveSymlinks: true,
      external: [...externalLibraries],
      // Keeps the names of functions and classes in messages and stack traces, as tsx does.
      keepNames: true,
      sourcemap: 'linked',
      // Source maps do not repeat the sources, because the TypeScript files are installed.
      sourcesContent: false,
      ...{ banner: { js: banner }, define, plugins },
      ...{ metafile: true, write: false, logLevel: 'silent' },
    });
  } catch (cause) {
    throw new ExpectedError(`cannot bundle: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Leaves out zod's messages in other languages than English. Nothing uses them, and they are half of zod, which every
 * program would load at its start.
 */
const englishZod: Plugin = {
  name: 'english-zod',
  setup: (build) =>
    build.onLoad({ filter: /[/]zod[/]v4[/]locales[/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    })),
};

/**
 * Returns the name under which a source is bundled, without hash and extension: `pricing-service/main.ts` →
 * `pricing-service.main`. Dots replace slashes, because the code folder has no subfolders.
 */
function nameOf(path: string): string {
  return path.replace(/\.ts$/, '').replaceAll('/', '.');
}

/**
 * Returns the name of the file in the code folder that esbuild made from an entry point, and the names of its exports.
 * Throws an `Error` if there is no such file.
 */
function findOutput({ outputs }: Metafile, entry: string): { name: string; names: string[] } {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry);
  if (found === undefined) throw new Error(`esbuild wrote no file for ${entry}`);
  const [path, { exports }] = found;
  return { name: relative(codeFolder, path), names: exports };
}

function renderSources(sources: ReadonlyMap<string, SourceState>): string {
  const sorted: Sources = Object.fromEntries([...sources].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify(sorted)}\n`;
}

/** Writes a file atomically, unless it already has these contents. */
async function replaceFile(path: string, contents: string | Uint8Array): Promise<void> {
  const bytes = Buffer.from(contents);
  const before = await readFile(path).catch(() => undefined);
  if (before?.equals(bytes)) return;
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.temp-${randomUUID()}`);
  await writeFile(temporary, bytes);
  await rename(temporary, path);
}

/**
 * Removes all files below `folder` except those in `written` (relative paths): files of earlier bundles, and temporary
 * files of killed processes.
 */
async function removeOthers(folder: string, written: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (!written.has(relative(folder, path))) await rm(path, { force: true });
  }
}
