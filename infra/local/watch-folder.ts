/**
 * Watches a folder and everything below it. Events of the operating system only trigger a scan of the whole folder; the
 * changes are the differences from the scan before.
 */
import { type BigIntStats, type FSWatcher, statSync, watch as watchPath } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { type Change, compareStates, readFolderState } from './folder-state.ts';

/** The result of one reading of a watched folder. */
export interface Scan {
  /** The differences from the previous scan, sorted by file; empty at the first scan. */
  readonly changes: readonly Change[];
  /**
   * True if `changes` has every file that was changed. False if events came while the consumer handled the previous
   * scan: a file that it read may have been missing for a moment.
   */
  readonly isExact: boolean;
  /** The number of files in the folder; 0 while the folder is missing. */
  readonly files: number;
}

/** A folder whose changes are reported by `scans`. */
export interface WatchedFolder {
  /**
   * Yields a first scan, without changes, and then one each time the events have stopped for a moment, also without a
   * change if events came while the consumer handled the last one. The folder may be deleted, replaced or created.
   * Throws when `stop` aborts.
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
  readonly open?: typeof watchPath;
}

/** Milliseconds without events before a scan: longer than between two files of a save or of a switch of git. */
const quietMs = 30;
/** Milliseconds between two scans if the system refuses a watch. */
const scanIntervalMs = 1000;

/**
 * Watches a folder and everything below it, except hidden files. The watch begins with the first value that is read
 * from `scans`.
 */
export function watchFolder(
  folder: string,
  { skip = [], stop, printError, open = watchPath }: WatchOptions,
): WatchedFolder {
  const root = resolve(folder);
  const events = createEvents(stop);
  let isRescanRequested = false;

  async function* follow(): AsyncGenerator<Scan, never> {
    let timer: NodeJS.Timeout | undefined;
    const watches = createWatches(open, events.trigger, (path, error) => {
      if (timer === undefined) printError(explainRefusal(path, error));
      timer ??= setInterval(events.trigger, scanIntervalMs);
    });
    const scan = () => {
      addAbove(root, watches.add);
      const state = readFolderState(root, { skip, enter: watches.add });
      watches.sweep();
      return state;
    };
    try {
      let before = scan();
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
          const isForced = isDisturbed || isRescanRequested;
          isRescanRequested = false;
          const after = scan();
          const changes = compareStates(before, after);
          before = after;
          const isExact = timer === undefined && !isForced;
          if (changes.length > 0 || isForced) next = { changes, isExact, files: after.size };
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

/** Counts events. `settled` resolves once one has come since its last call and then none for a moment. */
function createEvents(stop: AbortSignal) {
  let events = 0;
  let handled = 0;
  let wake = () => {};
  const trigger = () => {
    events += 1;
    wake();
  };
  // An aborted signal has no event: `settled` then rejects at once.
  if (stop.aborted) trigger();
  stop.addEventListener('abort', trigger);
  return {
    trigger,
    count: () => events,
    async settled() {
      if (events === handled) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      do {
        handled = events;
        await wait(quietMs, undefined, { signal: stop });
      } while (events !== handled);
    },
  };
}

/** A function that watches a folder, whose stats tell it from another one at the same path. */
type AddWatch = (
  path: string,
  facts: BigIntStats,
  matters?: (name: string | null) => boolean,
) => void;

/** The watches of folders; each reports the entries directly in its folder. */
function createWatches(
  open: typeof watchPath,
  onEvent: () => void,
  onRefusal: (path: string, error: NodeJS.ErrnoException) => void,
) {
  const watches = new Map<string, { readonly mark: string; readonly watcher: FSWatcher }>();
  const wanted = new Set<string>();
  const end = (path: string) => {
    watches.get(path)?.watcher.close();
    watches.delete(path);
  };
  // Text editors keep unsaved changes in hidden files. The watch of a deleted folder reports the folder's own name.
  const add: AddWatch = (
    path,
    { dev, ino, birthtimeNs },
    matters = (name) => !name?.startsWith('.') || name === basename(path),
  ) => {
    wanted.add(path);
    // Systems use an inode number again, but not with the same creation time.
    const mark = [dev, ino, birthtimeNs].join(':');
    if (watches.get(path)?.mark === mark) return;
    end(path);
    try {
      const watcher = open(path, (_event, name) => matters(name) && onEvent());
      // Some systems report a deleted folder this way: the next scan ends the watch.
      watcher.on('error', onEvent);
      watches.set(path, { mark, watcher });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') onEvent();
      else onRefusal(path, error as NodeJS.ErrnoException);
    }
  };
  return {
    add,
    /** Ends the watches of all folders that were not added since the last call. */
    sweep() {
      for (const path of [...watches.keys()].filter((known) => !wanted.has(known))) end(path);
      wanted.clear();
    },
    close() {
      for (const path of [...watches.keys()]) end(path);
    },
  };
}

/**
 * Watches the nearest existing folder above a path. It reports when the next folder towards the path is created or
 * deleted, so that a missing or replaced folder at the path is noticed.
 */
function addAbove(path: string, add: AddWatch): void {
  const above = dirname(path);
  if (above === path) return;
  const facts = statSync(above, { bigint: true, throwIfNoEntry: false });
  if (facts === undefined) {
    addAbove(above, add);
    return;
  }
  const names = [basename(path), basename(above), null];
  add(above, facts, (name) => names.includes(name));
}

/** Error code of a refused watch → the Linux limit that was probably reached, with a sufficient value for it. */
const limits: Readonly<Record<string, string>> = {
  ENOSPC: 'fs.inotify.max_user_watches=524288',
  EMFILE: 'fs.inotify.max_user_instances=512',
};

function explainRefusal(path: string, { code = 'unknown' }: NodeJS.ErrnoException): string {
  const refusal = `cannot watch ${path} (${code}); looking every second instead`;
  const limit = limits[code];
  return limit === undefined ? refusal : `${refusal}; to raise the limit: sudo sysctl ${limit}`;
}
