/**
 * Locks of the output folder. Builds and activations share a lock, so that they can run at the same time. Removing
 * releases takes the exclusive lock, so that nothing is built or activated meanwhile.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FolderLock, withFolderLock } from './folder-lock.ts';
import { objectsFolder } from './object-records.ts';
import { createFolder, explainPermissionErrors } from './output-folder.ts';
import { ReleaseError, wrapFileSystemErrors } from './release-error.ts';
import { listTempEntries } from './temp-entries.ts';

/** Maximum milliseconds to wait for a process that removes releases: it only lists and renames under the exclusive lock. */
const waitMs = 10_000;

/**
 * Runs `work`, which builds or activates a release, under a shared lock of the output folder, which is created if it is
 * missing: other builds may run, but no release is removed. Removes temporary entries of killed processes unless another
 * process uses the folder. Throws `ReleaseError` if the folder is unusable or stays locked, and errors of `work`.
 */
export function whileBuilding<Result>(out: string, work: () => Promise<Result>): Promise<Result> {
  return withLocks(out, async ({ output, objects }) => {
    const stale = [
      ...(await shareAndListStale(output, [
        out,
        ...['releases', 'changes', 'pieces'].map((name) => join(out, name)),
      ])),
      ...(await shareAndListStale(objects, [join(out, objectsFolder)])),
    ];
    await wrapFileSystemErrors(`cannot clean up ${out}`, async () => {
      for (const path of stale) await rm(path, { recursive: true, force: true });
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
  return withLocks(out, async ({ output, objects }) => {
    if ((await output.take('exclusive')) && (await objects.take('exclusive'))) {
      return work(async () => {
        await share(output);
        await share(objects);
      });
    }
    throw new ReleaseError(
      `another process is building, activating or removing a release in ${out}; try again when it has ended`,
    );
  });
}

interface OutputLocks {
  /** The lock of the output folder. */
  readonly output: FolderLock;
  /** The lock of `objects` in the output folder, which several output folders may share through a symbolic link. */
  readonly objects: FolderLock;
}

async function withLocks<Result>(
  out: string,
  work: (locks: OutputLocks) => Promise<Result>,
): Promise<Result> {
  const objectsPath = join(out, objectsFolder);
  return explainPermissionErrors(out, async () => {
    await createFolder(objectsPath);
    return withFolderLock(out, (output) =>
      withFolderLock(objectsPath, (objects) => work({ output, objects })),
    );
  });
}

/**
 * Takes `lock` as a shared lock, and returns the paths of the temporary entries in `folders` that killed processes left;
 * an empty list if another process holds the lock too. The caller deletes them under the shared lock, so that other
 * processes need not wait.
 */
async function shareAndListStale(lock: FolderLock, folders: readonly string[]): Promise<string[]> {
  const isAlone = await lock.take('exclusive');
  const lists = isAlone ? await Promise.all(folders.map(listTempEntries)) : [];
  await share(lock);
  return lists.flat();
}

async function share(lock: FolderLock): Promise<void> {
  if (await lock.wait('shared', { waitMs })) return;
  throw new ReleaseError(
    `another process has been removing releases from ${lock.folder} for ${waitMs / 1000} s; end that process if it hangs`,
  );
}
