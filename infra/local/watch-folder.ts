/**
 * Watches a folder and all below it. An event of the system is only a reason to look; what has changed
 * is the difference between what is there and what was there at the last look (decision 29). A look reads
 * the files that events named, or the whole folder when events were about more than files.
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

export interface Look {
  /** What differs from the look before, by file; nothing at the first look. */
  readonly changes: readonly Change[];
  /**
   * True if events named just these files, or files that are as they were. Otherwise what was read since the
   * look before may have been away for a moment.
   */
  readonly isExact: boolean;
  /** How many files there are; none while the folder is missing. */
  readonly files: number;
}

export interface WatchedFolder {
  /**
   * Yields what there is, then each change once no event came for a moment. Changes that come while the
   * consumer is busy are yielded together afterwards, without files that were created and removed again.
   * Events in that time are yielded even without a change: what the consumer read may have been away.
   * The folder may be deleted, replaced by another or created later. Throws when `stop` aborts.
   */
  readonly looks: AsyncGenerator<Look, never>;
  /** Makes `looks` yield once more, even if nothing changes. */
  lookAgain(): void;
}

export interface WatchOptions {
  /** Paths below the folder that are not looked at. */
  readonly skip?: readonly string[];
  readonly stop: AbortSignal;
  /** Called with one line when the system refuses a watch. */
  readonly complain: (line: string) => void;
  /** The system's own watch, unless a test has another. */
  readonly open?: typeof watch;
}

/** An editor that saves by rename is done in this time, and so is the next file of a branch switch. */
const quietMs = 60;
/** How often to look where the system refuses a watch. */
const lookEveryMs = 1000;
/** Events before a look from which on the whole folder is read: the system may have lost some of so many. */
const manyEvents = 1000;

/** Watches a folder from the first look on, until `looks` ends. */
export function watchFolder(
  folder: string,
  { skip = [], stop, complain, open }: WatchOptions,
): WatchedFolder {
  const root = resolve(folder);
  const events = createDebounce(quietMs, stop);
  let isAsked = false;

  async function* follow(): AsyncGenerator<Look, never> {
    let timer: NodeJS.Timeout | undefined;
    // Undefined if the whole folder is to be read at the next look.
    let touched: Set<string> | undefined;
    const ring = (path?: string) => {
      if (path === undefined || dirname(root) === dirname(path)) touched = undefined;
      else if (touched !== undefined && touched.add(relative(root, path)).size > manyEvents) {
        touched = undefined;
      }
      events.trigger();
    };
    const fail = (path: string, error: NodeJS.ErrnoException) => {
      if (timer === undefined) complain(explainRefusal(path, error));
      timer ??= setInterval(events.trigger, lookEveryMs);
    };
    const watches = createFolderWatches(ring, fail, open);
    const lookAtAll = async (): Promise<FolderState> => {
      await addAbove(watches, root);
      const state = await readFolderState(root, { skip, enter: watches.add });
      watches.sweep();
      return state;
    };
    const look = async (before: FolderState): Promise<[after: FolderState, isExact: boolean]> => {
      const files = timer === undefined && !isAsked ? touched : undefined;
      isAsked = false;
      // Events that come from here on are of the next look.
      touched = new Set();
      const isWatched = (file: string) => !skip.includes(file);
      const state = files && (await updateFolderState(root, before, [...files].filter(isWatched)));
      return state === undefined ? [await lookAtAll(), false] : [state, true];
    };
    try {
      touched = new Set();
      let before = await lookAtAll();
      let seen = events.count();
      yield { changes: [], isExact: false, files: before.size };
      for (;;) {
        // Events that the system has ready are delivered before the consumer counts as idle.
        await nextTurn();
        const isDisturbed = timer === undefined && events.count() !== seen;
        let next: Look | undefined;
        while (next === undefined) {
          await events.settled();
          const wasAsked = isAsked;
          const [after, isExact] = await look(before);
          const changes = compareStates(before, after);
          before = after;
          if (changes.length > 0 || isDisturbed || wasAsked) {
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
    looks: follow(),
    lookAgain() {
      isAsked = true;
      events.trigger();
    },
  };
}

/** Watches the nearest folder above a path that is there, for the coming and going of what is below. */
async function addAbove(watches: FolderWatches, path: string): Promise<void> {
  const above = dirname(path);
  if (above === path) return;
  const facts = await stat(above, { bigint: true }).catch(() => undefined);
  if (facts === undefined) return addAbove(watches, above);
  // Its own name is told when it is deleted itself.
  const names = [basename(path), basename(above), null];
  watches.add(above, folderMark(facts), (name) => names.includes(name));
}

/** Limits of Linux, by the error of a watch that is over them, with a value that is enough. */
const limits: Readonly<Record<string, string>> = {
  ENOSPC: 'fs.inotify.max_user_watches=524288',
  EMFILE: 'fs.inotify.max_user_instances=512',
};

function explainRefusal(path: string, { code = 'unknown' }: NodeJS.ErrnoException): string {
  const refusal = `cannot watch ${path} (${code}); looking every second instead`;
  const limit = limits[code];
  return limit === undefined ? refusal : `${refusal}; to raise the limit: sudo sysctl ${limit}`;
}
