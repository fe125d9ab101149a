/** Second names of files: hard links, or copies where the file system has none. */
import { constants, copyFileSync, linkSync, utimesSync } from 'node:fs';
import { mtimeOf, type Stamp } from './stamps.ts';

/** Reasons for which a copy is made: another device, no links there, too many. */
const linkless = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Gives a file with that stamp another name, at a free path. Throws what the file system says. */
export function linkOrCopy(from: string, to: string, [, hash]: Stamp): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!linkless.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    utimesSync(to, mtimeOf(hash), mtimeOf(hash));
  }
}
