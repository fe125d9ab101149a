import { mkdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createLinks } from '../../../../../build/output/create-links.ts';
import { makeFolder } from '../../../../helpers/content.ts';

/** Returns path and target of `count` links, such as `SKU-0` and `../objects/0`. */
const linksOf = (count: number) =>
  Array.from({ length: count }, (_, at) => [`SKU-${at}`, `../objects/${at}`] as const);

for (const [text, count] of [
  ['few links', 3],
  ['so many links that a thread creates them', 1001],
] as const) {
  test(`${text} are created with their targets, whatever the previous release has at their paths`, async (t) => {
    const [folder, previous] = [await makeFolder(t), await makeFolder(t)];
    await symlink('../objects/0', join(previous, 'SKU-0'));
    await symlink('../objects/another', join(previous, 'SKU-1'));
    await mkdir(join(previous, 'SKU-2'));
    const links = linksOf(count);
    await createLinks({ folder, previous, links });
    const found = links.map(async ([path]) => [path, await readlink(join(folder, path))]);
    t.deepEqual(await Promise.all(found), links);
  });

  test(`creating ${text} in a missing folder throws the error of the file system`, async (t) => {
    const folder = join(await makeFolder(t), 'missing');
    const task = { folder, previous: undefined, links: linksOf(count) };
    const error = await t.throwsAsync(createLinks(task), { code: 'ENOENT', message: /symlink/ });
    t.like(error, { syscall: 'symlink' });
  });
}
