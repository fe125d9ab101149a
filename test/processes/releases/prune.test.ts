import { mkdir, readlink, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { whileBuilding } from '../../../build/output/output-lock.ts';
import { ReleaseError } from '../../../build/output/release-error.ts';
import { pruneReleases } from '../../../releases/prune.ts';
import { activateRelease, linkedRelease, releaseIds } from '../../../releases/release-store.ts';
import { makeFolder } from '../../helpers/content.ts';

const idOf = (number: number) => `${number}`.repeat(16);

/**
 * Creates an output folder with four releases, each newer than the one before. Their ids are the digits 1 to 4,
 * repeated: `1111111111111111`. `current` is the digit of the current release.
 */
async function makeOut(t: ExecutionContext, current = 4): Promise<string> {
  const out = await makeFolder(t);
  for (const number of [1, 2, 3, 4]) {
    const folder = join(out, 'releases', idOf(number));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'manifest.json'), '{}');
    await utimes(join(folder, 'manifest.json'), number, number);
  }
  await symlink(join('releases', idOf(current)), join(out, 'current'));
  return out;
}

const used = (...numbers: number[]) => new Set(numbers.map(idOf));

test.serial('the current release and the newest others are kept', async (t) => {
  const out = await makeOut(t);
  const removed = await pruneReleases(out, { keep: 1, used: used() });
  t.deepEqual(removed, [idOf(2), idOf(1)]);
  t.deepEqual(await releaseIds(out), [idOf(3), idOf(4)]);
});

test.serial('an old current release is kept in addition to the newest others', async (t) => {
  const out = await makeOut(t, 1);
  await pruneReleases(out, { keep: 2, used: used() });
  t.deepEqual(await releaseIds(out), [idOf(1), idOf(3), idOf(4)]);
});

test.serial('a release that a pricing service may use is kept, however old it is', async (t) => {
  const out = await makeOut(t);
  await pruneReleases(out, { keep: 0, used: used(2) });
  t.deepEqual(await releaseIds(out), [idOf(2), idOf(4)]);
});

test.serial('the previous release is kept, so that it can be activated again', async (t) => {
  const out = await makeOut(t);
  await symlink(join('releases', idOf(2)), join(out, 'previous'));
  t.deepEqual(await pruneReleases(out, { keep: 0, used: used() }), [idOf(3), idOf(1)]);
  t.is(await readlink(join(out, 'previous')), `releases/${idOf(2)}`);
  t.deepEqual(await releaseIds(out), [idOf(2), idOf(4)]);
});

test.serial('nothing is removed while a build runs', async (t) => {
  const out = await makeOut(t);
  const pruning = whileBuilding(out, () => pruneReleases(out, { keep: 0, used: used() }));
  await t.throwsAsync(pruning, { message: /^another process is building, .+; try again when/ });
  t.is((await releaseIds(out)).length, 4);
});

test.serial(
  'a prune and an activation at the same time never leave a link to a missing release',
  async (t) => {
    for (let round = 0; round < 40; round += 1) {
      const out = await makeOut(t);
      const prune = () => pruneReleases(out, { keep: 0, used: used() });
      const activate = () => whileBuilding(out, () => activateRelease(out, idOf(1)));
      // Each round delays one of the two a little more than the previous round.
      const later = async <Result>(work: () => Promise<Result>) => {
        for (let turn = 0; turn < round; turn += 1) await setImmediate();
        return work();
      };
      const [pruned, activated] = await Promise.allSettled(
        round % 2 === 0 ? [prune(), later(activate)] : [later(prune), activate()],
      );
      const current = idOf(activated.status === 'fulfilled' ? 1 : 4);
      t.is(await linkedRelease(out, 'current'), current);
      t.true((await releaseIds(out)).includes(current));
      for (const end of [pruned, activated]) {
        if (end.status === 'rejected') t.true(end.reason instanceof ReleaseError, `${end.reason}`);
      }
    }
  },
);

test.serial('nothing is removed from a folder without releases or a missing folder', async (t) => {
  const out = await makeFolder(t);
  t.deepEqual(await pruneReleases(join(out, 'no'), { keep: 0, used: used() }), []);
  t.deepEqual(await pruneReleases(out, { keep: 0, used: used() }), []);
});
