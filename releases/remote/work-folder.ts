/** The folders with files that the next push or pull uses again: `<out>/push` and `<out>/pull`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolderLock } from '../../build/output/folder-lock.ts';
import { ReleaseError, refusedBy } from '../../build/output/release-error.ts';
import { removeTempEntries } from '../../build/output/temp-entries.ts';

/** A killed process leaves an rclone that ends within a second and holds the lock until then. */
const waitMs = 10_000;

/** The work folder while its lock is held. */
export interface WorkFolder {
  readonly path: string;
  /** Descriptor of the lock file. */
  readonly lock: number;
}

/**
 * Runs a function while no other process uses the folder. Throws `ReleaseError` if the folder is unusable or
 * another process uses it for more than ten seconds; also throws the reason of `stop` and errors of the
 * function.
 */
export async function withWorkFolder<Result>(
  out: string,
  name: 'push' | 'pull',
  stop: AbortSignal,
  work: (folder: WorkFolder) => Promise<Result>,
): Promise<Result> {
  const path = join(out, name);
  await refusedBy(`cannot write ${out}`, () => mkdir(path, { recursive: true }));
  return withFolderLock(path, async (lock) => {
    if (!(await lock.wait('exclusive', { waitMs, stop }))) {
      throw new ReleaseError(
        `another npm run ${name} works on ${out}; try again when it has ended`,
      );
    }
    await removeTempEntries(path);
    return work({ path, lock: lock.fd });
  });
}
