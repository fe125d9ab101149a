/**
 * Notices when the release that a run serves is deleted, in whole or in part: somebody may clean `dist/`
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
/** Paths that are looked at together. */
const batchSize = 64;

/**
 * Returns a function to call after each build. Then, and after each event in the output folder, the
 * current release is checked; `damaged` is called if a file or an object of it is missing.
 */
export function watchOutput(
  { folder, stop, atEnd }: Pick<Run, 'folder' | 'stop' | 'atEnd'>,
  damaged: () => void,
): () => void {
  const events = createDebounce(quietMs, stop);
  // Where the system refuses a watch, the next build repairs what is missing.
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
      if (!(await isReleaseWhole(folder))) damaged();
    }
  }

  // It ends when the run stops, by an error that says only so.
  follow().catch(() => watches.close());
  return events.trigger;
}

/** Whether every file and object that the current release names is there. */
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

/** The files of a release, and its links to objects. */
function pathsOf({ files, products }: Manifest): string[] {
  const links = Object.keys(products).map((sku) => `public/v1/products/${sku}`);
  return [...Object.keys(files), ...links];
}
