import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { manifestFile } from '../../../contract/release.ts';
import { watchOutput } from '../../../infra/local/watch-output.ts';
import { makeFolder } from '../../helpers/content.ts';
import { until } from '../../helpers/until.ts';

const run = promisify(execFile);

/**
 * Watches an output folder whose manifest is a named pipe: the check of the release waits until the test closes
 * `writer`, and then finds an empty, invalid manifest. Returns once the check has begun. `ending` ends the run,
 * `reports` emits `damaged` for each reported damage, and `count` returns the number of reports.
 */
async function watch(t: ExecutionContext) {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'current'));
  const pipe = join(folder, 'current', manifestFile);
  await run('mkfifo', [pipe]);
  const ending = new AbortController();
  t.teardown(() => ending.abort());
  const reports = new EventTarget();
  let count = 0;
  reports.addEventListener('damaged', () => {
    count += 1;
  });
  const damaged = () => reports.dispatchEvent(new Event('damaged'));
  watchOutput({ folder, stop: ending.signal, atEnd: () => {} }, damaged)();
  // Opened when the check reads it.
  const writer = await open(pipe, 'w');
  const { O_WRONLY, O_NONBLOCK } = constants;
  /** Returns true while the check still has the pipe open. */
  const isRead = () =>
    open(pipe, O_WRONLY | O_NONBLOCK).then(
      (file) => file.close().then(() => true),
      () => false,
    );
  return { ending, writer, reports, isRead, count: () => count };
}

test.serial('a release without a valid manifest is reported as damaged', async (t) => {
  const { writer, reports } = await watch(t);
  const reported = once(reports, 'damaged');
  await writer.close();
  await reported;
  t.pass();
});

test.serial(
  'a run that ends during a check does not report the folder that it removes',
  async (t) => {
    const { ending, writer, isRead, count } = await watch(t);
    ending.abort();
    await writer.close();
    await until(async () => !(await isRead()));
    await setImmediate();
    t.is(count(), 0);
  },
);
