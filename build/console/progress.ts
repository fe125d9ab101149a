/** Draws the progress bar of a long build on a terminal. */
import type { Terminal } from '../../console/terminal.ts';

/** Milliseconds from the start of a build until the progress bar appears. */
const quietMs = 1000;
/** Minimum milliseconds between two updates of the bar. */
const pauseMs = 100;
const barWidth = 30;

/** The stream to which the progress bar is written. Nothing is written if it is not a terminal. */
export type ProgressStream = Terminal['stderr'];

/** A progress bar on a terminal. */
export interface Progress {
  /** Shows that `done` of `all` products are finished. Redraws the bar at most ten times per second. */
  update(done: number, all: number): void;
  /** Removes the bar. */
  clear(): void;
}

/**
 * Creates the progress bar of a build that begins now; the bar appears with the first `update` after one second. `now`
 * returns the time in milliseconds of a clock that never goes back. The caller must `clear` the bar when the build
 * ends.
 */
export function createProgress(stream: ProgressStream, now: () => number): Progress {
  const start = now();
  let drawn: number | undefined;
  return {
    update(done, all) {
      const time = now();
      const isDue = drawn === undefined ? time - start >= quietMs : time - drawn >= pauseMs;
      if (!stream.isTTY || !isDue) return;
      drawn = time;
      stream.write(`\r${renderBar(done, all)}`);
    },
    clear() {
      if (drawn !== undefined) stream.write('\r\x1b[K');
      drawn = undefined;
    },
  };
}

function renderBar(done: number, all: number): string {
  const share = all === 0 ? 1 : done / all;
  const filled = Math.round(share * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  return `${bar} ${Math.floor(share * 100)} % of ${all} products`;
}
