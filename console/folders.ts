/** Checks and compares the folders that options of commands name. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ExpectedError } from './errors.ts';

/**
 * Throws an `ExpectedError` if `path`, the value of an option such as `--content`, is an empty string, as for
 * `--content "$NAME"` if the shell variable is not set. File operations would use the current folder instead.
 */
export function assertNotEmpty(option: string, path: string): void {
  if (path === '') throw new ExpectedError(`${option} is empty; give it a folder`);
}

/**
 * Throws an `ExpectedError` if `path`, the value of an option such as `--out`, is an empty string or cannot be a
 * folder: it or a part of it is the path of a file, or it is a symbolic link to a missing folder, as to a disk that is
 * not mounted. Accepts a path at which nothing exists yet.
 */
export function assertFolder(option: string, path: string): void {
  assertNotEmpty(option, path);
  try {
    // Without `throwIfNoEntry: false`, with which Node.js 24 also returns undefined for ENOTDIR.
    if (statSync(path).isDirectory()) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false })) {
      throw new ExpectedError(
        `${path} is a link to a missing folder; create that folder, or give ${option} another`,
      );
    }
    // The command reports all other errors when it uses the folder, and creates a missing one.
    if (code !== 'ENOTDIR') return;
  }
  throw new ExpectedError(`${path} is not a folder; give ${option} a folder`);
}

/**
 * Returns true if `path` is `folder` itself or a path inside it, after symbolic links in both are resolved. Neither
 * needs to exist.
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
