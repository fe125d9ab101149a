import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readReleasePicture } from '../../../../pages/preview/server/release-pictures.ts';
import { makeFolder } from '../../../helpers/content.ts';

const id = '0123456789abcdef';

test('only the pictures of a release are read', async (t) => {
  const out = await makeFolder(t);
  const release = join(out, 'releases', id);
  const picture = ['images', 'TEE-1', 'navy-front.svg'];
  const hidden = [
    'manifest.json',
    'private/net.svg',
    'public/v1/health.json',
    'public/images/a.html',
  ];
  for (const file of [join('public', ...picture), ...hidden]) {
    await mkdir(join(release, file, '..'), { recursive: true });
    await writeFile(join(release, file), file);
  }
  t.is(String(await readReleasePicture(out, [id, ...picture])), join('public', ...picture));
  for (const path of [
    'manifest.json',
    'v1/health.json',
    'images/a.html',
    'images/../../private/net.svg',
    '../private/net.svg',
    'images/..%2f..%2fprivate/net.svg',
    'images/TEE-1/none.svg',
    'images',
    '',
  ]) {
    t.is(await readReleasePicture(out, [id, ...path.split('/')]), undefined, path);
  }
  for (const other of ['..', `../releases/${id}`, 'fedcba9876543210', '']) {
    t.is(await readReleasePicture(out, [other, ...picture]), undefined, other);
  }
});
