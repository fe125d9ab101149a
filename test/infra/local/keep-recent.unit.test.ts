import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { pointAt } from '../../../build/output/install.ts';
import { createKeeper } from '../../../infra/local/keep-recent.ts';
import { makeFolder } from '../../helpers/content.ts';

test('the three newest releases and the current one are kept; temporary folders are removed', async (t) => {
  const out = await makeFolder(t);
  const keep = createKeeper(out);
  for (const id of ['r1', 'r2', 'r3', 'r1', 'r4', 'r5', 'r1']) {
    await mkdir(join(out, 'releases', id), { recursive: true });
    await mkdir(join(out, 'releases', '.draft-left'), { recursive: true });
    await writeFile(join(out, 'releases', id, 'manifest.json'), '{}');
    await pointAt(out, 'current', join('releases', id));
    await keep();
  }
  t.deepEqual((await readdir(join(out, 'releases'))).sort(), ['r1', 'r4', 'r5']);
});
