/**
 * The cache's files, each under the SHA-256 of its bytes. They reach a release as hard links, or as
 * copies where the file system has none. A file counts only with the size and modification time of
 * its name (decision 12): what was changed in place, there or in a release, is never used again.
 */
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { mtimeOf, type Stamp } from '../release/manifest.ts';
import { draftName } from '../releases/drafts.ts';

/** Reasons for which a copy is made instead of a link: another device, no links there, too many. */
const linkless = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Where a file of the store stands. */
export function storedPath(store: string, [, hash]: Stamp): string {
  return join(store, hash.slice(0, 1), hash);
}

/** Whether the file at a path has the size and time of its stamp. */
export function isSound(path: string, [size, hash]: Stamp): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.size === size && Math.floor(found.mtimeMs / 1000) === mtimeOf(hash);
}

/** Puts a file of the store at a free path; false when the store has no sound one. */
export function takeFromStore(store: string, stamp: Stamp, path: string): boolean {
  const stored = storedPath(store, stamp);
  try {
    linkOrCopy(stored, path, stamp);
  } catch (error) {
    // Only the store's own file may be missing; a folder that is lacking is the caller's fault.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !isSound(stored, stamp)) return false;
    throw error;
  }
  if (isSound(path, stamp)) return true;
  rmSync(path);
  return false;
}

/**
 * Puts a finished file into the store; one that stands there unsound is replaced. Drafts stand in the
 * store itself, beside the folders of its files, where they are found without a look at every file.
 */
export function putIntoStore(store: string, stamp: Stamp, path: string): void {
  const stored = storedPath(store, stamp);
  try {
    linkSync(path, stored);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isSound(stored, stamp)) return;
    if (code === 'ENOENT') mkdirSync(dirname(stored), { recursive: true });
    else if (code !== 'EEXIST' && !linkless.includes(code)) throw error;
    const draft = join(store, draftName('draft'));
    linkOrCopy(path, draft, stamp);
    renameSync(draft, stored);
    // Renaming one link of a file onto another does nothing and leaves both.
    rmSync(draft, { force: true });
  }
}

/** Gives a file another name; where the file system has no links, that is a copy with its time. */
export function linkOrCopy(from: string, to: string, [, hash]: Stamp): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!linkless.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const { mtimeMs } = statSync(from);
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    // A source that is not sound must not become so by being copied.
    if (Math.floor(mtimeMs / 1000) === mtimeOf(hash)) utimesSync(to, mtimeOf(hash), mtimeOf(hash));
  }
}
