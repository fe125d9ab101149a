/** Makes hard links where the file system supports them. */
import { linkSync } from 'node:fs';

/** Errors after which a copy is possible: another device, no support for links, too many links. */
const linkless = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Makes a hard link at the unused path `to` to the file `from` and returns true; returns false if the file system
 * cannot link them, so that the caller copies the file. Throws other file-system errors.
 */
export function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (linkless.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
