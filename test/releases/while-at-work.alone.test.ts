import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ReleaseError } from '../../build/output/release-error.ts';
import { livingDrafts } from '../../build/output/temp-entries.ts';
import { whileBuilding, whilePruning } from '../../build/output/while-at-work.ts';
import { makeFolder } from '../helpers/content.ts';

test('work is marked for as long as it lasts, even when it fails', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const result = await whileBuilding(out, async () => {
    t.like(await livingDrafts(out), [{ kind: 'build', pid: process.pid }]);
    return 'done';
  });
  t.is(result, 'done');
  const failing = whileBuilding(out, async () => {
    throw new Error('no');
  });
  await t.throwsAsync(failing, { message: 'no' });
  t.deepEqual(await readdir(out), []);
});

test('what a killed build left is removed from every folder before work begins', async (t) => {
  const out = await makeFolder(t);
  // No process has this id: it is beyond what Linux gives.
  const left = '.draft-999999999-00000000-0000-4000-8000-000000000000';
  for (const folder of ['', 'releases']) {
    await mkdir(join(out, folder, left), { recursive: true });
  }
  await whileBuilding(out, async () => {
    const names = (await readdir(out, { recursive: true })).sort();
    t.deepEqual(names.slice(1), ['releases']);
  });
});

test('builds and activations run side by side, nothing runs beside a pruning', async (t) => {
  const out = await makeFolder(t);
  const refused = (name: string) => ({
    instanceOf: ReleaseError,
    message: new RegExp(`^${name} is at work in ${out} \\(process ${process.pid}\\); try again`),
  });
  const never = async () => t.fail();
  await whileBuilding(out, async () => {
    await t.throwsAsync(whilePruning(out, never), refused('a build or an activation'));
    t.is(await whileBuilding(out, async () => 'beside'), 'beside');
  });
  await whilePruning(out, async () => {
    await t.throwsAsync(whilePruning(out, never), refused('release prune'));
    await t.throwsAsync(whileBuilding(out, never), refused('release prune'));
  });
  t.deepEqual(await readdir(out), []);
});

test('a folder that cannot be used is a release error that names it', async (t) => {
  const file = join(await makeFolder(t), 'file');
  await writeFile(file, '');
  const out = join(file, 'dist');
  for (const frame of [whileBuilding, whilePruning]) {
    await t.throwsAsync(
      frame(out, async () => t.fail()),
      { instanceOf: ReleaseError, message: /^cannot write .*dist: ENOTDIR/ },
    );
  }
});
