/** Makes products on this thread and on worker threads, which are started only if there is enough work. */
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import { threadArguments } from '../console/thread-arguments.ts';
import type { MadeProduct, ProductSettings } from './make-product.ts';
import type { Encoding } from './output/encode.ts';
import { ReleaseError, toError } from './output/release-error.ts';
import { createTask, type ProductsTask } from './worker.ts';

/** Maximum number of unfinished tasks of a thread: one that it runs, and one that it takes next by itself. */
const tasksPerThread = 2;

/**
 * Encoding → number of products that this thread makes itself before worker threads are started: starting a thread
 * takes as long.
 */
const inlineProducts: Readonly<Record<Encoding, number>> = { full: 8, none: 128 };

/** A pool that makes products on this thread and on worker threads. */
export interface WorkerPool {
  /**
   * Makes the products of a task; resolves to them in the same order. Rejects with `ReleaseError` for file-system
   * errors, with other errors of the task, and with the error of an earlier failed task.
   */
  run(task: ProductsTask): Promise<readonly MadeProduct[]>;
  /**
   * Resolves when no task runs on this thread. Wait for this before each call of `run`, so that tasks do not accumulate
   * in memory. Rejects with the error of a failed task.
   */
  waitForCapacity(): Promise<void>;
  /** Waits until all tasks have ended, even if some have failed, and ends the threads: no task writes files after that. */
  close(): Promise<void>;
}

/** Creates a pool. The caller must always `close` it. One thread fewer than processors, because this one works too. */
export function createWorkerPool(settings: ProductSettings): WorkerPool {
  const threads = Math.max(1, availableParallelism() - 1);
  const inlineTask = createTask(settings);
  const running = new Set<Promise<unknown>>();
  let credit = inlineProducts[settings.encoding];
  let piscina: Promise<Piscina> | undefined;
  let failure: unknown;
  let inline: Promise<unknown> | undefined;
  /** Number of unfinished tasks of worker threads. */
  let unfinished = 0;

  const make = async (task: ProductsTask, isInline: boolean): Promise<readonly MadeProduct[]> => {
    if (failure !== undefined) throw failure;
    if (!isInline) piscina ??= startThreads(settings, threads);
    const result = isInline
      ? await inlineTask(task)
      : ((await (await piscina)?.run(task, { name: 'makeProducts' })) as Awaited<
          ReturnType<typeof inlineTask>
        >);
    if (!('failure' in result)) return result;
    const cause = toError(result);
    if (cause instanceof ReleaseError) throw cause;
    throw new ReleaseError(`cannot write ${settings.out}: ${cause.message}`, { cause });
  };

  return {
    run(task) {
      credit -= task.sources.length;
      const isInline = credit >= 0 || unfinished >= threads * tasksPerThread;
      if (!isInline) unfinished += 1;
      const result = make(task, isInline).catch((error: unknown) => {
        failure ??= error;
        throw failure;
      });
      // The caller may await the result later; `waitForCapacity` reports a failure as well.
      const settled: Promise<unknown> = result
        .catch(() => {})
        .then(() => {
          running.delete(settled);
          if (isInline) inline = undefined;
          else unfinished -= 1;
        });
      running.add(settled);
      if (isInline) inline = settled;
      return result;
    },
    async waitForCapacity() {
      await inline;
      // If tasks on this thread wait for nothing, it would otherwise neither start the others nor get their results.
      await piscina;
      await setImmediate();
      if (failure !== undefined) throw failure;
    },
    async close() {
      while (running.size > 0) await Promise.all(running);
      await (await piscina)?.destroy();
    },
  };
}

async function startThreads(settings: ProductSettings, threads: number): Promise<Piscina> {
  // Imported only here, because most builds after an edit start no thread.
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    // A thread loads the module when it starts, and looks for an export with this name.
    name: 'makeProducts',
    ...{ workerData: settings, minThreads: threads, maxThreads: threads },
    ...{ execArgv: [...threadArguments], concurrentTasksPerWorker: tasksPerThread },
  });
}
