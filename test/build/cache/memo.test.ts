import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { openMemo } from '../../../build/cache/memo.ts';
import { makeFolder } from '../../helpers/content.ts';

test('what was remembered is there for the next build', async (t) => {
  const folder = join(await makeFolder(t), 'cache');
  const memo = await openMemo<{ sku: string }>(folder, 'clean');
  t.is(memo.get('a'), undefined);
  memo.set('a', { sku: 'TEE-1' });
  t.deepEqual(memo.get('a'), { sku: 'TEE-1' });
  await memo.save();
  t.deepEqual((await openMemo(folder, 'clean')).get('a'), { sku: 'TEE-1' });
  t.is((await openMemo(folder, 'other')).get('a'), undefined);
});

test('what three builds did not ask for is forgotten, what they did is kept', async (t) => {
  const folder = await makeFolder(t);
  const first = await openMemo<number>(folder, 'clean');
  first.set('unused', 1);
  first.set('used', 2);
  await first.save();
  for (let build = 0; build < 3; build += 1) {
    const memo = await openMemo<number>(folder, 'clean');
    memo.get('used');
    memo.set(`new-${build}`, build);
    await memo.save();
  }
  const memo = await openMemo<number>(folder, 'clean');
  t.is(memo.get('used'), 2);
  t.is(memo.get('unused'), undefined);
  t.is(memo.get('new-2'), 2);
});

test('asking the same again writes nothing', async (t) => {
  const folder = await makeFolder(t);
  const first = await openMemo<number>(folder, 'clean');
  for (const key of ['b', 'a']) first.set(key, 1);
  await first.save();
  const { ino } = await stat(join(folder, 'clean.memo'));
  const second = await openMemo<number>(folder, 'clean');
  for (const key of ['a', 'b']) t.is(second.get(key), 1);
  await second.save();
  t.is((await stat(join(folder, 'clean.memo'))).ino, ino);
});

test('a damaged memo knows nothing', async (t) => {
  const folder = await makeFolder(t);
  const first = await openMemo<number>(folder, 'clean');
  first.set('a', 1);
  await first.save();
  const path = join(folder, 'clean.memo');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('0 a 1', '0 a 2'));
  t.is((await openMemo<number>(folder, 'clean')).get('a'), undefined);
});

test('without a folder nothing is remembered', async (t) => {
  const memo = await openMemo<number>(null, 'clean');
  memo.set('a', 1);
  await memo.save();
  t.is(memo.get('a'), undefined);
});
