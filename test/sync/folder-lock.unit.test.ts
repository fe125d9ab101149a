import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { whileLocked } from '../../build/output/folder-lock.ts';
import { makeFolder } from '../helpers/content.ts';

const never = new AbortController().signal;

test('a lock is released when its work fails', async (t) => {
  const folder = await makeFolder(t);
  const failing = whileLocked(folder, { stop: never }, async () => {
    throw new Error('full');
  });
  await t.throwsAsync(failing, { message: 'full' });
  t.is(await whileLocked(folder, { stop: never, waitMs: 0 }, async () => 'done'), 'done');
});

test('the lock file belongs to the owner of the folder, also after a round by root', async (t) => {
  const folder = await makeFolder(t);
  const nobodyId = 65_534;
  if (process.getuid?.() === 0) await chown(folder, nobodyId, nobodyId);
  await whileLocked(folder, { stop: never }, async () => {});
  const [file, owner] = await Promise.all([stat(join(folder, 'lock')), stat(folder)]);
  t.deepEqual([file.uid, file.gid], [owner.uid, owner.gid]);
});
