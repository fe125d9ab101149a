/**
 * Holds the files that a pull has fetched but not yet installed, in `<out>/pull` at their paths on the
 * remote. They stay after a killed pull, so that the next one fetches only missing files.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { allOf } from '../../build/output/all-of.ts';
import type { Stamp } from '../../build/output/stamps.ts';
import { undefinedIfMissing } from '../release-store.ts';
import type { Rclone } from './rclone.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteFile } from './remote-layout.ts';

/** Maximum number of items that `inBatches` processes at the same time. */
const batchSize = 16;

/** The staged files of a pull: those that it has fetched from the remote but not yet installed. */
export interface StagedFiles {
  /**
   * Fetches `files` from the remote, except those that an earlier `fetch` has stored and that are undamaged. Checks the
   * size and SHA-256 of every file. Throws `RemoteError` if the remote cannot be read, or if a fetched file is missing
   * or differs in size or SHA-256.
   */
  fetch(files: readonly RemoteFile[]): Promise<void>;
  /** Returns the path at which this machine stores a file of the remote. Does not check that the file was fetched. */
  pathOf(file: RemoteFile): string;
  /** Removes all fetched files, for example after they were installed. */
  clear(): Promise<void>;
}

/**
 * Returns the functions for the files that a pull fetches from a remote into `folder` (`<out>/pull`): `fetch` fetches
 * files with `rclone`, `pathOf` returns the path of a file in `folder`, and `clear` removes all fetched files. Reads
 * nothing yet.
 */
export function createStagedFiles(folder: string, rclone: Rclone): StagedFiles {
  const faultsOf = async (files: readonly RemoteFile[]) => {
    const faults = new Map<RemoteFile, string>();
    await inBatches(files, async (file) => {
      const fault = await faultOf(join(folder, file.path), file.stamp);
      if (fault !== undefined) faults.set(file, fault);
    });
    return faults;
  };
  return {
    async fetch(files) {
      const missing = [...(await faultsOf(files)).keys()];
      for (const { path } of missing) await rm(join(folder, path), { force: true });
      await rclone.download(
        missing.map(({ path }) => path),
        folder,
      );
      const [first, ...more] = await faultsOf(missing);
      if (first === undefined) return;
      const others = more.length > 0 ? ` and ${more.length} more` : '';
      throw new RemoteError(
        `${first[0].path} of ${rclone.name} ${first[1]}${others}; npm run push -- REMOTE --repair uploads it again`,
      );
    },
    pathOf: ({ path }) => join(folder, path),
    async clear() {
      for (const parent of ['objects', 'files', 'releases']) {
        await rm(join(folder, parent), { recursive: true, force: true });
      }
    },
  };
}

async function faultOf(path: string, [size, hash]: Stamp): Promise<string | undefined> {
  const found = await undefinedIfMissing(stat(path));
  if (found === undefined) return 'is missing';
  if (found.size !== size) return `is truncated or changed (${found.size} bytes, not ${size})`;
  return (await hashOf(path)) === hash ? undefined : 'is changed (its SHA-256 differs)';
}

/**
 * Returns the SHA-256 of a file in hexadecimal. Reads the file as a stream, because it may be larger than
 * memory.
 */
async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Calls `work` for each item, sixteen at a time. If a call fails, rejects with its error after the other
 * calls of its batch have ended; later batches are not started.
 */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let begin = 0; begin < items.length; begin += batchSize) {
    await allOf(items.slice(begin, begin + batchSize).map(work));
  }
}
