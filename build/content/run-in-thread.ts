/** Runs single tasks in threads of their own. */

/**
 * Minimum number of files or objects for which a thread saves time: starting a thread takes as long as reading so many.
 */
export const threadedItems = 1000;

/**
 * Starts a thread that imports the module at the URL `module` and calls its exported function `name` with the argument
 * `task`. Ends the thread, then resolves to the function's result or rejects with its error.
 */
export async function runInThread<Result>(
  module: string,
  name: string,
  task: unknown,
): Promise<Result> {
  // Imported only here, because small catalogues need no thread.
  const { Piscina } = await import('piscina');
  const thread = new Piscina({ filename: module, name, maxThreads: 1 });
  try {
    return await thread.run(task);
  } finally {
    await thread.destroy();
  }
}
