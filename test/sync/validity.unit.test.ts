import test from 'ava';
import { readValidity, withValidity } from '../../sync/validity.ts';
import { makeFolder } from '../helpers/content.ts';

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
    // The expiry is nearer, and then the answer is older.
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
