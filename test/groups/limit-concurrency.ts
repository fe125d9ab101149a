/**
 * Limits how many tests of this process run at the same time. Without it, ava starts all of them at once: each test
 * takes as long as all together, and hundreds of servers and programs share the processors. Imported by each group.
 */
import test from 'ava';

/** More than one, because most tests wait: for a server, another program or a file. */
const testsAtOnce = 4;

let free = testsAtOnce;
const waiting: (() => void)[] = [];

test.beforeEach(async () => {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
});

test.afterEach.always(() => {
  const next = waiting.shift();
  if (next) next();
  else free += 1;
});
