/** Checks the folders of a build. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ExpectedError } from '../../console/errors.ts';
import { assertFolder, assertNotEmpty, isWithin } from '../../console/folders.ts';

/** Throws an `ExpectedError` if a folder cannot be used, or if `out` is within `content`; both need not exist yet. */
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

/** Returns a warning if every user of the machine, and so a web server, can read the net prices in the content. */
export function warnOfOpenPrices(content: string): string | undefined {
  const folder = join(content, 'prices');
  const mode = existsSync(folder) ? statSync(folder).mode : 0;
  if (!(mode & othersRead) || !(mode & othersEnter)) return undefined;
  return `warning: every user of this machine can read the net prices in ${folder}; to change it: chmod -R o= ${folder}`;
}
