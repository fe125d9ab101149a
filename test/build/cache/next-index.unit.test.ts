import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { type IndexLine, readIndex } from '../../../build/cache/index-file.ts';
import { createNextIndex } from '../../../build/cache/next-index.ts';
import { makeFolder } from '../../helpers/content.ts';

const header = { compiler: 'this one', documents: [] };

/** Writes the successor of an index; gives what is read of it then, and what was dropped. */
async function succeed(
  path: string,
  before: readonly IndexLine[],
  used: readonly (readonly [key: string, json: string])[],
) {
  const next = createNextIndex(path, before);
  for (const [key, json] of used) await next.use(key, json);
  const dropped = await next.finish(header);
  const after = await readIndex(path, header.compiler);
  return { lines: after?.lines ?? [], dropped };
}

test('what a build used stands first, in its order, and what it did not use stays a while', async (t) => {
  const path = join(await makeFolder(t), 'index');
  const first = await succeed(
    path,
    [],
    [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ],
  );
  t.deepEqual(first.lines, [
    { age: 0, key: 'a', json: '1' },
    { age: 0, key: 'b', json: '2' },
    { age: 0, key: 'c', json: '3' },
  ]);
  const second = await succeed(path, first.lines, [
    ['a', '1'],
    ['c', '3'],
    ['d', '4'],
  ]);
  t.deepEqual(second.lines, [
    { age: 0, key: 'a', json: '1' },
    { age: 0, key: 'c', json: '3' },
    { age: 0, key: 'd', json: '4' },
    { age: 1, key: 'b', json: '2' },
  ]);
  t.deepEqual([...first.dropped, ...second.dropped], []);
});

test('a record that was not used by three builds is dropped', async (t) => {
  const path = join(await makeFolder(t), 'index');
  let { lines } = await succeed(path, [], [['a', '1']]);
  for (const key of ['b', 'c']) {
    const { dropped, ...after } = await succeed(path, lines, [[key, '2']]);
    t.deepEqual(dropped, []);
    lines = after.lines;
  }
  const { dropped } = await succeed(path, lines, [['d', '2']]);
  t.deepEqual(dropped, [{ age: 3, key: 'a', json: '1' }]);
});

test('a record that was made anew takes the place of the one with its key', async (t) => {
  const path = join(await makeFolder(t), 'index');
  const { lines } = await succeed(path, [], [['a', '1']]);
  const after = await succeed(path, lines, [['a', '2']]);
  t.deepEqual(after.lines, [
    { age: 0, key: 'a', json: '2' },
    { age: 1, key: 'a', json: '1' },
  ]);
});

test('a build that used the same records in the same order writes nothing', async (t) => {
  const folder = await makeFolder(t);
  const path = join(folder, 'index');
  const records = [
    ['a', '1'],
    ['b', '2'],
  ] as const;
  const { lines } = await succeed(path, [], records);
  const { ino } = await stat(path);
  t.deepEqual((await succeed(path, lines, records)).lines, lines);
  t.is((await stat(path)).ino, ino);
});

test('a build that used the first records only ages the others', async (t) => {
  const path = join(await makeFolder(t), 'index');
  const { lines } = await succeed(
    path,
    [],
    [
      ['a', '1'],
      ['b', '2'],
    ],
  );
  t.deepEqual((await succeed(path, lines, [['a', '1']])).lines, [
    { age: 0, key: 'a', json: '1' },
    { age: 1, key: 'b', json: '2' },
  ]);
});

test('an index of many pieces is read as it was written, whatever its texts hold', async (t) => {
  const path = join(await makeFolder(t), 'index');
  const records = Array.from({ length: 40 }, (_none, index): [string, string] => [
    `${index}`,
    JSON.stringify(`é\u2028’\r${index}`.repeat(9999)),
  ]);
  const { lines } = await succeed(path, [], records);
  t.true((await stat(path)).size > 4_000_000);
  t.deepEqual(
    lines.map(({ key, json }) => [key, json]),
    records,
  );
});

test('what is discarded leaves the index that stands, and no draft', async (t) => {
  const folder = await makeFolder(t);
  const path = join(folder, 'index');
  const { lines } = await succeed(path, [], [['a', '1']]);
  const next = createNextIndex(path, lines);
  await next.use('b', '2'.repeat(1 << 19));
  t.is((await readdir(folder)).length, 2);
  await next.discard();
  t.deepEqual(await readdir(folder), ['index']);
  t.deepEqual((await readIndex(path, header.compiler))?.lines, lines);
});
