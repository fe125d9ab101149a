import { ExpectedError } from '../../console/errors.ts';

/** Thrown when the file system refuses a write or does not keep what a release needs. */
export class ReleaseError extends ExpectedError {
  override readonly name = 'ReleaseError';
}

/** Returns true for a file-system error such as `ENOSPC`, and false for a bug. */
export function isRefusal(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/**
 * Runs a function. A file-system error becomes a `ReleaseError` that begins with `failure`; other errors are
 * rethrown unchanged.
 */
export async function refusedBy<Result>(
  failure: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    throw new ReleaseError(`${failure}: ${cause.message}`, { cause });
  }
}

/** The result of a thread's task after a file-system error; errors lose their code between threads. */
export interface Refusal {
  readonly refusal: string;
}

/** Makes a task return file-system errors instead of throwing them. */
export function returningRefusals<Task, Result>(
  work: (task: Task) => Promise<Result>,
): (task: Task) => Promise<Result | Refusal> {
  return async (task) => {
    try {
      return await work(task);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { refusal: error.message };
    }
  };
}
