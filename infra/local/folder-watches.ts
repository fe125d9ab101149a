/** The system's watches on folders: each reports what happens directly in its folder. */
import { type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';

/** Hidden files are no content: editors keep what is not saved yet in them. */
const isHidden = (name: string | null) => name?.startsWith('.') === true;

export interface FolderWatches {
  /**
   * Watches a folder from before this returns. One that is watched already and has the same mark is
   * left as it is; `matters` chooses among the names of what has happened, null for an unknown name. By
   * default all matter but hidden ones.
   */
  add(path: string, mark: string, matters?: (name: string | null) => boolean): void;
  /** Ends the watches that were not added since it was called last. */
  sweep(): void;
  /** Ends all. */
  close(): void;
}

/**
 * Creates the watches. `ring` is called with the path of each event, or with undefined if the system does not
 * name it or a watched folder itself is concerned; `fail` with a folder that cannot be watched, and why. A
 * folder that is gone is no failure.
 */
export function createFolderWatches(
  ring: (path?: string) => void,
  fail: (path: string, error: NodeJS.ErrnoException) => void,
  open: typeof watch = watch,
): FolderWatches {
  const watches = new Map<string, { readonly mark: string; readonly watcher: FSWatcher }>();
  const wanted = new Set<string>();

  function end(path: string): void {
    watches.get(path)?.watcher.close();
    watches.delete(path);
  }

  return {
    add(path, mark, matters = (name) => !isHidden(name) || name === basename(path)) {
      wanted.add(path);
      if (watches.get(path)?.mark === mark) return;
      end(path);
      try {
        const watcher = open(path, (_event, name) => {
          if (!matters(name)) return;
          // A deleted folder is named by its own watch, like a file of that name in it.
          ring(name === null || name === basename(path) ? undefined : join(path, name));
        });
        // Some systems report a deleted folder so: the next look ends the watch.
        watcher.on('error', () => ring());
        watches.set(path, { mark, watcher });
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT' || code === 'ENOTDIR') ring();
        else fail(path, error as NodeJS.ErrnoException);
      }
    },
    sweep() {
      for (const path of [...watches.keys()].filter((known) => !wanted.has(known))) end(path);
      wanted.clear();
    },
    close() {
      for (const path of [...watches.keys()]) end(path);
    },
  };
}
