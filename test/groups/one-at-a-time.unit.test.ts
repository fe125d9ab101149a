import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import './one-at-a-time.ts';

let running = 0;

/** Fails the test if another one that calls this function runs at the same time. */
async function runAlone(t: ExecutionContext): Promise<void> {
  running += 1;
  await setImmediate();
  t.is(running, 1);
  running -= 1;
}

for (const nth of ['first', 'second', 'third']) {
  test(`no other test of the process runs during the ${nth} one`, runAlone);
}
