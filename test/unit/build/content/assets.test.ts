import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { type KnownAssets, readAssets } from '../../../../build/content/assets.ts';
import { copyContent } from '../../../helpers/content.ts';

const photo = 'assets/photos/stateside.png';

test('a picture is read again only after a change of its file, also one that keeps size and time', async (t) => {
  const { path } = await copyContent(t);
  const file = join(path, photo);
  const known: KnownAssets = new Map();
  const read = async () => (await readAssets(path, [photo], { known, onError: t.fail })).get(photo);
  const first = await read();
  t.is(await read(), first);
  const { atime, mtime } = await stat(file);
  const bytes = await readFile(file);
  await rm(file);
  await writeFile(
    file,
    bytes.map((byte) => byte ^ 1),
  );
  await utimes(file, atime, mtime);
  const second = await read();
  t.is(second?.size, first?.size);
  t.not(second?.sha256, first?.sha256);
});
