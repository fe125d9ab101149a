/**
 * Compiles the project into `tmp/test/`, where `npm test` runs it, and bundles its programs there. Loading TypeScript
 * through tsx instead would delay each of the suite's hundreds of processes by a second (decision 58).
 */
import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { writeBundle } from '../infra/bundle/write-bundle.ts';

const project = resolve(import.meta.dirname, '..');
const out = join(project, 'tmp/test');

/**
 * Copies every file of the project that git does not ignore, including TypeScript files, which some tests
 * read as text.
 */
async function copyProject(): Promise<void> {
  const ignored = (await readFile(join(project, '.gitignore'), 'utf8')).split(/\/?\n/);
  const filter = (path: string) => !ignored.includes(basename(path)) && basename(path) !== '.git';
  // One by one, because a folder is not copied into itself. `/bundle` is ignored here, and infra/bundle is not.
  const isKept = (name: string) => filter(name) && !ignored.includes(`/${name}`);
  for (const name of (await readdir(project)).filter(isKept)) {
    const options = { recursive: true, verbatimSymlinks: true, filter };
    await cp(join(project, name), join(out, name), options);
  }
  await symlink(join(project, 'node_modules'), join(out, 'node_modules'));
}

/**
 * Compiles every TypeScript file of the project to JavaScript in `tmp/test/`, next to the copy of the
 * TypeScript file. Source maps lead to the original file. Types are not checked here but by `npm run check`.
 */
function compile(): void {
  const options = ['--noEmit', 'false', '--noCheck', '--rewriteRelativeImportExtensions'];
  const folders = ['--rootDir', '.', '--outDir', out, '--sourceMap'];
  const tsc = join(project, 'node_modules/.bin/tsc');
  const settings = { cwd: project, stdio: 'inherit' } as const;
  const { status, error } = spawnSync(tsc, [...options, ...folders], settings);
  if (error) throw new Error(`cannot run ${tsc}; run npm ci first`, { cause: error });
  process.exitCode = status ?? 1;
}

// An earlier run may have left the compiled code of a file that no longer exists.
await rm(out, { recursive: true, force: true });
await copyProject();
compile();
// Tests start programs as users do, from a bundle.
await writeBundle(out);
