import { basename, resolve } from 'node:path';
import test from 'ava';
import fastGlob from 'fast-glob';
import { type GroupName, groups } from './groups.ts';
import { filesOf } from './import-group.ts';

const names = Object.keys(groups) as GroupName[];
const folder = resolve(import.meta.dirname, '..');

test('npm test runs every test file exactly once', async (t) => {
  const own = ['**/*.alone.test.ts', 'groups/*.test.ts', '!groups/*.unit.test.ts'];
  const find = (patterns: string[]) => fastGlob(patterns, { cwd: folder, absolute: true });
  const grouped = (await Promise.all(names.map((name) => filesOf(name)))).flat();
  const all = await find(['**/*.test.ts']);
  t.deepEqual([...grouped, ...(await find(own))].sort(), all.sort());
});

test('every group has a file that imports it', async (t) => {
  const files = await fastGlob(['groups/*.test.ts', '!groups/*.unit.test.ts'], { cwd: folder });
  t.deepEqual(files.map((file) => basename(file, '.test.ts')).sort(), names.sort());
});
