/** Checks the folders of a build before anything is written. */
import { ExpectedError } from '../../console/errors.ts';
import { assertFolder, assertNotEmpty, isWithin } from '../../console/folders.ts';

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
