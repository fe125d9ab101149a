/**
 * Watches folders with the operating system's file events. A watch reports events of entries directly in its
 * folder, not in subfolders.
 */
import { type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Returns true for the name of a hidden file; null, an unknown name, counts as not hidden. Hidden files are not
 * content: text editors keep unsaved changes in them.
 */
const isHidden = (name: string | null) => name?.startsWith('.') === true;

/** A set of watches on folders. Each watch reports changes of the entries directly in its folder. */
export interface FolderWatches {
  /**
   * Watches a folder; the watch is active when this method returns. `mark` identifies the folder: if the path is
   * already watched with this mark, its watch stays; if the mark is another, a new watch replaces it. `matters` selects
   * the file names whose events are reported (null is an unknown name); by default, all but those of hidden files.
   */
  add(path: string, mark: string, matters?: (name: string | null) => boolean): void;
  /** Ends the watches of all folders that were not passed to `add` since the last `sweep`. */
  sweep(): void;
  /** Ends all watches. */
  close(): void;
}

/**
 * Creates an empty set of watches on folders. `open` is `fs.watch`, which tests may replace. The watches call:
 * - `onEvent(path)` with the path of each changed entry of a watched folder;
 * - `onEvent()` if the system reports no path, or if a watched folder itself has changed or does not exist;
 * - `onFailure` with the path of a folder that exists but cannot be watched, and the error.
 */
export function createFolderWatches(
  onEvent: (path?: string) => void,
  onFailure: (path: string, error: NodeJS.ErrnoException) => void,
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
          // The watch of a deleted folder reports the folder's own name, as if a file with that
          // name were in it.
          onEvent(name === null || name === basename(path) ? undefined : join(path, name));
        });
        // Some systems report a deleted folder this way: the next scan ends the watch.
        watcher.on('error', () => onEvent());
        watches.set(path, { mark, watcher });
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT' || code === 'ENOTDIR') onEvent();
        else onFailure(path, error as NodeJS.ErrnoException);
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
