/**
 * Locks on folders. A lock is a kernel lock on an open file in the folder: the kernel releases it when the process
 * ends, even if the process is killed. Locks also work between containers that share the folder
 * (decisions.md, "Kernel locks protect the output folder").
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import { ReleaseError, wrapFileSystemErrors } from './release-error.ts';

/** Name of the lock file in a folder. It is never removed: two processes could lock two files with this name. */
const fileName = 'lock';

/** Milliseconds between two attempts to take a lock that another process holds. */
const tryEveryMs = 50;

/** An open lock file. Any number of processes can hold a shared lock, or one process the exclusive lock. */
export interface FolderLock {
  readonly folder: string;
  /** The descriptor of the lock file. A child process that inherits it holds the lock until it ends. */
  readonly fd: number;
  /**
   * Takes the lock, or changes the mode of a held lock. Resolves to false, without waiting, if a conflicting lock is
   * held. Rejects with `ReleaseError` for file-system errors.
   */
  take(mode: LockMode): Promise<boolean>;
  /**
   * Repeats `take` for up to `waitMs` milliseconds; resolves to whether the lock is taken. Rejects with `AbortError` if
   * `stop` is aborted while the lock is not free.
   */
  wait(
    mode: LockMode,
    options: { readonly waitMs: number; readonly stop?: AbortSignal },
  ): Promise<boolean>;
}

/** `shared`: others can hold a shared lock at the same time. `exclusive`: no other can hold the lock. */
export type LockMode = 'shared' | 'exclusive';

/**
 * Opens the lock file of a folder and calls `work` with the lock, which `work` itself must take; it is released when
 * `work` has ended. Throws `ReleaseError` if the file cannot be opened or locked, and errors of `work`.
 */
export async function withFolderLock<Result>(
  folder: string,
  work: (lock: FolderLock) => Promise<Result>,
): Promise<Result> {
  const file = await openLockFile(folder);
  const take = (mode: LockMode) =>
    wrapFileSystemErrors(`cannot lock ${folder}`, async () =>
      tryLock(file.fd, { shared: mode === 'shared' }),
    );
  try {
    return await work({
      folder,
      fd: file.fd,
      take,
      async wait(mode, { waitMs, stop }) {
        const deadline = performance.now() + waitMs;
        while (!(await take(mode))) {
          if (performance.now() >= deadline) return false;
          await wait(tryEveryMs, undefined, { signal: stop });
        }
        return true;
      },
    });
  } finally {
    await file.close();
  }
}

/** Opens the lock file, or creates it. As root, gives it the owner of the folder, whose processes lock it later. */
function openLockFile(folder: string): Promise<FileHandle> {
  return wrapFileSystemErrors(`cannot write ${folder}`, async () => {
    // A shared lock needs a file opened for reading, an exclusive one a file opened for writing.
    const file = await open(join(folder, fileName), 'a+');
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

/** How `whileLocked` waits for the lock. */
export interface LockOptions {
  /** Command that may hold the lock in another process, such as `npm run sync`. The error message names it. */
  readonly holder: string;
  /** Ends the wait: `whileLocked` then rejects with `AbortError`. */
  readonly stop?: AbortSignal;
  /** Maximum milliseconds to wait for the lock; 60,000 if undefined. */
  readonly waitMs?: number;
}

/**
 * Calls `work` under the exclusive lock of a folder and returns its result. Throws `ReleaseError` if the lock is not free
 * within `waitMs`, `AbortError` if `stop` ends the wait, and errors of `work`.
 */
export async function whileLocked<Result>(
  folder: string,
  { holder, stop, waitMs = 60_000 }: LockOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return withFolderLock(folder, async (lock) => {
    if (await lock.wait('exclusive', { waitMs, ...(stop && { stop }) })) return work();
    throw new ReleaseError(
      `another ${holder} has been changing ${folder} for ${waitMs / 1000} s; end that process if it hangs`,
    );
  });
}
