/**
 * A lock on the sync folder, so that one process at a time changes it. The kernel holds it for an open file
 * and releases it when the process ends in any way, in other containers too (decision 53).
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import { ReleaseError, refusedBy } from './release-error.ts';

/** The file stays: removing it would let two processes lock two files of the same name. */
const fileName = 'lock';

/** How often a lock that another process holds is tried again. A swap takes tens of milliseconds. */
const tryEveryMs = 50;

export interface LockOptions {
  readonly stop: AbortSignal;
  /** How long to wait for another process. */
  readonly waitMs?: number;
}

/**
 * Does the work while no other process or caller holds the lock of the folder; returns its result. Throws
 * `ReleaseError` when another one holds the lock for longer than `waitMs` or the file system refuses it,
 * what `stop` is aborted with while it waits, and whatever the work throws.
 */
export async function whileLocked<Result>(
  folder: string,
  { stop, waitMs = 60_000 }: LockOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = await openLockFile(folder);
  try {
    const deadline = performance.now() + waitMs;
    while (!(await refusedBy(`cannot lock ${folder}`, async () => tryLock(file.fd)))) {
      if (performance.now() >= deadline) {
        throw new ReleaseError(
          `another npm run sync has been changing ${folder} for ${waitMs / 1000} s; end that process if it hangs`,
        );
      }
      await wait(tryEveryMs, undefined, { signal: stop });
    }
    return await work();
  } finally {
    await file.close();
  }
}

/** Opens the lock file; after a round by root it belongs to the user of the folder all the same. */
function openLockFile(folder: string): Promise<FileHandle> {
  return refusedBy(`cannot write ${folder}`, async () => {
    const file = await open(join(folder, fileName), 'a');
    try {
      if (process.getuid?.() === 0) {
        const { uid, gid } = await stat(folder);
        await file.chown(uid, gid);
      }
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  });
}
