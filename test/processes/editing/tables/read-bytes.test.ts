/** Tables are not read while another program writes them. */
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readBytes } from '../../../../editing/tables/read-records.ts';
import { makeFolder } from '../../../helpers/content.ts';

test('a file that changes while it is read is refused, by its size or time alone', async (t) => {
  const before = 'Item,On hand\nTEE-1,5\n';
  for (const [text, seconds, isRefused] of [
    [before, 1, false],
    [before.replace('5', '6'), 2, true],
    [before.replace('5', '500'), 1, true],
  ] as const) {
    const file = join(await makeFolder(t), 's.csv');
    await writeFile(file, before);
    await utimes(file, 1, 1);
    const reading = readBytes(file, async (path) => {
      const bytes = await readFile(path);
      await writeFile(path, text);
      await utimes(path, seconds, seconds);
      return bytes;
    });
    if (isRefused) await t.throwsAsync(reading, { message: /changed while it was read/ });
    else t.is((await reading).toString(), before);
  }
});
