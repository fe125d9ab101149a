import { copyFile, link, rm, stat, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { sha256 } from '../../../../../build/content/sha256.ts';
import { findDamagedObjects } from '../../../../../build/output/damaged-objects.ts';
import { objectPath } from '../../../../../build/output/object-records.ts';
import { writeObject } from '../../../../../build/output/objects.ts';
import { makeFolder } from '../../../../helpers/content.ts';

/** Returns `number` in the form of an object's name: 30 hexadecimal digits. */
const nameOf = (number: number) => number.toString(16).padStart(30, '0');

for (const [text, count] of [
  ['few objects', 10],
  ['so many objects that a thread checks them', 1001],
] as const) {
  test(`among ${text}, each object that is missing, has a truncated file or lacks its record is found`, async (t) => {
    const out = await makeFolder(t);
    const names = Array.from({ length: count }, (_, number) => nameOf(number));
    const bytes = Buffer.from('{}');
    const files = [{ paths: ['en-CA.json'], bytes, sha256: sha256(bytes) }] as const;
    for (const name of names) await writeObject(out, name, { files, states: {} });
    t.deepEqual(await findDamagedObjects({ out, names }), new Set());
    const [missing, shortened, unlisted] = names.slice(3, 6) as [string, string, string];
    await rm(join(out, objectPath(missing)), { recursive: true });
    await truncate(join(out, objectPath(shortened), 'en-CA.json'), 1);
    await rm(join(out, objectPath(unlisted), 'object.json'));
    const damaged = await findDamagedObjects({ out, names: [...names, nameOf(count)] });
    t.deepEqual(damaged, new Set([missing, shortened, unlisted, nameOf(count)]));
  });
}

test.serial(
  'an object that lacks one of the paths of a file is damaged; one with a copy in place of a hard link, or with further links to its files, is not',
  async (t) => {
    const out = await makeFolder(t);
    const names = [0, 1, 2, 3].map(nameOf);
    const bytes = Buffer.from('{}');
    const files = [{ paths: ['en-CA.json', 'index.json'], bytes, sha256: sha256(bytes) }] as const;
    for (const name of names) await writeObject(out, name, { files, states: {} });
    const pathsOf = (name: string): [string, string] => {
      const folder = join(out, objectPath(name));
      return [join(folder, 'en-CA.json'), join(folder, 'index.json')];
    };
    const [withoutFirst, withoutSecond, copied, linked] = names as [string, string, string, string];
    await rm(pathsOf(withoutFirst)[0]);
    await rm(pathsOf(withoutSecond)[1]);
    const [original, copy] = pathsOf(copied);
    const { atime, mtime } = await stat(original);
    await rm(copy);
    await copyFile(original, copy);
    await utimes(copy, atime, mtime);
    for (const path of pathsOf(linked)) await link(path, `${path}.backup`);
    const damaged = await findDamagedObjects({ out, names });
    t.deepEqual(damaged, new Set([withoutFirst, withoutSecond]));
  },
);
