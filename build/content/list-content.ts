/** Lists the files of a content folder and its symbolic links, which are not followed (decisions.md). */
import { stat } from 'node:fs/promises';
import fastGlob from 'fast-glob';
import { ExpectedError } from '../../console/errors.ts';

/** Paths within a content folder, sorted, without hidden files and folders. */
export interface ContentListing {
  readonly files: readonly string[];
  readonly links: readonly string[];
}

/**
 * Lists a content folder, or only the paths that match a glob pattern. Rejects with `ExpectedError` if `folder` is not a
 * folder, and with the file-system error if a folder in it cannot be listed.
 */
export async function listContent(folder: string, pattern = '**/*'): Promise<ContentListing> {
  // Otherwise each shared file would be reported as missing.
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new ExpectedError(`${folder} is not a folder; give --content the content folder`);
  }
  const entries = await fastGlob(pattern, {
    ...{ cwd: folder, dot: false, followSymbolicLinks: false },
    ...{ onlyFiles: false, objectMode: true },
  });
  const pathsOf = (chosen: typeof entries) => chosen.map(({ path }) => path).sort();
  return {
    files: pathsOf(entries.filter(({ dirent }) => dirent.isFile())),
    links: pathsOf(entries.filter(({ dirent }) => dirent.isSymbolicLink())),
  };
}

/** Returns true for the path of a product file. */
export function isProductFile(file: string): boolean {
  return /^products\/[^/]+\.json$/.test(file);
}

/** Returns true if a path is one of the symbolic links or is below one. */
export function isLinked(file: string, links: readonly string[]): boolean {
  return links.some((link) => file === link || file.startsWith(`${link}/`));
}
