/** A task for tests of the pool: writes bytes to a file. */
import { writeFileSync } from 'node:fs';
import { threadId, workerData } from 'node:worker_threads';
import { returningFailures } from '../../../build/output/release-error.ts';

export interface WriteTask {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes the file. Resolves to the id of the thread that ran the task, and the settings of that thread.
 */
export const write = returningFailures(async ({ path, bytes }: WriteTask) => {
  writeFileSync(path, bytes);
  return { threadId, settings: workerData as unknown };
});
