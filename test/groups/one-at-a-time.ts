/**
 * Runs the tests of this process one after the other (decision 58); imported by each group. ava's own option `serial`
 * would also run one process after the other.
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
