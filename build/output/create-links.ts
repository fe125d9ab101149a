/** Creates the symbolic links of a release in a thread, because a release of a large catalogue has thousands. */
import { linkSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isFileSystemError } from '../../console/errors.ts';
import { runInThread, threadedItems } from '../content/run-in-thread.ts';
import { returningFailures, type TaskFailure, toError } from './release-error.ts';

/**
 * The symbolic links to create in the release `folder`. `path` is relative to this folder; `target` is the text that
 * the link stores.
 */
export interface LinkTask {
  readonly folder: string;
  /** The folder of the previous release; undefined if no release is current or its manifest cannot be read. */
  readonly previous: string | undefined;
  readonly links: readonly (readonly [path: string, target: string])[];
}

/**
 * Creates symbolic links, in a thread if there are many. If the previous release has a link with the same path and
 * target, makes a hard link to that link, which needs no new inode: after many files were removed, ext4 takes ten times
 * as long to find a free inode. Rejects with file-system errors.
 */
export async function createLinks(task: LinkTask): Promise<void> {
  const result =
    task.links.length < threadedItems
      ? await linkEach(task)
      : await runInThread<undefined | TaskFailure>(import.meta.url, 'linkEach', task);
  if (result !== undefined) throw toError(result);
}

/**
 * Creates the links in the calling thread. Resolves to undefined, or to a `TaskFailure` after a file-system error.
 * Exported because the thread that `createLinks` starts calls it.
 */
export const linkEach = returningFailures(async ({ folder, previous, links }: LinkTask) => {
  for (const [path, target] of links) {
    const [from, to] = [join(previous ?? '', path), join(folder, path)];
    if (previous === undefined || !takeLink(target, from, to)) symlinkSync(target, to);
  }
  return undefined;
});

/**
 * Creates `to` as a hard link to the symbolic link `from`, and returns true. Returns false if `from` is missing, does
 * not have the target `target`, or cannot be linked.
 */
function takeLink(target: string, from: string, to: string): boolean {
  try {
    if (readlinkSync(from) !== target) return false;
    linkSync(from, to);
    return true;
  } catch (error) {
    // The product is new, the link has its maximum number of names, or another user owns it; macOS follows the link.
    if (isFileSystemError(error)) return false;
    throw error;
  }
}
