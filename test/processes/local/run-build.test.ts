/** The objects that local runs share. */
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { shareObjects } from '../../../infra/local/run-build.ts';
import { makeFolder } from '../../helpers/content.ts';

const day = 24 * 60 * 60;

test.serial(
  'a run removes objects that no run has used for a week, but none while another run may serve them',
  async (t) => {
    const folder = await makeFolder(t);
    const shared = join(folder, 'local', 'objects');
    const ending = new AbortController();
    t.teardown(() => ending.abort());
    const run = (name: string) =>
      shareObjects({ isLasting: true }, { out: join(folder, name), stop: ending.signal, shared });
    const addObject = async (name: string, days: number) => {
      const path = join(shared, '0a', name);
      await mkdir(path, { recursive: true });
      const time = Date.now() / 1000 - days * day;
      await utimes(path, time, time);
    };
    await addObject('old', 8);
    await addObject('new', 6);

    await run('first');
    t.deepEqual(await readdir(join(folder, 'first', 'objects', '0a')), ['new']);

    await addObject('new', 8);
    await run('second');
    t.deepEqual(await readdir(join(folder, 'second', 'objects', '0a')), ['new']);
  },
);
