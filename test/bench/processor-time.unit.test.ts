import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'ava';
import { readProcessorTime } from '../../bench/edge/processor-time.ts';

test('the processor time of a process includes that of its children, also while children start and end', async (t) => {
  // Each subshell runs only `:`, a command that does nothing, and so ends at once.
  const script = 'echo ready; while :; do (:); done';
  const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => shell.kill());
  await once(shell.stdout, 'data');
  const times: number[] = [];
  for (let read = 0; read < 200; read += 1) {
    times.push(await readProcessorTime(shell.pid as number));
  }
  t.true(Math.max(...times) > 0);
  t.true((times.at(-1) ?? 0) > 0);
  shell.kill();
  await once(shell, 'exit');
  await t.throwsAsync(readProcessorTime(shell.pid as number), { code: 'ENOENT' });
});
