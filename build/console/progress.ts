/** Draws the progress bar of a long build on a terminal. */
import type { Terminal } from '../../console/terminal.ts';

/** Milliseconds from the start of a build until the progress bar appears. */
const quietMs = 1000;
/** Minimum milliseconds between two updates of the bar. */
const pauseMs = 100;
const barWidth = 30;

/**
 * Creates the progress bar of a build that begins now, which appears on a terminal after one second. `now` returns
 * milliseconds of a clock that never goes back. The caller must `clear` the bar when the build ends.
 */
export function createProgress(stream: Terminal['stderr'], now: () => number) {
  const start = now();
  let drawn: number | undefined;
  return {
    /** Shows that `done` of `all` products are finished. */
    update(done: number, all: number) {
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
