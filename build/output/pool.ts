/** The worker pool: as many threads as the machine has processors, started when they pay off. */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import type { Encoding } from './encode.ts';
import {
  type FilesTask,
  type LongFileTask,
  type ObjectTask,
  type Refusal,
  runFilesTask,
  runLongFileTask,
  runObjectTask,
  type WrittenFile,
} from './file-tasks.ts';
import type { ObjectRecord } from './objects.ts';
import { ReleaseError } from './release-error.ts';

/** Bytes that are encoded on the main thread first: a thread takes as long to start. */
const inlineBytes: Readonly<Record<Encoding, number>> = {
  full: 256 * 1024,
  fast: 16 * 1024 * 1024,
};

/** All reject with `ReleaseError` when the file system refuses something, and with faults of our own. */
export interface Pool {
  writeObject(task: ObjectTask): Promise<{ record: ObjectRecord; reused: boolean }>;
  writeFiles(task: FilesTask): Promise<readonly WrittenFile[]>;
  writeLongFile(task: LongFileTask): Promise<WrittenFile>;
  /**
   * Resolves when another task may be given: a few wait for each thread and no more, so that memory
   * does not grow with the catalogue. Rejects once a task has failed.
   */
  waitForCapacity(): Promise<void>;
  /** Ends the threads, after the tasks that were given: nothing is written after that. */
  close(): Promise<void>;
}

/** Creates a pool; `close` it in any case. */
export function createPool(encoding: Encoding = 'full', threads = availableParallelism()): Pool {
  const most = threads * 4;
  let credit = inlineBytes[encoding];
  let piscina: Piscina | undefined;
  let failure: unknown;
  const running = new Set<Promise<unknown>>();

  const start = () =>
    new Piscina({
      // TypeScript or compiled, as this module is (decision 58).
      filename: import.meta.resolve(`./file-tasks${extname(import.meta.filename)}`),
      // Piscina looks for this export when it starts; each task names its own.
      name: 'runObjectTask',
      minThreads: threads,
      maxThreads: threads,
    });
  const run = <Task, Result extends object>(
    task: Task,
    { weight, place }: { readonly weight: number; readonly place: string },
    work: (task: Task) => Promise<Result | Refusal>,
    name: string,
  ): Promise<Result> => {
    credit -= weight;
    const perform = async (): Promise<Result> => {
      if (failure !== undefined) throw failure;
      if (credit < 0) piscina ??= start();
      const result = await (credit < 0 ? (piscina as Piscina).run(task, { name }) : work(task));
      if ('refusal' in result) throw new ReleaseError(`cannot write ${place}: ${result.refusal}`);
      return result;
    };
    const result = perform().catch((error: unknown) => {
      failure ??= error;
      throw failure;
    });
    // The caller may look at the result later; `waitForCapacity` reports a failure as well.
    const settled: Promise<unknown> = result.catch(() => {}).then(() => running.delete(settled));
    running.add(settled);
    return result;
  };

  return {
    writeObject: (task) =>
      run(task, { weight: weightOf(task), place: task.out }, runObjectTask, 'runObjectTask'),
    writeFiles: (task) =>
      run(task, { weight: weightOf(task), place: task.folder }, runFilesTask, 'runFilesTask'),
    writeLongFile: (task) =>
      run(task, { weight: task.plain[0], place: task.folder }, runLongFileTask, 'runLongFileTask'),
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

/** Bytes to be encoded; a file that is only linked weighs little. */
function weightOf({ files }: Pick<FilesTask, 'files'>): number {
  return files.reduce((sum, { bytes, known }) => sum + (known ? 256 : bytes.length), 0);
}
