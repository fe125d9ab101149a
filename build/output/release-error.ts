import { ExpectedError, isFileSystemError } from '../../console/errors.ts';

/**
 * Thrown if a release cannot be written, read or found, for a reason outside the code: a file-system error, a
 * locked folder, or a missing or damaged release. The message is for the person who ran the command.
 */
export class ReleaseError extends ExpectedError {
  override readonly name = 'ReleaseError';
}

/** Returns true if an error means that the user of this process lacks a permission. */
export function isPermissionError(error: unknown): error is NodeJS.ErrnoException {
  return isFileSystemError(error) && ['EACCES', 'EPERM'].includes(error.code ?? '');
}

/**
 * Calls `work` and returns its result. If `work` fails with a file-system error, throws a `ReleaseError` whose message
 * begins with `failure`; throws other errors of `work` unchanged.
 */
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
