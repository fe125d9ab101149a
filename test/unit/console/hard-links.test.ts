import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { tryLink } from '../../../console/hard-links.ts';
import { makeFolder } from '../../helpers/content.ts';

test('a hard link is the same file', async (t) => {
  const folder = await makeFolder(t);
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  writeFileSync(from, 'text');
  t.true(tryLink(from, to));
  t.is(statSync(to).ino, statSync(from).ino);
});

test('what cannot be linked, such as a folder, is left to the caller', async (t) => {
  const folder = await makeFolder(t);
  mkdirSync(join(folder, 'from'));
  t.false(tryLink(join(folder, 'from'), join(folder, 'to')));
});

test('a missing file and a used path are errors, and the file at that path stays', async (t) => {
  const folder = await makeFolder(t);
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  t.throws(() => tryLink(from, to), { code: 'ENOENT' });
  for (const path of [from, to]) writeFileSync(path, path);
  t.throws(() => tryLink(from, to), { code: 'EEXIST' });
  t.is(readFileSync(to, 'utf8'), to);
});
