/**
 * Installs Bruno's command line, with which a test runs the collection of `/docs`. It is not a dependency of
 * the project, because its 508 packages take 275 MB, more than all others together (decision 75).
 */
import { execFile } from 'node:child_process';
import { access, cp, mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const here = resolve(import.meta.dirname, '../..');
/** The checkout; tests run in a compiled copy of it, `tmp/test/`. */
const project =
  basename(here) === 'test' && basename(dirname(here)) === 'tmp' ? resolve(here, '../..') : here;
const folder = join(project, 'tmp/bruno');
const program = join(folder, 'node_modules/.bin/bru');

/** Returns the path of the program, or undefined if it is not installed. */
export async function findBruno(): Promise<string | undefined> {
  return access(program).then(
    () => program,
    () => undefined,
  );
}

/**
 * Installs the program into `tmp/bruno/` from its lock file, without running package scripts; rejects if npm
 * fails.
 */
export async function installBruno(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) {
    await cp(join(import.meta.dirname, 'bruno', name), join(folder, name));
  }
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
}
