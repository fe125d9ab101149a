/**
 * Detects that the served release is deleted, completely or partly, for example when someone cleans `dist/`
 * or the folder for temporary files.
 */
import { access, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../contract/release.ts';
import { createDebounce } from './debounce.ts';
import { folderMark } from './folder-state.ts';
import { createFolderWatches } from './folder-watches.ts';
import { readCurrentManifest } from './read-current.ts';
import type { Run } from './run-until-stopped.ts';

const quietMs = 60;
/** The number of paths that are checked at the same time. */
const batchSize = 64;

/**
 * Watches the output folder of a run and its subfolders `releases` and `objects`, and calls `damaged` if the current
 * release is not complete. Returns a function that requests a check; the caller must call it after each build, and its
 * first call begins the watch. From then on, events in these folders request a check, too. A check calls
 * `isReleaseWhole` and, if that returns false and the run has not ended, `damaged`.
 */
export function watchOutput(
  { folder, stop, atEnd }: Pick<Run, 'folder' | 'stop' | 'atEnd'>,
  damaged: () => void,
): () => void {
  const events = createDebounce(quietMs, stop);
  // If the system refuses a watch, the next build repairs missing files.
  const watches = createFolderWatches(events.trigger, () => {});
  atEnd(async () => watches.close());

  async function follow(): Promise<never> {
    for (;;) {
      await events.settled();
      for (const name of ['.', 'releases', 'objects']) {
        const path = await realpath(join(folder, name)).catch(() => undefined);
        const facts = path && (await stat(path, { bigint: true }).catch(() => undefined));
        if (path && facts) watches.add(path, folderMark(facts));
      }
      watches.sweep();
      const isWhole = await isReleaseWhole(folder);
      // A run that ends removes its folder, perhaps during the check.
      if (!isWhole && !stop.aborted) damaged();
    }
  }

  // The loop ends with an error when the run stops.
  follow().catch(() => watches.close());
  return events.trigger;
}

/**
 * Returns true if every file and every object (the folder with the files of one version of a product) of the current
 * release of an output folder exists; the files in objects are not checked. Returns false if one is missing, if there
 * is no release, or if its manifest cannot be read.
 */
export async function isReleaseWhole(out: string): Promise<boolean> {
  try {
    const paths = pathsOf(await readCurrentManifest(out));
    for (let start = 0; start < paths.length; start += batchSize) {
      const batch = paths.slice(start, start + batchSize);
      await Promise.all(batch.map((path) => access(join(out, 'current', path))));
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the paths, within the folder of a release, of its files and of its links to objects (one for each product).
 */
function pathsOf({ files, products }: Manifest): string[] {
  const links = Object.keys(products).map((sku) => `public/v1/products/${sku}`);
  return [...Object.keys(files), ...links];
}
