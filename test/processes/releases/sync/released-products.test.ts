import { unlinkSync } from 'node:fs';
import { readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readCurrentRelease } from '../../../../sync/released-products.ts';
import { SyncError } from '../../../../sync/source.ts';
import { makeFolder } from '../../../helpers/content.ts';

test.serial(
  'if the link disappears while the release is read, the round fails, and --every starts the next one',
  async (t) => {
    const out = await makeFolder(t);
    const link = join(out, 'current');
    // Several times, because the link must disappear between two of the function's system calls.
    for (let attempt = 0; attempt < 50; attempt += 1) {
      await symlink('releases/0123456789abcdef', link);
      const removed = readlink(link).then(() => unlinkSync(link));
      await t.throwsAsync(readCurrentRelease(out), { instanceOf: SyncError });
      await removed;
    }
  },
);
