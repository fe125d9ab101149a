/** Makes hard links where the file system supports them. */
import { linkSync } from 'node:fs';

/** Errors after which a copy is possible: another device, no support for links, too many links. */
const linkless = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Creates a hard link to the file `from` at the path `to`, at which nothing may exist, and returns true. Returns false
 * if the file system cannot make this link; the file must then be copied. Throws other file-system errors.
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
