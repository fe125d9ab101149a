/** Makes hard links where the file system supports them. */
import { linkSync } from 'node:fs';

/** Errors after which a copy is possible: another device, no support for links, too many links. */
const linkless = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Creates a hard link to the file `from` at the path `to`, and returns true. Returns false if the file system cannot
 * make this link, such as between two file systems; the caller must then copy the file. Throws other file-system
 * errors, such as `EEXIST` if something exists at `to`.
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
