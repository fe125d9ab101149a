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

/**
 * The result of a worker-thread task that failed with a file-system error or a `ReleaseError`: the facts of this error.
 * Only a file-system error has a `syscall`. The task does not throw the error, because the error would lose its class
 * and its code on the way to the main thread.
 */
export interface TaskFailure {
  readonly failure: Readonly<Record<'message' | 'code' | 'path' | 'syscall', string | undefined>>;
}

/**
 * Returns the error of a failed task: a `ReleaseError`, or a file-system error with the message, code, path and system
 * call of the original.
 */
export function toError({ failure }: TaskFailure): ReleaseError | NodeJS.ErrnoException {
  const { syscall, message } = failure;
  return syscall === undefined ? new ReleaseError(message) : Object.assign(new Error(), failure);
}

/**
 * Returns a function that calls `work` and resolves to its result, or to a `TaskFailure` if `work` rejects with a
 * file-system error or a `ReleaseError`. The function rejects with other errors of `work`.
 */
export function returningFailures<Task, Result>(
  work: (task: Task) => Promise<Result>,
): (task: Task) => Promise<Result | TaskFailure> {
  return async (task) => {
    try {
      return await work(task);
    } catch (error) {
      if (!isFileSystemError(error) && !(error instanceof ReleaseError)) throw error;
      const { message, code, path, syscall }: NodeJS.ErrnoException = error;
      return { failure: { message, code, path, syscall } };
    }
  };
}
