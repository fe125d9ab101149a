/** Creates folders in an output folder, and adds a remedy to the error message if this process may not write there. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFileSystemError } from '../../console/errors.ts';
import { isWithin } from '../../console/folders.ts';
import { isPermissionError, ReleaseError, wrapFileSystemErrors } from './release-error.ts';

/** Creates a folder and its missing parents unless it exists. Throws `ReleaseError` for file-system errors. */
export function createFolder(path: string): Promise<void> {
  return wrapFileSystemErrors(`cannot write ${path}`, () => makeWithParents(path));
}

/** Replaces the recursive `mkdir` of Node.js, which reports a read-only file system as ENOENT. */
async function makeWithParents(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeWithParents(dirname(path));
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found = code === 'EEXIST' ? await stat(path).catch(() => undefined) : undefined;
    if (!found?.isDirectory()) throw error;
  }
}

/**
 * Runs `work`, which reads or writes the output folder `out`, and returns its result. If it lacks a permission there, or
 * the file system is read-only, throws a `ReleaseError` with the remedy. Throws other errors unchanged.
 */
export async function explainPermissionErrors<Result>(
  out: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof ReleaseError ? error.cause : error;
    if (!isFileSystemError(cause) || !concerns(out, cause)) throw error;
    const remedy = await findRemedy(out, cause);
    const { message } = error as Error;
    // A nested call may have added the remedy already.
    if (remedy === undefined || message.endsWith(remedy)) throw error;
    throw new ReleaseError(`${message}; ${remedy}`, { cause });
  }
}

/** Returns true if a file-system error is about `out`, a path below it, or its read-only parent. */
function concerns(out: string, { path, code }: NodeJS.ErrnoException): boolean {
  if (path === undefined) return false;
  return isWithin(path, out) || (code === 'EROFS' && isWithin(out, path));
}

async function findRemedy(out: string, cause: NodeJS.ErrnoException): Promise<string | undefined> {
  if (cause.code === 'EROFS') {
    return 'mount this file system for writing, or give --out another folder';
  }
  if (!isPermissionError(cause)) return undefined;
  const owner = await stat(out).catch(() => undefined);
  if (owner === undefined) return undefined;
  // A command that root ran leaves files that the owner of the folder cannot change.
  return owner.uid === process.getuid?.()
    ? `it may belong to another user, as after a command of root: sudo chown -R ${owner.uid} ${out}`
    : `${out} belongs to the user with the id ${owner.uid}; run this command as that user`;
}
