import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { listReleases } from '../../releases/list.ts';
import { findRelease, linkedRelease, releaseIds } from '../../releases/standing.ts';
import { makeFolder } from '../helpers/content.ts';

const ids = ['00aa000000000000', '00ab000000000000', 'ff00000000000000'] as const;

/** An output folder with three releases, of which the last is current. */
async function makeOut(t: Parameters<typeof makeFolder>[0]): Promise<string> {
  const out = await makeFolder(t);
  for (const id of ids) await mkdir(join(out, 'releases', id), { recursive: true });
  await mkdir(join(out, 'releases/.draft-1-x'));
  await symlink(join('releases', ids[2]), join(out, 'current'));
  return out;
}

test('releases are the folders that are named by an id', async (t) => {
  t.deepEqual(await releaseIds(await makeOut(t)), [...ids]);
  t.deepEqual(await releaseIds(await makeFolder(t)), []);
});

test('a release that is gone before it was looked at is not listed', async (t) => {
  const out = await makeOut(t);
  const gone = '0123456789abcdef';
  await symlink('nowhere', join(out, 'releases', gone));
  t.true((await releaseIds(out)).includes(gone));
  t.deepEqual((await listReleases(out)).map(({ id }) => id).sort(), [...ids]);
});

test('a release is found by its id, by the beginning of it, and by a link', async (t) => {
  const out = await makeOut(t);
  t.is(await findRelease(out, ids[0]), ids[0]);
  t.is(await findRelease(out, '00ab'), ids[1]);
  t.is(await findRelease(out, 'current'), ids[2]);
});

test('what is unknown or ambiguous is refused in one line that says what to do', async (t) => {
  const out = await makeOut(t);
  for (const reference of ['1', '', 'previous', '../current', '00aa0000000000001']) {
    const error = await t.throwsAsync(findRelease(out, reference));
    const remedy = 'npm run release -- list shows those there are';
    t.is(error?.message, `there is no release "${reference}" in ${out}; ${remedy}`);
  }
  await t.throwsAsync(findRelease(out, '00a'), {
    message: `"00a" begins several releases: ${ids[0]}, ${ids[1]}`,
  });
});

test('a link that is not there names nothing', async (t) => {
  const out = await makeOut(t);
  t.is(await linkedRelease(out, 'current'), ids[2]);
  t.is(await linkedRelease(out, 'previous'), undefined);
});
