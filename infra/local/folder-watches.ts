/** The system's watches on folders: each rings when something happens directly in its folder. */
import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';

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

/** `fail` gets the folder that cannot be watched, and why; one that is gone is no failure. */
export function createFolderWatches(
  ring: () => void,
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
          if (matters(name)) ring();
        });
        // Some systems say so of a folder that is deleted: the next look ends the watch.
        watcher.on('error', ring);
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
