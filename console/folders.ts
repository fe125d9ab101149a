/** Checks and compares the folders that options of commands name. */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ExpectedError } from './errors.ts';

/**
 * Throws an `ExpectedError` if `path`, the value of an option such as `--content`, is an empty text. An unset variable
 * of a shell becomes one, and file operations would take it for the current folder.
 */
export function assertNotEmpty(option: string, path: string): void {
  if (path === '') throw new ExpectedError(`${option} is empty; give it a folder`);
}

/**
 * Throws an `ExpectedError` if `path`, the value of an option such as `--out`, is an empty text or not a folder. The
 * folder need not exist.
 */
export function assertFolder(option: string, path: string): void {
  assertNotEmpty(option, path);
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false) return;
  } catch (error) {
    // The command reports all other errors when it uses the folder.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') return;
  }
  throw new ExpectedError(`${path} is not a folder; give ${option} a folder`);
}

/**
 * Returns true if `path` is `folder` or in it, also through symbolic links. Neither need exist.
 */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(realPathOf(folder), realPathOf(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Returns the absolute path of a folder, with symbolic links resolved. The end of the path may not exist yet;
 * it is returned unchanged.
 */
function realPathOf(folder: string): string {
  const path = resolve(folder);
  try {
    return realpathSync(path);
  } catch {
    // The root always has a real path.
    return join(realPathOf(dirname(path)), basename(path));
  }
}
