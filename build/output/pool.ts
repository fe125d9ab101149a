/** The worker pool: this thread and worker threads, which are started only for enough work. */
import type { Piscina } from 'piscina';
import { type Refusal, ReleaseError } from './release-error.ts';

/** A task for a thread. It resolves to its result, or to a file-system error. */
type Work<Task, Result> = (task: Task) => Promise<Result | Refusal>;

export interface PoolOptions<Task, Result> {
  /** URL of the module that exports the task, for threads. */
  readonly module: string;
  /** The export name of the task. */
  readonly name: string;
  /** The start data of a thread: Piscina's `workerData`. */
  readonly settings: unknown;
  /** The same task, for this thread. */
  readonly work: Work<Task, Result>;
  /**
   * Total weight of the tasks that this thread runs before worker threads are started: starting a thread
   * takes about as long as running these tasks.
   */
  readonly inlineWeight: number;
  /** The folder that tasks write to, for messages. */
  readonly place: string;
  /** Number of worker threads. */
  readonly threads: number;
}

export interface Pool<Task, Result> {
  /**
   * Runs a task and returns its result. The task runs on this thread if there is little work in total or all
   * worker threads are busy. Rejects with `ReleaseError` for file-system errors, and with other errors of the
   * task.
   */
  run(task: Task, weight: number): Promise<Result>;
  /**
   * Resolves when another task may be added: this thread runs one at a time, so that memory does not grow
   * with the catalogue. Rejects if a task has failed.
   */
  waitForCapacity(): Promise<void>;
  /** Ends the threads after all added tasks; afterwards nothing is written. */
  close(): Promise<void>;
}

/** Maximum number of tasks in the queue of a thread, including the running one. */
const tasksPerThread = 2;

/**
 * Creates a pool that runs tasks on this thread and, if there is enough work, on worker threads. The caller
 * must always `close` it, which ends the threads.
 */
export function createPool<Task, Result extends object>({
  threads,
  ...options
}: PoolOptions<Task, Result>): Pool<Task, Result> {
  let credit = options.inlineWeight;
  let piscina: Promise<Piscina> | undefined;
  let failure: unknown;
  const running = new Set<Promise<unknown>>();
  let inline: Promise<unknown> | undefined;
  /** Number of tasks that worker threads have. */
  let given = 0;

  const start = async () => {
    // Imported only here, because most builds after an edit start no thread.
    const { Piscina } = await import('piscina');
    return new Piscina({
      ...{ filename: options.module, name: options.name, workerData: options.settings },
      ...{ minThreads: threads, maxThreads: threads },
      // A thread takes its next task by itself, because this thread may be busy.
      concurrentTasksPerWorker: tasksPerThread,
    });
  };
  const perform = async (task: Task, isInline: boolean): Promise<Result> => {
    if (failure !== undefined) throw failure;
    if (!isInline) piscina ??= start();
    const result = isInline
      ? await options.work(task)
      : ((await (await piscina)?.run(task)) as Result | Refusal);
    if ('refusal' in result) {
      throw new ReleaseError(`cannot write ${options.place}: ${result.refusal}`);
    }
    return result;
  };

  return {
    run(task, weight) {
      credit -= weight;
      const isInline = credit >= 0 || given >= threads * tasksPerThread;
      if (!isInline) given += 1;
      const result = perform(task, isInline).catch((error: unknown) => {
        failure ??= error;
        throw failure;
      });
      // The caller may await the result later; `waitForCapacity` reports a failure as well.
      const settled: Promise<unknown> = result
        .catch(() => {})
        .then(() => {
          running.delete(settled);
          if (isInline) inline = undefined;
          else given -= 1;
        });
      running.add(settled);
      if (isInline) inline = settled;
      return result;
    },
    async waitForCapacity() {
      await inline;
      if (failure !== undefined) throw failure;
    },
    async close() {
      while (running.size > 0) await Promise.all(running);
      await (await piscina)?.destroy();
    },
  };
}
