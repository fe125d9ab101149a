import { ExpectedError } from '../../console/errors.ts';

/** Thrown when the file system refuses a write or does not keep what a release needs. */
export class ReleaseError extends ExpectedError {
  override readonly name = 'ReleaseError';
}

/** Whether an error is the file system's word, such as `ENOSPC`, and no fault of our own. */
export function isRefusal(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/**
 * Does some work. An error of the file system becomes a `ReleaseError` that begins with `failure`; other
 * errors stay as they are.
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

/** What a task of a thread returns when the file system refused something: errors lose their code between threads. */
export interface Refusal {
  readonly refusal: string;
}

/** Makes a task return a refusal of the file system instead of throwing it. */
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
