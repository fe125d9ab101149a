/** The bar that a long build shows on a stream. */
import type { Terminal } from '../../console/terminal.ts';

/** Builds that take less show nothing. */
const quietMs = 1000;
/** A terminal is told ten times a second at most. */
const pauseMs = 100;
const barWidth = 30;

/** Where the bar is drawn; only a terminal gets one. */
export type ProgressStream = Terminal['stderr'];

export interface Progress {
  /** Told how far the build is. */
  update(done: number, all: number): void;
  /** Takes the bar away. */
  clear(): void;
}

/** Starts at the build's start. `now` is in milliseconds on a clock that never goes back. */
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
