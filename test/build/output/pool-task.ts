/** A task for tests of the pool: writes bytes to a file. */
import { writeFileSync } from 'node:fs';
import { threadId, workerData } from 'node:worker_threads';
import { returningFailures } from '../../../build/output/release-error.ts';

/** The path of a file to write, and its content. */
export interface WriteTask {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes the file of the task. Resolves to the id of the thread that ran the task (0 for the main thread), and the
 * settings of that thread.
 */
export const write = returningFailures(async ({ path, bytes }: WriteTask) => {
  writeFileSync(path, bytes);
  return { threadId, settings: workerData as unknown };
});
