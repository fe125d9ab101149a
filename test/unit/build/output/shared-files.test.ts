import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ReleaseError } from '../../../../build/output/release-error.ts';
import { renderSharedFiles } from '../../../../build/output/shared-files.ts';
import { contextOf, copyContent, loadContent } from '../../../helpers/content.ts';

test('a picture that changes during a build ends the build, and never has the hash of other bytes', async (t) => {
  const { path } = await copyContent(t);
  const context = await contextOf('en-CA', await loadContent(path));
  const photo = renderSharedFiles([context]).find(({ paths: [file] }) => file.endsWith('.png'));
  if (photo === undefined || 'bytes' in photo) return t.fail('the bytes are in memory');
  t.is(photo.read().length, photo.stamp[0]);
  await appendFile(join(path, 'assets/photos/stateside.png'), 'x');
  t.throws(() => photo.read(), {
    instanceOf: ReleaseError,
    message: /stateside\.png has changed during the build; build again$/,
  });
});
