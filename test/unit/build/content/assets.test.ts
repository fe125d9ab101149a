import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { type KnownAssets, readAssets } from '../../../../build/content/assets.ts';
import { sha256 } from '../../../../build/content/sha256.ts';
import { copyContent } from '../../../helpers/content.ts';
import { pictureOfSize } from '../../../helpers/pictures.ts';

const photo = 'assets/photos/stateside.png';

test('a picture has size, hash, format and dimensions, and an unreadable file is reported', async (t) => {
  const { path } = await copyContent(t);
  const bytes = pictureOfSize('jpg', 30, 20);
  await writeFile(join(path, photo), bytes);
  await writeFile(join(path, 'assets/note.txt'), 'A note');
  const failed: string[] = [];
  const files = [photo, 'assets/note.txt', 'assets/gone.png'];
  const onError = (file: string) => void failed.push(file);
  const assets = await readAssets(path, files, { known: new Map(), onError });
  t.deepEqual([...assets.keys()], files.slice(0, 2));
  t.deepEqual(assets.get(photo), {
    file: join(path, photo),
    size: bytes.length,
    sha256: sha256(bytes),
    kind: 'jpg',
    description: 'JPEG',
    picture: { kind: 'jpg', width: 30, height: 20 },
  });
  t.like(assets.get('assets/note.txt'), { kind: undefined, description: 'text' });
  t.deepEqual(failed, ['assets/gone.png']);
});

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
