/**
 * Installs programs of the npm registry that are not dependencies of the project, because they are larger
 * than all dependencies together. Each is installed into `tmp/` from its own lock file.
 */
import { execFile } from 'node:child_process';
import { access, cp, mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const here = resolve(import.meta.dirname, '../..');
/** The folder of the checkout. Tests run a compiled copy of the project in its folder `tmp/test/`, two levels below. */
const project =
  basename(here) === 'test' && basename(dirname(here)) === 'tmp' ? resolve(here, '../..') : here;

/**
 * Program → the command that its package installs. The program's name is also the name of two folders: one in `tmp/`
 * for the installed program, and one next to this module with its lock file.
 */
const commands = { bruno: 'bru', lighthouse: 'lighthouse' } as const;
type NpmProgram = keyof typeof commands;

/** Returns the path of a program that `installNpmProgram` has installed, or undefined if it is not installed. */
export async function findNpmProgram(name: NpmProgram): Promise<string | undefined> {
  const program = join(project, 'tmp', name, 'node_modules/.bin', commands[name]);
  return access(program).then(
    () => program,
    () => undefined,
  );
}

/**
 * Installs a program of the npm registry into `tmp/`, in the versions of the lock file that this project keeps for the
 * program, and without running scripts of packages. Rejects if npm fails.
 */
export async function installNpmProgram(name: NpmProgram): Promise<void> {
  const folder = join(project, 'tmp', name);
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    await cp(join(import.meta.dirname, name, file), join(folder, file));
  }
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
}
