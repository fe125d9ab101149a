/**
 * Lists the files of a content folder. Symbolic links are listed separately and never followed (decision 54).
 */
import fastGlob from 'fast-glob';

/** The paths in a content folder. */
export interface ContentListing {
  /** Every file, sorted; without hidden files. */
  readonly files: readonly string[];
  /** Every symbolic link, sorted, also those to files within the folder. */
  readonly links: readonly string[];
}

/**
 * Returns the files and the symbolic links in a content folder whose paths match a glob pattern, by default
 * all; omits hidden ones. Does not follow the links; only the folder itself may be one.
 */
export async function listContent(folder: string, pattern = '**/*'): Promise<ContentListing> {
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
