import test from 'ava';
import { createProgress } from '../../../../build/console/progress.ts';

/**
 * Creates a progress display with a terminal that records its output. Returns the display, the recorded texts, and a
 * function (`at`) that reports the number of finished products at a time in milliseconds after the start.
 */
function makeProgress(isTTY: boolean) {
  const written: string[] = [];
  const terminal = {
    isTTY,
    write(text: string | Uint8Array) {
      written.push(String(text));
      return true;
    },
  };
  let time = 5000;
  const progress = createProgress(terminal, () => time);
  const at = (milliseconds: number, done: number) => {
    time = 5000 + milliseconds;
    progress.update(done, 200);
  };
  return { progress, written, at };
}

test('a build of less than a second shows no progress', (t) => {
  const { progress, written, at } = makeProgress(true);
  at(0, 1);
  at(999, 199);
  progress.clear();
  t.deepEqual(written, []);
});

test('a longer build shows progress at most ten times a second, and clears it at the end', (t) => {
  const { progress, written, at } = makeProgress(true);
  at(1000, 50);
  at(1099, 60);
  at(1100, 100);
  progress.clear();
  progress.clear();
  t.deepEqual(written, [
    `\r${'█'.repeat(8)}${'░'.repeat(22)} 25 % of 200 products`,
    `\r${'█'.repeat(15)}${'░'.repeat(15)} 50 % of 200 products`,
    '\r\x1b[K',
  ]);
});

test('no progress is written to an output that is not a terminal', (t) => {
  const { progress, written, at } = makeProgress(false);
  at(5000, 100);
  progress.clear();
  t.deepEqual(written, []);
});
