/** Checks the folders of a build before anything is written. */
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ExpectedError } from '../../console/errors.ts';

/**
 * Throws an `ExpectedError` if `content` or `out` is an empty text, or if the output folder is the content folder or is
 * in it: the next build would read releases as content. The folders need not exist.
 */
export function assertFolders(folders: { readonly content: string; readonly out: string }): void {
  for (const option of ['content', 'out'] as const) {
    if (folders[option] === '') throw new ExpectedError(`--${option} is empty; give it a folder`);
  }
  const { content, out } = folders;
  const way = relative(realPathOf(content), realPathOf(out));
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return;
  throw new ExpectedError(
    `the output folder ${out} is within the content folder ${content}, so the next build would read it as content; give --out a folder elsewhere`,
  );
}

/**
 * Returns the absolute path of a folder, with symbolic links resolved. The end of the path may not exist yet;
 * it is returned unchanged.
 */
function realPathOf(folder: string): string {
  const path = resolve(folder);
  try {
    return realpathSync(path);
  } catch {
    // The root always has a real path.
    return join(realPathOf(dirname(path)), basename(path));
  }
}
