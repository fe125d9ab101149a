/** Checks the folders of a build. */
import { join } from 'node:path';
import { ExpectedError } from '../../console/errors.ts';
import { assertFolder, assertNotEmpty, isWithin } from '../../console/folders.ts';
import { statIfPresent } from '../output/stamps.ts';

/**
 * Throws an `ExpectedError` if `content` or `out` is an empty string, if `out` cannot be a folder, or if `out` is the
 * content folder or inside it: the next build would read releases as content. Accepts paths where nothing exists yet.
 */
export function assertFolders({ content, out }: Readonly<Record<'content' | 'out', string>>): void {
  // A content folder must exist, which is checked when it is opened.
  assertNotEmpty('--content', content);
  assertFolder('--out', out);
  if (!isWithin(out, content)) return;
  throw new ExpectedError(
    `the output folder ${out} is within the content folder ${content}, so the next build would read it as content; give --out a folder elsewhere`,
  );
}

const [othersRead, othersEnter] = [0o004, 0o001];

/**
 * Returns a warning if every user of the machine can read the net prices in the content, so that a web server could too;
 * otherwise undefined.
 */
export function warnOfOpenPrices(content: string): string | undefined {
  const folder = join(content, 'prices');
  const { mode = 0 } = statIfPresent(folder) ?? {};
  if (!(mode & othersRead) || !(mode & othersEnter)) return undefined;
  return `warning: every user of this machine can read the net prices in ${folder}; to change it: chmod -R o= ${folder}`;
}
