/**
 * Watches a folder and everything below it. Events of the operating system only trigger a scan; the changes are the
 * difference between this scan and the previous one. A scan reads the files that the events named, or the
 * whole folder if the events concerned more than files.
 */
import type { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDebounce } from './debounce.ts';
import {
  type Change,
  compareStates,
  type FolderState,
  folderMark,
  readFolderState,
  updateFolderState,
} from './folder-state.ts';
import { createFolderWatches, type FolderWatches } from './folder-watches.ts';

/** The result of one reading of a watched folder. */
export interface Scan {
  /** The differences from the previous scan, sorted by file; empty at the first scan. */
  readonly changes: readonly Change[];
  /**
   * True if this scan read only the files that the events named; `changes` then has every file that was changed. False
   * if it read the whole folder; `changes` may then lack a file that was removed and restored since the previous scan.
   */
  readonly isExact: boolean;
  /** The number of files in the folder; 0 while the folder is missing. */
  readonly files: number;
}

/** A folder whose changes are reported by `scans`. */
export interface WatchedFolder {
  /**
   * Yields a first scan, without changes, and then a scan with the changes each time the events have stopped for a
   * moment. Changes that occur while the consumer handles a scan are in the next one, except files that were created
   * and removed again. That scan is yielded even without a change, because a file that the consumer read may have been
   * missing for a moment. The folder itself may be deleted, replaced or created during the watch. Throws when `stop`
   * aborts.
   */
  readonly scans: AsyncGenerator<Scan, never>;
  /** Makes `scans` yield once more, even if nothing has changed. */
  rescan(): void;
}

/** Options of `watchFolder`. The watch ends when `stop` aborts. */
export interface WatchOptions {
  /** Paths within the folder that are not read. */
  readonly skip?: readonly string[];
  readonly stop: AbortSignal;
  /** Called once, with a message, if the system refuses to watch a folder; the folder is then scanned every second. */
  readonly printError: (line: string) => void;
  /** The watch function, `fs.watch` by default; tests may replace it. */
  readonly open?: typeof watch;
}

/**
 * The time in milliseconds for which events must stop before a scan: longer than a save by rename takes, and
 * longer than the time between two files when git switches branches.
 */
const quietMs = 30;
/** Milliseconds between two scans if the system refuses a watch. */
const scanIntervalMs = 1000;
/**
 * If events named more paths than this since the last scan, the next scan reads the whole folder, because the system
 * may have dropped events.
 */
const manyEvents = 1000;

/**
 * Watches a folder and everything below it. The watch begins with the first value that is read from `scans`, and ends
 * when `stop` aborts.
 */
export function watchFolder(
  folder: string,
  { skip = [], stop, printError, open }: WatchOptions,
): WatchedFolder {
  const root = resolve(folder);
  const events = createDebounce(quietMs, stop);
  let isRescanRequested = false;

  async function* follow(): AsyncGenerator<Scan, never> {
    let timer: NodeJS.Timeout | undefined;
    // Undefined if the next scan must read the whole folder.
    let touched: Set<string> | undefined;
    const onEvent = (path?: string) => {
      if (path === undefined || dirname(root) === dirname(path)) touched = undefined;
      else if (touched !== undefined && touched.add(relative(root, path)).size > manyEvents) {
        touched = undefined;
      }
      events.trigger();
    };
    const onFailure = (path: string, error: NodeJS.ErrnoException) => {
      if (timer === undefined) printError(explainRefusal(path, error));
      timer ??= setInterval(events.trigger, scanIntervalMs);
    };
    const watches = createFolderWatches(onEvent, onFailure, open);
    const scanAll = async (): Promise<FolderState> => {
      await addAbove(watches, root);
      const state = await readFolderState(root, { skip, enter: watches.add });
      watches.sweep();
      return state;
    };
    const scan = async (before: FolderState): Promise<[after: FolderState, isExact: boolean]> => {
      const files = timer === undefined && !isRescanRequested ? touched : undefined;
      isRescanRequested = false;
      // Later events belong to the next scan.
      touched = new Set();
      const isWatched = (file: string) => !skip.includes(file);
      const state = files && (await updateFolderState(root, before, [...files].filter(isWatched)));
      return state === undefined ? [await scanAll(), false] : [state, true];
    };
    try {
      touched = new Set();
      let before = await scanAll();
      let seen = events.count();
      yield { changes: [], isExact: false, files: before.size };
      for (;;) {
        // Pending events are delivered before the consumer counts as idle: between two turns, Node.js
        // polls the system.
        await nextTurn();
        await nextTurn();
        const isDisturbed = timer === undefined && events.count() !== seen;
        let next: Scan | undefined;
        while (next === undefined) {
          await events.settled();
          const wasRequested = isRescanRequested;
          const [after, isExact] = await scan(before);
          const changes = compareStates(before, after);
          before = after;
          if (changes.length > 0 || isDisturbed || wasRequested) {
            next = { changes, isExact, files: after.size };
          }
        }
        seen = events.count();
        yield next;
      }
    } finally {
      clearInterval(timer);
      watches.close();
    }
  }

  return {
    scans: follow(),
    rescan() {
      isRescanRequested = true;
      events.trigger();
    },
  };
}

/**
 * Watches the nearest existing folder above a path. It reports when the next folder towards the path is created or
 * deleted, so that a missing or replaced folder at the path is noticed.
 */
async function addAbove(watches: FolderWatches, path: string): Promise<void> {
  const above = dirname(path);
  if (above === path) return;
  const facts = await stat(above, { bigint: true }).catch(() => undefined);
  if (facts === undefined) return addAbove(watches, above);
  // A deleted folder is reported with its own name.
  const names = [basename(path), basename(above), null];
  watches.add(above, folderMark(facts), (name) => names.includes(name));
}

/**
 * Error code of a refused watch → the Linux limit that was probably reached, with a sufficient value for it, as an
 * argument of `sysctl`.
 */
const limits: Readonly<Record<string, string>> = {
  ENOSPC: 'fs.inotify.max_user_watches=524288',
  EMFILE: 'fs.inotify.max_user_instances=512',
};

function explainRefusal(path: string, { code = 'unknown' }: NodeJS.ErrnoException): string {
  const refusal = `cannot watch ${path} (${code}); looking every second instead`;
  const limit = limits[code];
  return limit === undefined ? refusal : `${refusal}; to raise the limit: sudo sysctl ${limit}`;
}
