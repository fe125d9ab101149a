/** The worker pool: this thread and others, which are started only when they pay off. */
import { Piscina } from 'piscina';
import { type Refusal, ReleaseError } from './release-error.ts';

/** Work for a thread. It resolves to its result, or to what the file system refused. */
type Work<Task, Result> = (task: Task) => Promise<Result | Refusal>;

export interface PoolOptions<Task, Result> {
  /** URL of the module that exports the work, for threads. */
  readonly module: string;
  /** The name under which it does. */
  readonly name: string;
  /** What a thread gets when it starts: Piscina's `workerData`. */
  readonly settings: unknown;
  /** The same work, for this thread. */
  readonly work: Work<Task, Result>;
  /** Weight of the tasks that are done before other threads are started: one takes as long to start. */
  readonly inlineWeight: number;
  /** Where tasks write, for messages. */
  readonly place: string;
  /** Threads beside this one. */
  readonly threads: number;
}

export interface Pool<Task, Result> {
  /**
   * Does a task: on this thread while the others have enough to do. Rejects with `ReleaseError` when the file
   * system refuses something, and with faults of our own.
   */
  run(task: Task, weight: number): Promise<Result>;
  /**
   * Resolves when another task may be given: this thread does one at a time, so that memory does not grow with
   * the catalogue. Rejects once a task has failed.
   */
  waitForCapacity(): Promise<void>;
  /** Ends the threads, after the tasks that were given: nothing is written after that. */
  close(): Promise<void>;
}

/** Tasks that wait for a thread, with the one that it does. */
const tasksPerThread = 2;

/** Creates a pool; `close` it in any case. */
export function createPool<Task, Result extends object>({
  threads,
  ...options
}: PoolOptions<Task, Result>): Pool<Task, Result> {
  let credit = options.inlineWeight;
  let piscina: Piscina | undefined;
  let failure: unknown;
  const running = new Set<Promise<unknown>>();
  let inline: Promise<unknown> | undefined;
  /** Tasks that other threads have. */
  let given = 0;

  const start = () =>
    new Piscina({
      ...{ filename: options.module, name: options.name, workerData: options.settings },
      ...{ minThreads: threads, maxThreads: threads },
      // A thread takes its next task without this one, which may be busy with its own.
      concurrentTasksPerWorker: tasksPerThread,
    });
  const perform = async (task: Task, isInline: boolean): Promise<Result> => {
    if (failure !== undefined) throw failure;
    if (!isInline) piscina ??= start();
    const result = isInline
      ? await options.work(task)
      : ((await piscina?.run(task)) as Result | Refusal);
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
      // The caller may look at the result later; `waitForCapacity` reports a failure as well.
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
      await piscina?.destroy();
    },
  };
}
