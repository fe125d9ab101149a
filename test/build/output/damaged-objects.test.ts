import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { sha256 } from '../../../build/content/sha256.ts';
import { findDamagedObjects } from '../../../build/output/damaged-objects.ts';
import { objectPath } from '../../../build/output/object-records.ts';
import { writeObject } from '../../../build/output/objects.ts';
import { makeFolder } from '../../helpers/content.ts';

/** Returns the name of an object, 30 hexadecimal digits, from a number. */
const nameOf = (number: number) => number.toString(16).padStart(30, '0');

for (const [text, count] of [
  ['few objects', 10],
  ['so many objects that a thread checks them', 1001],
] as const) {
  test(`of ${text}, those that are missing, cut off or without their record are found`, async (t) => {
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
