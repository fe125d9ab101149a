/**
 * Runs the tests of this process one after the other; imported by each group. At once, as ava would run them, they need
 * up to a third more processor time, and each takes as long as all together. ava's own option `serial` would also run
 * one process after the other.
 */
import test from 'ava';

let isRunning = false;
const waiting: (() => void)[] = [];

test.beforeEach(async () => {
  if (isRunning) await new Promise<void>((resolve) => waiting.push(resolve));
  else isRunning = true;
});

test.afterEach.always(() => {
  const next = waiting.shift();
  if (next) next();
  else isRunning = false;
});
