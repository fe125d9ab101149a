/** The worker pool: as many threads as the machine has processors, started only when they pay off. */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { type Refusal, ReleaseError } from './release-error.ts';

/** Tasks by name. Each resolves to its result, or to what the file system refused. */
// biome-ignore lint/suspicious/noExplicitAny: any task, whose own types `Pool.run` keeps
export type Tasks = Readonly<Record<string, (task: any) => Promise<object | Refusal>>>;

type TaskOf<All extends Tasks, Name extends keyof All> = Parameters<All[Name]>[0];
type ResultOf<All extends Tasks, Name extends keyof All> = Exclude<
  Awaited<ReturnType<All[Name]>>,
  Refusal
>;

export interface PoolOptions<All extends Tasks> {
  /** URL of the module that exports the tasks, for threads. */
  readonly module: string;
  /** What a thread gets when it starts: Piscina's `workerData`. */
  readonly settings: unknown;
  /** The same tasks, for this thread. */
  readonly tasks: All;
  /** Weight of the tasks that are done on this thread first: another takes as long to start. */
  readonly inlineWeight: number;
  /** Where tasks write, for messages. */
  readonly place: string;
  readonly threads?: number;
}

/** Tasks reject with `ReleaseError` when the file system refuses something, and with faults of our own. */
export interface Pool<All extends Tasks> {
  run<Name extends keyof All & string>(
    name: Name,
    task: TaskOf<All, Name>,
    weight: number,
  ): Promise<ResultOf<All, Name>>;
  /**
   * Resolves when another task may be given: a few wait for each thread and no more, so that memory
   * does not grow with the catalogue. Rejects once a task has failed.
   */
  waitForCapacity(): Promise<void>;
  /** Ends the threads, after the tasks that were given: nothing is written after that. */
  close(): Promise<void>;
}

/** Creates a pool; `close` it in any case. */
export function createPool<All extends Tasks>({
  threads = availableParallelism(),
  ...options
}: PoolOptions<All>): Pool<All> {
  const most = threads * 4;
  let credit = options.inlineWeight;
  let piscina: Piscina | undefined;
  let failure: unknown;
  const running = new Set<Promise<unknown>>();

  const start = () =>
    new Piscina({
      filename: options.module,
      // Piscina looks for this export when it starts; each task names its own.
      name: Object.keys(options.tasks)[0] as string,
      workerData: options.settings,
      minThreads: threads,
      maxThreads: threads,
    });
  const perform = async (name: string, task: unknown, isInline: boolean): Promise<object> => {
    if (failure !== undefined) throw failure;
    if (!isInline) piscina ??= start();
    const result = isInline
      ? await options.tasks[name]?.(task)
      : ((await piscina?.run(task, { name })) as object);
    if (result !== undefined && 'refusal' in result) {
      throw new ReleaseError(`cannot write ${options.place}: ${String(result.refusal)}`);
    }
    return result as object;
  };

  return {
    run(name, task, weight) {
      credit -= weight;
      const result = perform(name, task, credit >= 0).catch((error: unknown) => {
        failure ??= error;
        throw failure;
      });
      // The caller may look at the result later; `waitForCapacity` reports a failure as well.
      const settled: Promise<unknown> = result.catch(() => {}).then(() => running.delete(settled));
      running.add(settled);
      return result as Promise<ResultOf<All, typeof name>>;
    },
    async waitForCapacity() {
      while (running.size >= most) await Promise.race(running);
      if (failure !== undefined) throw failure;
    },
    async close() {
      while (running.size > 0) await Promise.all(running);
      await piscina?.destroy();
    },
  };
}
