/** The error of unusable output folders, and the remedies in its message. */
import { stat } from 'node:fs/promises';
import { ExpectedError, isFileSystemError } from '../../console/errors.ts';
import { isWithin } from '../../console/folders.ts';

/**
 * Thrown if a release cannot be written, read or found, for a reason outside the code: a file-system error, a locked
 * folder, or a missing or damaged release. The message is for the person who ran the command.
 */
export class ReleaseError extends ExpectedError {
  override readonly name = 'ReleaseError';
}

/** Returns true if an error means that the user of this process lacks a permission. */
export function isPermissionError(error: unknown): error is NodeJS.ErrnoException {
  return isFileSystemError(error) && ['EACCES', 'EPERM'].includes(error.code ?? '');
}

/** Returns the result of `work`; turns a file-system error into a `ReleaseError` whose message begins with `failure`. */
export async function wrapFileSystemErrors<Result>(
  failure: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isFileSystemError(cause)) throw cause;
    throw new ReleaseError(`${failure}: ${cause.message}`, { cause });
  }
}

/**
 * Returns the result of `work`. If it lacks a permission in the output folder `out`, or this is on a read-only file
 * system, throws a `ReleaseError` with the remedy.
 */
export async function explainPermissionErrors<Result>(
  out: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof ReleaseError ? error.cause : error;
    const remedy = isFileSystemError(cause) ? await findRemedy(out, cause) : undefined;
    const { message } = error as Error;
    // A nested call may have added the remedy already.
    if (remedy === undefined || message.endsWith(remedy)) throw error;
    throw new ReleaseError(`${message}; ${remedy}`, { cause });
  }
}

async function findRemedy(out: string, cause: NodeJS.ErrnoException): Promise<string | undefined> {
  const { path, code } = cause;
  if (path === undefined) return undefined;
  if (code === 'EROFS' && (isWithin(path, out) || isWithin(out, path))) {
    return 'mount this file system for writing, or give --out another folder';
  }
  if (!isPermissionError(cause) || !isWithin(path, out)) return undefined;
  const owner = await stat(out).catch(() => undefined);
  if (owner === undefined) return undefined;
  // A command that root ran leaves files that the owner of the folder cannot change.
  return owner.uid === process.getuid?.()
    ? `it may belong to another user, as after a command of root: sudo chown -R ${owner.uid} ${out}`
    : `${out} belongs to the user with the id ${owner.uid}; run this command as that user`;
}
