/** Runs single tasks in threads of their own. */

/**
 * Number of files or objects from which a thread is worth its start: starting it takes as long as reading as many.
 */
export const threadedItems = 1000;

/**
 * Runs the function `name` that the module at the URL `module` exports, with `task`, in a new thread, and resolves to
 * its result. Rejects with its error.
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
