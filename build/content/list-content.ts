/** Lists a content folder. Reports links within it but never follows them (decision 54). */
import fastGlob from 'fast-glob';

export interface ContentListing {
  /** Every file in the folder, sorted, without hidden files. */
  readonly files: readonly string[];
  /** Every symbolic link in it, sorted, whatever its target. */
  readonly links: readonly string[];
}

/** Lists the paths that match a pattern, by default all paths. The folder itself may be a link. */
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

/** Returns true if a path within the folder is a link or passes through one. */
export function isLinked(file: string, links: readonly string[]): boolean {
  return links.some((link) => file === link || file.startsWith(`${link}/`));
}
