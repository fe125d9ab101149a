import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { whileLocked } from '../../../build/output/folder-lock.ts';
import { readValidity, withValidity } from '../../../sync/sync-folder.ts';
import { makeFolder } from '../../helpers/content.ts';

test('a longer validity is written after the swap, a shorter one before it', async (t) => {
  const folder = await makeFolder(t);
  t.is(await readValidity(folder), undefined);
  const steps = [
    [{ askedAt: 100, expiresAt: 1000 }, undefined],
    [
      { askedAt: 200, expiresAt: 1100 },
      { askedAt: 100, expiresAt: 1000 },
    ],
    [
      { askedAt: 200, expiresAt: undefined },
      { askedAt: 200, expiresAt: 1100 },
    ],
    // The next step has an earlier expiry than the previous one, and the last step an older answer.
    [
      { askedAt: 300, expiresAt: 1200 },
      { askedAt: 300, expiresAt: 1200 },
    ],
    [
      { askedAt: 250, expiresAt: 1200 },
      { askedAt: 250, expiresAt: 1200 },
    ],
  ] as const;
  for (const [after, during] of steps) {
    await withValidity(folder, after, async () => {
      t.deepEqual(await readValidity(folder), during);
    });
    t.deepEqual(await readValidity(folder), after);
  }
});

test('a failed swap does not extend the validity', async (t) => {
  const folder = await makeFolder(t);
  await withValidity(folder, { askedAt: 100, expiresAt: 1000 }, async () => {});
  const failing = withValidity(folder, { askedAt: 200, expiresAt: 1100 }, async () => {
    throw new Error('full');
  });
  await t.throwsAsync(failing, { message: 'full' });
  t.deepEqual(await readValidity(folder), { askedAt: 100, expiresAt: 1000 });
});

const never = new AbortController().signal;

test('a lock is released when its work fails', async (t) => {
  const folder = await makeFolder(t);
  const failing = whileLocked(folder, { holder: 'npm run sync', stop: never }, async () => {
    throw new Error('full');
  });
  await t.throwsAsync(failing, { message: 'full' });
  t.is(
    await whileLocked(
      folder,
      { holder: 'npm run sync', stop: never, waitMs: 0 },
      async () => 'done',
    ),
    'done',
  );
});

test('the lock file belongs to the owner of the folder, also after a round by root', async (t) => {
  const folder = await makeFolder(t);
  const nobodyId = 65_534;
  if (process.getuid?.() === 0) await chown(folder, nobodyId, nobodyId);
  await whileLocked(folder, { holder: 'npm run sync', stop: never }, async () => {});
  const [file, owner] = await Promise.all([stat(join(folder, 'lock')), stat(folder)]);
  t.deepEqual([file.uid, file.gid], [owner.uid, owner.gid]);
});
