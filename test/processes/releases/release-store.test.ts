import { readlinkSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { ReleaseError } from '../../../build/output/release-error.ts';
import { listReleases } from '../../../releases/list-releases.ts';
import {
  activateRelease,
  findRelease,
  linkedRelease,
  releaseIds,
} from '../../../releases/release-store.ts';
import { makeFolder } from '../../helpers/content.ts';
import { buildTwo } from './build-two.ts';

const ids = ['00aa000000000000', '00ab000000000000', 'ff00000000000000'] as const;

/** Creates an output folder with three releases; the last one is current. */
async function makeOut(t: Parameters<typeof makeFolder>[0]): Promise<string> {
  const out = await makeFolder(t);
  for (const id of ids) await mkdir(join(out, 'releases', id), { recursive: true });
  await mkdir(join(out, 'releases/.temp-1-x'));
  await symlink(join('releases', ids[2]), join(out, 'current'));
  return out;
}

test.serial('only folders whose name is an id are releases', async (t) => {
  t.deepEqual(await releaseIds(await makeOut(t)), [...ids]);
  t.deepEqual(await releaseIds(await makeFolder(t)), []);
});

test.serial('a release that is removed while releases are listed is left out', async (t) => {
  const out = await makeOut(t);
  const gone = '0123456789abcdef';
  await symlink('nowhere', join(out, 'releases', gone));
  t.true((await releaseIds(out)).includes(gone));
  t.deepEqual((await listReleases(out)).map(({ id }) => id).sort(), [...ids]);
});

test.serial('a release is found by its id, by the beginning of its id, or by a link', async (t) => {
  const out = await makeOut(t);
  t.is(await findRelease(out, ids[0]), ids[0]);
  t.is(await findRelease(out, '00ab'), ids[1]);
  t.is(await findRelease(out, 'current'), ids[2]);
});

test.serial(
  'an unknown or ambiguous reference is refused with one line that has the remedy',
  async (t) => {
    const out = await makeOut(t);
    for (const reference of ['1', '', 'previous', '../current', '00aa0000000000001']) {
      const error = await t.throwsAsync(findRelease(out, reference));
      const remedy = 'npm run release -- list shows all releases';
      t.is(error?.message, `there is no release "${reference}" in ${out}; ${remedy}`);
    }
    await t.throwsAsync(findRelease(out, '00a'), {
      message: `"00a" matches several releases: ${ids[0]}, ${ids[1]}; add more characters of the id`,
    });
  },
);

test.serial('a folder in place of a link is refused with the remedy', async (t) => {
  const out = await makeFolder(t);
  await mkdir(join(out, 'current'));
  await t.throwsAsync(linkedRelease(out, 'current'), {
    instanceOf: ReleaseError,
    message: `${join(out, 'current')} is not a symbolic link; move it away, and deploy or pull again`,
  });
});

test.serial(
  'an activation that cannot replace a folder named previous says what to do',
  async (t) => {
    const { out, first, second } = await buildTwo(t);
    await rm(join(out, 'previous'));
    await mkdir(join(out, 'previous'));
    await t.throwsAsync(activateRelease(out, first), {
      instanceOf: ReleaseError,
      message: `${join(out, 'previous')} is not a symbolic link; move it away, and deploy or pull again`,
    });
    t.is(await linkedRelease(out, 'current'), second);
  },
);

test.serial('a missing link refers to no release', async (t) => {
  const out = await makeOut(t);
  t.is(await linkedRelease(out, 'current'), ids[2]);
  t.is(await linkedRelease(out, 'previous'), undefined);
});

test.serial('after an activation, the former current release is the previous one', async (t) => {
  const { out, first, second } = await buildTwo(t);
  t.is(await linkedRelease(out, 'current'), second);
  t.is(await linkedRelease(out, 'previous'), first);
  await activateRelease(out, first);
  t.is(await linkedRelease(out, 'current'), first);
  t.is(await linkedRelease(out, 'previous'), second);
});

test.serial('no other work runs between the changes of the two links', async (t) => {
  const { out, first } = await buildTwo(t);
  const seen: string[] = [];
  let isDone = false;
  const activating = activateRelease(out, first).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    seen.push(['previous', 'current'].map((link) => readlinkSync(join(out, link))).join());
    await setImmediate();
  }
  await activating;
  t.deepEqual(
    seen.filter((links) => new Set(links.split(',')).size < 2),
    [],
  );
});

test.serial('activating the current release again does not change the previous one', async (t) => {
  const { out, first, second } = await buildTwo(t);
  await activateRelease(out, second);
  t.is(await linkedRelease(out, 'previous'), first);
});

test.serial('a release that was removed is not activated', async (t) => {
  const { out, first, second } = await buildTwo(t);
  await rm(join(out, 'releases', first), { recursive: true });
  const error = await t.throwsAsync(activateRelease(out, first), { instanceOf: ReleaseError });
  t.regex(error?.message ?? '', /was removed by another process; build again$/);
  t.is(await linkedRelease(out, 'current'), second);
});
