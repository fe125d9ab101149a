/** Runs single tasks in threads. */
import type { Piscina } from 'piscina';

/**
 * Minimum number of files or objects for which a thread saves time: starting a thread takes as long as reading so many.
 */
export const threadedItems = 1000;

/** A build runs up to two tasks at a time, and a third one later, in a thread that has ended the first or second. */
const maxThreads = 2;

/** Milliseconds after which a thread without a task ends. Such a thread keeps no process running. */
const idleTimeout = 5000;

let pool: Promise<Piscina> | undefined;

/**
 * Calls the exported function `name` of the module at the URL `module` with the argument `task`, in a thread. Resolves
 * to the function's result or rejects with its error.
 */
export async function runInThread<Result>(
  module: string,
  name: string,
  task: unknown,
): Promise<Result> {
  // Imported only here, because small catalogues need no thread.
  pool ??= import('piscina').then(
    ({ Piscina }) => new Piscina({ minThreads: 0, maxThreads, idleTimeout }),
  );
  return (await pool).run(task, { filename: module, name });
}
