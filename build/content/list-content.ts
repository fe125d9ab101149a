/** Lists a content folder. Links below it are named, and never followed (decision 54). */
import fastGlob from 'fast-glob';

export interface ContentListing {
  /** Every file below the folder, sorted. Hidden ones are left out. */
  readonly files: readonly string[];
  /** Every symbolic link below it, sorted, whatever it points at. */
  readonly links: readonly string[];
}

/** Lists the paths that match a pattern, all of them by default. The folder itself may be a link. */
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

/** Whether a path below the folder is a link or leads over one. */
export function isLinked(file: string, links: readonly string[]): boolean {
  return links.some((link) => file === link || file.startsWith(`${link}/`));
}
