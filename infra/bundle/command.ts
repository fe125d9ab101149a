/**
 * `npm run bundle`: bundles the programs that people and servers run, or checks that the bundle is up to date
 * (decision 70).
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ExpectedError, explainFailure, parseWithUsage } from '../../console/errors.ts';
import type { Terminal } from '../../console/terminal.ts';
import { findExternalFolders, type LockedPackages } from './external-folders.ts';
import { bundledPath, programs, serverLibraries, serverPrograms } from './programs.ts';
import { findChangedSource, type Sources } from './sources.ts';
import { writeBundle } from './write-bundle.ts';

const usage = `Usage: npm run bundle [-- --check | --libraries]

Bundles programs into bundle/, with their libraries, so that they start in less
than half the time. npm scripts do this by themselves after a change of the
sources. On a server, where programs are started without npm, run it after each
change of the sources or of package-lock.json: until then, they refuse to start.

  --check      writes nothing; says whether bundle/ is up to date
  --libraries  writes nothing; prints the folders of node_modules that a server's
               programs load, including those of other platforms

Programs that a server runs:
${serverPrograms.map((path) => `  bundle/${bundledPath(path)}`).join('\n')}

Exit codes: 0 bundled, or up to date; 1 not, for the printed reason.
`;

const ownProject = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs `npm run bundle` in a project folder, by default the folder of this project, and returns the exit code: 0, or 1
 * if it failed. With `--check`, writes nothing and fails if the bundle is missing or out of date. With `--libraries`,
 * only prints the folders of `node_modules` that a server needs besides the bundle.
 */
export async function runBundle(
  args: string[],
  { stdout, stderr }: Terminal,
  project: string = ownProject,
): Promise<number> {
  try {
    const { check, libraries, help } = readOptions(args);
    if (help) stdout.write(usage);
    else if (check) stdout.write(await checkBundle(project));
    else if (libraries) stdout.write(await listLibraries(project));
    else {
      const written = await writeBundle(project);
      const size = (written.bytes / 1e6).toFixed(1);
      stdout.write(`bundle/: ${written.programs} programs, ${size} MB with source maps\n`);
    }
    return 0;
  } catch (error) {
    stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

async function listLibraries(project: string): Promise<string> {
  const lock = await readFile(join(project, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { readonly packages: LockedPackages };
  return `${findExternalFolders(serverLibraries, packages).join('\n')}\n`;
}

function readOptions(args: string[]) {
  const options = {
    check: { type: 'boolean', default: false },
    libraries: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  return parseWithUsage(usage, () => parseArgs({ args, options }).values);
}

/**
 * Checks that every bundled program exists and that no source has changed since the bundling. Returns the line to print
 * for an up-to-date bundle. Throws an `ExpectedError` if a program is missing or a source has changed.
 */
async function checkBundle(project: string): Promise<string> {
  for (const program of programs) {
    const path = join('bundle', bundledPath(program));
    if (!existsSync(join(project, path))) {
      throw new ExpectedError(`${path} is missing; run npm run bundle`);
    }
    const [record = ''] =
      /code\/sources-\w+\.json/.exec(await readFile(join(project, path), 'utf8')) ?? [];
    const sources = JSON.parse(await readFile(join(project, 'bundle', record), 'utf8')) as Sources;
    const changed = findChangedSource(project, sources);
    if (changed !== undefined) {
      throw new ExpectedError(`bundle/ is out of date: ${changed} has changed; run npm run bundle`);
    }
  }
  return 'bundle/ is up to date\n';
}
