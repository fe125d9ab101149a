/** Runs `infra/install --root` in folders of tests. */
import { cpSync } from 'node:fs';
import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fixtureContent, makeFolder } from './content.ts';
import { runProgram } from './run-process.ts';
import type { Teardown } from './teardown.ts';

/** Creates a checkout with the files that `infra/install` reads; returns its folder. */
export async function makeCheckout(t: Teardown): Promise<string> {
  const checkout = await makeFolder(t);
  cpSync('infra', join(checkout, 'infra'), { recursive: true });
  cpSync('package.json', join(checkout, 'package.json'));
  cpSync(fixtureContent, join(checkout, 'content'), { recursive: true });
  return checkout;
}

/**
 * Creates the folder `root`, in which a test installs a checkout: empty, or a copy of the installation in the folder
 * `from`, which takes seconds less than installing it. Returns functions that run the install and uninstall scripts and
 * access files in `root`.
 */
export async function makeMachine(t: Teardown, checkout: string, from?: string) {
  const root = await makeFolder(t);
  const options = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true };
  if (from !== undefined) cpSync(from, root, options);
  const runScript = (script: string, args: readonly string[]) =>
    runProgram(join(checkout, 'infra', script), ['--root', root, ...args]);
  return {
    root,
    install: (...args: readonly string[]) => runScript('install', args),
    uninstall: (...args: readonly string[]) => runScript('uninstall', args),
    read: (path: string) => readFile(join(root, path), 'utf8'),
    change: (path: string) => appendFile(join(root, path), '# mine\n'),
    modeOf: async (path: string) => (await stat(join(root, path))).mode & 0o777,
  };
}

/** Returns, sorted, a line for each file in a folder: path, mode in octal, and modification time. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const lines = files.map(async (file) => {
    const { mode, mtimeMs } = await stat(file);
    return `${file} ${mode.toString(8)} ${mtimeMs}`;
  });
  return (await Promise.all(lines)).sort();
}

/** Folder of the settings and secrets of an installation, below `root`. */
export const etc = 'etc/apparel-catalogue';
/** Folder of the installed versions of the code and of Node.js, below `root`. */
export const opt = 'opt/apparel-catalogue';
/** Arguments of `infra/install` that set the public address. */
export const address = ['--base-url', 'https://api.example.com'];
