import { existsSync, readFileSync } from 'node:fs';
import test from 'ava';
import {
  findExternalFolders,
  type LockedPackages,
} from '../../../infra/bundle/external-folders.ts';
import { serverLibraries } from '../../../infra/bundle/programs.ts';

test('a library is listed with its dependencies, each in the folder from which Node.js would load it', (t) => {
  const packages: LockedPackages = {
    'node_modules/a': { dependencies: { b: '1', c: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { '@s/d': '1' } },
    'node_modules/b': { dependencies: { e: '1' } },
    'node_modules/c': { optionalDependencies: { a: '1', 'not-installed': '1' } },
    'node_modules/@s/d': { dependencies: { b: '1' } },
    'node_modules/e': {},
    'node_modules/unused': {},
  };
  t.deepEqual(findExternalFolders(['a'], packages), [
    'node_modules/@s/d',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b',
    'node_modules/c',
    'node_modules/e',
  ]);
  t.deepEqual(findExternalFolders(['unused'], packages), ['node_modules/unused']);
});

test('a library that package-lock.json lacks is an error', (t) => {
  t.throws(() => findExternalFolders(['a'], {}), { message: 'package-lock.json does not have a' });
});

test('fewer than 50 library folders are needed next to a bundle, and every library of the servers is installed', (t) => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: LockedPackages;
  };
  const folders = findExternalFolders(serverLibraries, packages);
  t.true(folders.length < 50);
  for (const name of serverLibraries) t.true(folders.includes(`node_modules/${name}`), name);
  t.false(folders.includes('node_modules/esbuild'));
  for (const name of serverLibraries) t.true(existsSync(`node_modules/${name}`), name);
});
