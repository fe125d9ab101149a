/** A task for tests of the pool: writes bytes to a file. */
import { writeFileSync } from 'node:fs';
import { threadId, workerData } from 'node:worker_threads';
import { ReleaseError, returningFailures } from '../../../../../build/output/release-error.ts';

/** The path of a file to write, and its content. */
export interface WriteTask {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** If set, the task throws a `ReleaseError` with this message instead. */
  readonly refusal?: string;
}

/**
 * Writes the file of the task. Resolves to the id of the thread that ran the task (0 for the main thread), and the
 * settings of that thread.
 */
export const write = returningFailures(async ({ path, bytes, refusal }: WriteTask) => {
  if (refusal) throw new ReleaseError(refusal);
  writeFileSync(path, bytes);
  return { threadId, settings: workerData as unknown };
});
