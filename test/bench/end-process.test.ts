import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'ava';
import { createEndSignal } from '../../bench/end-process.ts';

test('a bench does not wait for a server that ends or cannot be started', async (t) => {
  for (const [program, message] of [
    ['false', 'false has ended (1)'],
    ['no-such-program', 'no-such-program cannot be started'],
  ] as const) {
    const { signal, watch } = createEndSignal();
    watch(spawn(program));
    await once(signal, 'abort');
    t.like(signal.reason as Error, { message });
  }
});
