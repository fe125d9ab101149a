import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readlink, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { ReleaseError } from '../../build/output/release-error.ts';
import { whileBuilding } from '../../build/output/while-at-work.ts';
import { activateRelease } from '../../releases/activate.ts';
import { pruneReleases } from '../../releases/prune.ts';
import { linkedRelease, releaseIds } from '../../releases/standing.ts';
import { makeFolder } from '../helpers/content.ts';

const idOf = (number: number) => `${number}`.repeat(16);

/** An output folder with releases 1 to 4, each newer than the one before. */
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

const published = (...numbers: number[]) => new Set(numbers.map(idOf));

test('the current release and the newest others stay', async (t) => {
  const out = await makeOut(t);
  const removed = await pruneReleases(out, { keep: 1, published: published() });
  t.deepEqual(removed, [idOf(2), idOf(1)]);
  t.deepEqual(await releaseIds(out), [idOf(3), idOf(4)]);
});

test('an old release that is current stays, and counts for none of the others', async (t) => {
  const out = await makeOut(t, 1);
  await pruneReleases(out, { keep: 2, published: published() });
  t.deepEqual(await releaseIds(out), [idOf(1), idOf(3), idOf(4)]);
});

test('what the pricing service may ask for stays, however old', async (t) => {
  const out = await makeOut(t);
  await pruneReleases(out, { keep: 0, published: published(2) });
  t.deepEqual(await releaseIds(out), [idOf(2), idOf(4)]);
});

test('a link to a release before that is removed goes with it', async (t) => {
  const out = await makeOut(t);
  await symlink(join('releases', idOf(3)), join(out, 'previous'));
  await pruneReleases(out, { keep: 1, published: published() });
  t.is(await readlink(join(out, 'previous')), `releases/${idOf(3)}`);
  await pruneReleases(out, { keep: 0, published: published() });
  t.deepEqual((await readdir(out)).sort(), ['current', 'releases']);
});

test('while a build is at work nothing is removed, and it says which process', async (t) => {
  const out = await makeOut(t);
  await writeFile(join(out, `.build-${process.ppid}-${randomUUID()}`), '');
  await t.throwsAsync(pruneReleases(out, { keep: 0, published: published() }), {
    message: new RegExp(`^a build or .+ at work in .+ \\(process ${process.ppid}\\); .*/\\.build-`),
  });
  t.is((await releaseIds(out)).length, 4);
});

test('of a pruning and an activation at the same time, neither leaves a link that leads nowhere', async (t) => {
  for (let round = 0; round < 40; round += 1) {
    const out = await makeOut(t);
    const prune = () => pruneReleases(out, { keep: 0, published: published() });
    const activate = () => whileBuilding(out, () => activateRelease(out, idOf(1)));
    // At another moment of the other's work in each round, once the one and once the other.
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
});

test('a folder without any release has nothing to remove, and none that is not there', async (t) => {
  const out = await makeFolder(t);
  t.deepEqual(await pruneReleases(join(out, 'no'), { keep: 0, published: published() }), []);
  t.deepEqual(await pruneReleases(out, { keep: 0, published: published() }), []);
});
