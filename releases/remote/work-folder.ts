/**
 * Locks the work folders of push and pull, `<out>/push` and `<out>/pull`, whose files the next push or pull
 * uses again.
 */
import { join } from 'node:path';
import { withFolderLock } from '../../build/output/folder-lock.ts';
import { createFolder, explainPermissionErrors } from '../../build/output/output-folder.ts';
import { ReleaseError } from '../../build/output/release-error.ts';
import { removeTempEntries } from '../../build/output/temp-entries.ts';

/**
 * Maximum milliseconds to wait for the lock: after a process is killed, its rclone holds the lock for up to a
 * second.
 */
const waitMs = 10_000;

/** The work folder of a push or pull, `<out>/push` or `<out>/pull`, while its lock is held. */
export interface WorkFolder {
  readonly path: string;
  /** Descriptor of the lock file. */
  readonly lock: number;
}

/**
 * Creates and locks the work folder of a push or pull, removes temporary files from it, and returns the result of
 * `work`. Releases the lock when `work` ends. Throws `ReleaseError` if the folder is unusable or another process
 * holds the lock for ten seconds, and `AbortError` if `stop` aborts during this wait; also throws errors of `work`.
 */
export function withWorkFolder<Result>(
  out: string,
  name: 'push' | 'pull',
  stop: AbortSignal,
  work: (folder: WorkFolder) => Promise<Result>,
): Promise<Result> {
  const path = join(out, name);
  return explainPermissionErrors(out, async () => {
    await createFolder(path);
    return withFolderLock(path, async (lock) => {
      if (!(await lock.wait('exclusive', { waitMs, stop }))) {
        throw new ReleaseError(
          `another npm run ${name} works on ${out}; try again when it has ended`,
        );
      }
      await removeTempEntries(path);
      return work({ path, lock: lock.fd });
    });
  });
}
