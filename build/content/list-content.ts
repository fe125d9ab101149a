/**
 * Lists the files of a content folder. Symbolic links in the folder are listed separately and not
 * followed (decisions.md, "The content folder has no symbolic links").
 */
import { stat } from 'node:fs/promises';
import fastGlob from 'fast-glob';
import { ExpectedError } from '../../console/errors.ts';

/** Paths within a content folder, relative to it. */
export interface ContentListing {
  /** Every file, sorted, except hidden ones (a name in their path begins with a dot). */
  readonly files: readonly string[];
  /** Every symbolic link, sorted, except hidden ones; also links to files within the folder. */
  readonly links: readonly string[];
}

/**
 * Lists a content folder: its files and its symbolic links, without hidden ones. With a glob `pattern`, lists only
 * those whose paths match it. Does not follow links, except if `folder` itself is a link. Rejects with `ExpectedError`
 * (an error that commands print without a stack) if `folder` is missing, not a folder or not accessible, and with the
 * file-system error if a folder in it cannot be listed.
 */
export async function listContent(folder: string, pattern = '**/*'): Promise<ContentListing> {
  // Otherwise each shared file would be reported as missing.
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new ExpectedError(`${folder} is not a folder; give --content the content folder`);
  }
  const entries = await fastGlob(pattern, {
    cwd: folder,
    dot: false,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
  });
  const pathsOf = (chosen: typeof entries) => chosen.map(({ path }) => path).sort();
  return {
    files: pathsOf(entries.filter(({ dirent }) => dirent.isFile())),
    links: pathsOf(entries.filter(({ dirent }) => dirent.isSymbolicLink())),
  };
}

/** Returns true if a path is one of the symbolic links or is below one. */
export function isLinked(file: string, links: readonly string[]): boolean {
  return links.some((link) => file === link || file.startsWith(`${link}/`));
}
