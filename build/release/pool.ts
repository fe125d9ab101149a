/** The compression threads: as many as the machine has processors, started when they pay off. */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import {
  type LongFileTask,
  type Placed,
  type PlaceTask,
  placeFiles,
  placeLongFile,
} from './file-tasks.ts';
import { ReleaseError } from './write-tree.ts';

/**
 * Bytes that are compressed on the main thread first. Threads take a fifth of a second to start,
 * which is what these take.
 */
const inlineBytes = 256 * 1024;

export interface Pool {
  /** See `placeFiles`. Rejects with `ReleaseError` when a file cannot be written. */
  place(task: PlaceTask): Promise<Placed[]>;
  /** See `placeLongFile`; rejects likewise. */
  placeLong(task: LongFileTask): Promise<NonNullable<Placed>>;
  /**
   * Resolves when another task may be given: a few wait for each thread and no more, so that memory
   * does not grow with the catalogue. Rejects once a task has failed.
   */
  room(): Promise<void>;
  /** Ends the threads; what is still under way is waited for and nothing is written after that. */
  close(): Promise<void>;
}

/** Makes a pool; `close` it whatever happens. */
export function createPool(threads = availableParallelism()): Pool {
  const most = threads * 4;
  let credit = inlineBytes;
  let piscina: Piscina | undefined;
  let failure: ReleaseError | undefined;
  const underWay = new Set<Promise<unknown>>();

  const start = () =>
    new Piscina({
      // TypeScript or compiled, as this module is (decision 58).
      filename: import.meta.resolve(`./file-tasks${extname(import.meta.filename)}`),
      // Piscina looks for this export as it starts; each task names the one it means.
      name: 'placeFiles',
      minThreads: threads,
      maxThreads: threads,
    });
  const run = <Result>(
    name: string,
    weight: number,
    task: unknown,
    inline: () => Result | Promise<Result>,
  ): Promise<Result> => {
    credit -= weight;
    const work = async (): Promise<Result> => {
      if (failure) throw failure;
      if (credit >= 0) return inline();
      piscina ??= start();
      return piscina.run(task, { name }) as Promise<Result>;
    };
    const result = work().catch((error: unknown) => {
      failure ??= toReleaseError(error);
      throw failure;
    });
    // Whoever gave the task may look at it later; `room` tells the failure anyway.
    const quiet: Promise<unknown> = result.catch(() => {}).then(() => underWay.delete(quiet));
    underWay.add(quiet);
    return result;
  };

  return {
    place: (task) => run('placeFiles', weightOf(task), task, () => placeFiles(task)),
    placeLong: (task) => run('placeLongFile', task.plain[0], task, () => placeLongFile(task)),
    async room() {
      while (underWay.size >= most) await Promise.race(underWay);
      if (failure) throw failure;
    },
    async close() {
      while (underWay.size > 0) await Promise.all(underWay);
      await piscina?.destroy();
    },
  };
}

/** Bytes to be compressed; what is only linked weighs little. */
function weightOf({ files }: PlaceTask): number {
  return files.reduce((sum, { bytes, forms }) => sum + (forms ? 256 : (bytes?.length ?? 0)), 0);
}

function toReleaseError(error: unknown): ReleaseError {
  return error instanceof ReleaseError ? error : new ReleaseError((error as Error).message);
}
