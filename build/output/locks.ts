/**
 * Locks of folders. A lock is a kernel lock on an open file: it ends with its process, whatever kills it, and works
 * between containers that share the folder (decisions.md, "Kernel locks protect the output folder").
 */
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import { listTempEntries } from './install.ts';
import { objectsFolder } from './objects.ts';
import { explainPermissionErrors, ReleaseError, wrapFileSystemErrors } from './release-error.ts';

/** The lock of a folder: any number of processes can hold it as a shared lock, or one as an exclusive lock. */
export type FolderLock = Awaited<ReturnType<typeof openLock>>;

async function openLock(folder: string) {
  await makeFolder(folder);
  // Never removed: two processes could lock two files with this name. An exclusive lock needs a file open for writing.
  const file = await open(join(folder, 'lock'), 'a+');
  if (process.getuid?.() === 0) {
    // The owner of the folder locks it later.
    const { uid, gid } = await stat(folder);
    await file.chown(uid, gid);
  }
  return {
    /** The descriptor of the lock file. A child process that inherits it holds the lock until it ends. */
    fd: file.fd,
    /**
     * Takes the lock, or changes the mode of a held one. Returns false if other locks prevent that for `waitMs`
     * milliseconds. Throws `AbortError` if `stop` aborts the wait.
     */
    async take(
      mode: 'shared' | 'exclusive',
      { waitMs = 0, stop }: { waitMs?: number; stop?: AbortSignal | undefined } = {},
    ) {
      const deadline = performance.now() + waitMs;
      while (!tryLock(file.fd, { shared: mode === 'shared' })) {
        if (performance.now() >= deadline) return false;
        await wait(50, undefined, { signal: stop });
      }
      return true;
    },
    /** Releases the lock. */
    close: () => file.close(),
  };
}

/**
 * Creates a folder unless it exists, and calls `work` with its lock, which `work` must take itself and which is released
 * at its end. Throws `ReleaseError` if the folder cannot be written, and errors of `work`.
 */
export async function withFolderLock<Result>(
  folder: string,
  work: (lock: FolderLock) => Promise<Result>,
): Promise<Result> {
  const lock = await wrapFileSystemErrors(`cannot write ${folder}`, () => openLock(folder));
  try {
    return await work(lock);
  } finally {
    await lock.close();
  }
}

/** Creates a folder and its parents. The recursive `mkdir` of Node.js reports a read-only file system as ENOENT. */
async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path).catch(async (error) => {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  });
}

/**
 * Calls `work` under the exclusive lock of a folder, which is created unless it exists. Throws `ReleaseError` if other
 * processes, which the message calls `holder`, hold the lock for a minute, `AbortError` if `stop` ends the wait, and
 * errors of `work`.
 */
export function whileLocked<Result>(
  folder: string,
  { holder, stop }: { readonly holder: string; readonly stop?: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  return withFolderLock(folder, async (lock) => {
    if (await lock.take('exclusive', { waitMs: 60_000, stop })) return work();
    throw new ReleaseError(
      `another ${holder} has been changing ${folder} for 60 s; end that process if it hangs`,
    );
  });
}

/**
 * Runs `work`, which builds or activates a release, under a shared lock of the output folder: others may do so at the
 * same time, but no release is removed. First removes temporary entries of killed processes, unless another process uses
 * the folder. Throws `ReleaseError` if the folder is unusable or stays locked, and errors of `work`.
 */
export function whileBuilding<Result>(out: string, work: () => Promise<Result>): Promise<Result> {
  return withOutputLock(out, async (lock) => {
    const isAlone = await lock.take('exclusive');
    const folders = ['', 'releases', objectsFolder, 'changes', 'pieces'];
    const stale = isAlone
      ? await Promise.all(folders.map((name) => listTempEntries(join(out, name))))
      : [];
    await share(lock, out);
    // Deleted under the shared lock, so that other processes need not wait.
    await wrapFileSystemErrors(`cannot clean up ${out}`, async () => {
      for (const path of stale.flat()) await rm(path, { recursive: true, force: true });
    });
    return work();
  });
}

/**
 * Runs `work`, which removes releases, under the exclusive lock of the output folder: nothing is built or activated
 * until `work` calls `allowBuilds` or ends. Throws `ReleaseError` at once if the folder is unusable or another process
 * uses it, and errors of `work`.
 */
export function whilePruning<Result>(
  out: string,
  work: (allowBuilds: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  return withOutputLock(out, async (lock) => {
    if (await lock.take('exclusive')) return work(() => share(lock, out));
    throw new ReleaseError(
      `another process is building, activating or removing a release in ${out}; try again when it has ended`,
    );
  });
}

/** Opens the lock of the folder of objects, which several output folders may share through a symbolic link. */
function withOutputLock<Result>(
  out: string,
  work: (lock: FolderLock) => Promise<Result>,
): Promise<Result> {
  return explainPermissionErrors(out, () => withFolderLock(join(out, objectsFolder), work));
}

async function share(lock: FolderLock, out: string): Promise<void> {
  // A process that removes releases only lists and renames under the exclusive lock.
  if (await lock.take('shared', { waitMs: 10_000 })) return;
  throw new ReleaseError(
    `another process has been removing releases from ${out} for 10 s; end that process if it hangs`,
  );
}
