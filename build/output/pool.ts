/** Runs the tasks of a build on this thread and on worker threads, which are started only if there is enough work. */
import { setImmediate } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import { threadArguments } from '../../console/thread-arguments.ts';
import { ReleaseError, type TaskFailure, toError } from './release-error.ts';

/**
 * The work of a pool: name → function that performs a task. The function resolves to the task's result, or to a
 * `TaskFailure` for a file-system error or a `ReleaseError`.
 */
type Work = Readonly<Record<string, (task: never) => Promise<object | TaskFailure>>>;

type TaskOf<Functions extends Work, Name extends keyof Functions> = Parameters<Functions[Name]>[0];
type ResultOf<Functions extends Work, Name extends keyof Functions> = Exclude<
  Awaited<ReturnType<Functions[Name]>>,
  TaskFailure
>;

/** The input of `createPool`. */
export interface PoolOptions<Functions extends Work> {
  /** URL of the module that exports the functions of `work`, for threads. */
  readonly module: string;
  /** Data that each thread gets when it starts: Piscina's `workerData`. */
  readonly settings: unknown;
  /** The same functions as those that threads import from `module`, for the tasks that run on this thread. */
  readonly work: Functions;
  /**
   * Total weight of the tasks that this thread runs before worker threads are started. Starting a thread takes about as
   * long as running these tasks. `run` gets the weight of each task, such as the number of bytes to compress.
   */
  readonly inlineWeight: number;
  /** The folder that tasks write to; error messages name it. */
  readonly folder: string;
  /** Number of worker threads. */
  readonly threads: number;
}

/** A pool that runs tasks on this thread and on worker threads; see `createPool`. */
export interface Pool<Functions extends Work> {
  /**
   * Calls the function `name` with `task` and resolves to its result. The function runs on this thread while the total
   * `weight` of all tasks so far is at most `inlineWeight`. Later it runs on a worker thread, or on this thread if the
   * queues of all worker threads are full. Rejects with `ReleaseError` for file-system errors, with other errors of the
   * function, and with the error of an earlier failed task.
   */
  run<Name extends keyof Functions & string>(
    name: Name,
    task: TaskOf<Functions, Name>,
    weight: number,
  ): Promise<ResultOf<Functions, Name>>;
  /**
   * Resolves when no task runs on this thread. Wait for this before each call of `run`, so that tasks do not accumulate
   * in memory. Rejects with the error of a failed task.
   */
  waitForCapacity(): Promise<void>;
  /**
   * Waits until all added tasks have ended, and ends the threads: no task writes files after that. Does not reject if
   * tasks have failed, which `run` and `waitForCapacity` report.
   */
  close(): Promise<void>;
}

/**
 * Maximum number of unfinished tasks of a thread. A thread takes its next task by itself, and may start it while the
 * first one waits for compression.
 */
const tasksPerThread = 2;

/** Calls `work` and then closes the pool, even if `work` fails. Returns the result of `work`. */
export async function whileOpen<Result>(
  pool: Pick<Pool<Work>, 'close'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    await pool.close();
  }
}

/**
 * Creates a pool that runs tasks on this thread and, if there is enough work, on worker threads. The caller
 * must always `close` it, which ends the threads.
 */
export function createPool<Functions extends Work>({
  threads,
  ...options
}: PoolOptions<Functions>): Pool<Functions> {
  let credit = options.inlineWeight;
  let piscina: Promise<Piscina> | undefined;
  let failure: unknown;
  const running = new Set<Promise<unknown>>();
  let inline: Promise<unknown> | undefined;
  /** Number of unfinished tasks of worker threads, running or queued. */
  let unfinished = 0;

  const start = async () => {
    // Imported only here, because most builds after an edit start no thread.
    const { Piscina } = await import('piscina');
    return new Piscina({
      ...{ filename: options.module, workerData: options.settings },
      // A thread loads the module when it starts, and looks for an export with this name.
      name: Object.keys(options.work)[0] as string,
      ...{ minThreads: threads, maxThreads: threads, execArgv: [...threadArguments] },
      // A thread takes its next task by itself, because this thread may be busy.
      concurrentTasksPerWorker: tasksPerThread,
    });
  };
  const perform = async (name: string, task: unknown, isInline: boolean): Promise<object> => {
    if (failure !== undefined) throw failure;
    if (!isInline) piscina ??= start();
    const work = options.work[name] as (task: unknown) => Promise<object | TaskFailure>;
    const result: object | TaskFailure = isInline
      ? await work(task)
      : await (await piscina)?.run(task, { name });
    if ('failure' in result) {
      const cause = toError(result);
      if (cause instanceof ReleaseError) throw cause;
      throw new ReleaseError(`cannot write ${options.folder}: ${cause.message}`, { cause });
    }
    return result;
  };

  return {
    run(name, task, weight) {
      credit -= weight;
      const isInline = credit >= 0 || unfinished >= threads * tasksPerThread;
      if (!isInline) unfinished += 1;
      const result = perform(name, task, isInline).catch((error: unknown) => {
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
      return result as Promise<ResultOf<Functions, typeof name>>;
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
