/** Runs single tasks of a build in threads, so that the main thread continues meanwhile. */
import { createOnce } from '../../console/create-once.ts';
import { threadArguments } from '../../console/thread-arguments.ts';

/**
 * Minimum number of files or objects for which a task runs in a thread: starting the thread takes as long as reading
 * this many files.
 */
export const threadedItems = 1000;

/**
 * Maximum number of threads. A build needs two: it may still look for damaged objects when it creates the links of the
 * release. It hashes product files before.
 */
const maxThreads = 2;

/** Milliseconds after which a thread without a task ends. A thread without a task does not keep the process running. */
const idleTimeout = 5000;

// Imported only at first use, because small catalogues need no thread.
const openPool = createOnce(async () => {
  const { Piscina } = await import('piscina');
  return new Piscina({ minThreads: 0, maxThreads, idleTimeout, execArgv: [...threadArguments] });
});

/**
 * Calls a function in a thread: the export `name` of the module at the URL `module`, with a copy of `task` as argument.
 * Resolves to a copy of the function's result or rejects with its error. At most two calls run at a time; others wait.
 */
export async function runInThread<Result>(
  module: string,
  name: string,
  task: unknown,
): Promise<Result> {
  return (await openPool()).run(task, { filename: module, name });
}
