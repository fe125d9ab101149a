/** Tests `readBytes`, which refuses a file that changes while it is read. */
import { appendFile, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readBytes } from '../../../../editing/tables/read-bytes.ts';
import { makeFolder } from '../../../helpers/content.ts';

test.serial('a file is read completely', async (t) => {
  const file = join(await makeFolder(t), 's.csv');
  await writeFile(file, 'Item,On hand\n');
  t.is((await readBytes(file)).toString(), 'Item,On hand\n');
});

test.serial('a file that grows while it is read is refused', async (t) => {
  const file = join(await makeFolder(t), 's.csv');
  await writeFile(file, 'Item,On hand\n');
  const reading = readBytes(file, async (path) => {
    const bytes = await readFile(path);
    await appendFile(path, 'TEE-1,5\n');
    return bytes;
  });
  t.is(
    (await t.throwsAsync(reading))?.message,
    `${file} changed while it was read; run the command again when it is complete`,
  );
});

test.serial(
  'a file that changes while it is read is refused, by its size or by its time alone',
  async (t) => {
    for (const [text, seconds] of [
      ['Item,On hand\nTEE-1,6\n', 2],
      ['Item,On hand\nTEE-1,500\n', 1],
    ] as const) {
      const file = join(await makeFolder(t), 's.csv');
      await writeFile(file, 'Item,On hand\nTEE-1,5\n');
      await utimes(file, 1, 1);
      const reading = readBytes(file, async (path) => {
        const bytes = await readFile(path);
        await writeFile(path, text);
        await utimes(path, seconds, seconds);
        return bytes;
      });
      await t.throwsAsync(reading, { message: /changed while it was read/ });
    }
  },
);

test.serial('a folder, and a file that does not exist, are refused', async (t) => {
  const folder = await makeFolder(t);
  t.is(
    (await t.throwsAsync(readBytes(folder)))?.message,
    `${folder} is a folder; name the file in it`,
  );
  const file = join(folder, 's.csv');
  t.is((await t.throwsAsync(readBytes(file)))?.message, `there is no file ${file}`);
});
