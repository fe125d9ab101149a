/**
 * Lists the files of a content folder. Symbolic links are listed separately and never followed (decision 54).
 */
import { stat } from 'node:fs/promises';
import fastGlob from 'fast-glob';
import { ExpectedError } from '../../console/errors.ts';

/** The paths in a content folder. */
export interface ContentListing {
  /** Every file, sorted; without hidden files. */
  readonly files: readonly string[];
  /** Every symbolic link, sorted, also those to files within the folder. */
  readonly links: readonly string[];
}

/**
 * Returns the files and the symbolic links in a content folder whose paths match a glob pattern, by default
 * all; omits hidden ones. Does not follow the links; only the folder itself may be one. Throws `ExpectedError` if the
 * folder does not exist.
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
