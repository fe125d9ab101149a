import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createPool } from '../../../../../build/output/pool.ts';
import { ReleaseError } from '../../../../../build/output/release-error.ts';
import { makeFolder } from '../../../../helpers/content.ts';
import { write } from './pool-task.ts';

/**
 * Creates a pool with two worker threads that is closed after the test. The main thread runs the first tasks, up to
 * 1,000 bytes in total; worker threads run all later tasks. Returns a function that adds a task and returns the task's
 * promise (`done`) and the pool's method `waitForCapacity`.
 */
function makePool(t: ExecutionContext) {
  const pool = createPool({
    module: import.meta.resolve('./pool-task.ts'),
    ...{ settings: { of: 'threads' }, work: { write } },
    ...{ inlineWeight: 1000, folder: 'the folder', threads: 2 },
  });
  t.teardown(() => pool.close());
  return (path: string, bytes: Uint8Array, refusal = '') => ({
    done: pool.run('write', { path, bytes, refusal }, bytes.length),
    waitForCapacity: pool.waitForCapacity,
  });
}

test.serial(
  'the first tasks run on the main thread, and the others on worker threads with the same settings',
  async (t) => {
    const folder = await makeFolder(t);
    const run = makePool(t);
    const paths = Array.from({ length: 6 }, (_none, at) => join(folder, String(at)));
    const results = await Promise.all(paths.map((path) => run(path, Buffer.alloc(500, 'x')).done));
    t.deepEqual(
      results.map(({ threadId }) => threadId === 0),
      [true, true, false, false, false, false],
    );
    for (const path of paths) t.is((await readFile(path)).length, 500);
    const settings = results.slice(2).map((result) => result.settings);
    for (const each of settings) t.deepEqual(each, { of: 'threads' });
  },
);

test.serial(
  'threads get their next tasks even if tasks on the main thread never wait',
  async (t) => {
    const folder = await makeFolder(t);
    const run = makePool(t);
    let onThreads = 0;
    // The queues of both threads are full after four tasks. So many tasks take longer than starting a thread.
    for (let at = 0; at < 50_000 && onThreads <= 4; at += 1) {
      const { done, waitForCapacity } = run(join(folder, String(at % 10)), Buffer.alloc(2000));
      void done.then(({ threadId }) => {
        if (threadId !== 0) onThreads += 1;
      });
      await waitForCapacity();
    }
    t.true(onThreads > 4);
  },
);

test.serial(
  'a failed write causes a ReleaseError, for this task and every later one',
  async (t) => {
    const file = join(await makeFolder(t), 'a-file');
    await writeFile(file, '');
    // The first task fails on the main thread, the second on a worker thread.
    for (const length of [100, 2000]) {
      const run = makePool(t);
      const expected = { instanceOf: ReleaseError, message: /^cannot write the folder: ENOTDIR/ };
      const { done, waitForCapacity } = run(join(file, 'below'), Buffer.alloc(length));
      await t.throwsAsync(done, expected);
      await t.throwsAsync(waitForCapacity(), expected);
      await t.throwsAsync(run(`${file}-2`, Buffer.alloc(1)).done, expected);
    }
  },
);

test.serial(
  'a ReleaseError that a task throws on a worker thread is received as a ReleaseError, so that its remedy is printed',
  async (t) => {
    const path = join(await makeFolder(t), 'a');
    for (const length of [100, 2000]) {
      const { done } = makePool(t)(path, Buffer.alloc(length), 'use another folder for --out');
      const error = await t.throwsAsync(done, { instanceOf: ReleaseError });
      t.is(error?.message, 'use another folder for --out');
    }
  },
);

test.serial('an unexpected error on a worker thread keeps its type and its stack', async (t) => {
  const run = makePool(t);
  await run(join(await makeFolder(t), 'a'), Buffer.alloc(2000)).done;
  const error = await t.throwsAsync(run('x', 17 as unknown as Uint8Array).done, {
    instanceOf: TypeError,
  });
  t.regex(error?.stack ?? '', /pool-task\.[jt]s/);
});
