import { rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { verifyRelease } from '../../../releases/verify-release.ts';
import { makeFolder } from '../../helpers/content.ts';
import { copyFixtureRelease } from '../../helpers/fixture-release.ts';
import type { Teardown } from '../../helpers/teardown.ts';

const health = 'public/v1/health.json';
const detail = 'public/v1/products/TEE-1/fr-CA.json.br';

/**
 * Copies the compiled fixture. Returns the folder of its release, and a function that returns the manifest's entry of a
 * path (`entryOf`); size and time are 0 for a path that the manifest lacks.
 */
async function copyOne(t: Teardown) {
  const out = join(await makeFolder(t), 'dist');
  const { manifest } = await copyFixtureRelease(out);
  const folder = join(out, 'releases', manifest.release);
  const entryOf = (path: string) => manifest.files[path] ?? { size: 0, mtime: 0 };
  return { folder, entryOf };
}

test.serial('an unchanged release has no faults', async (t) => {
  const { folder } = await copyOne(t);
  t.deepEqual(await verifyRelease(folder), []);
  t.deepEqual(await verifyRelease(folder, 'sizes'), []);
});

test.serial(
  'missing and truncated files, and files with another time, are found without reading the files',
  async (t) => {
    const { folder } = await copyOne(t);
    await rm(join(folder, 'public/openapi.json'));
    const { mtime } = await stat(join(folder, detail));
    await truncate(join(folder, detail), 3);
    await utimes(join(folder, detail), mtime, mtime);
    await utimes(join(folder, health), 1, 1);
    const faults = await verifyRelease(folder, 'sizes');
    t.is(faults.length, 3);
    t.is(faults[0], 'public/openapi.json is missing');
    t.is(faults[1], `${health} has another modification time`);
    t.regex(faults[2] ?? '', /TEE-1\/fr-CA\.json\.br has 3 bytes, not \d+$/);
  },
);

test.serial(
  'links to objects and to pictures that are missing or point elsewhere are found',
  async (t) => {
    const { folder } = await copyOne(t);
    const [pictures, object] = ['public/images/TEE-1', 'public/v1/products/BAG-5'];
    await rm(join(folder, pictures));
    await rm(join(folder, object));
    await symlink('TEE-1', join(folder, object));
    const faults = await verifyRelease(folder, 'sizes');
    for (const fault of [`${pictures} is missing`, `${object} points to another object`]) {
      t.true(faults.includes(fault), faults.join());
    }
  },
);

test.serial(
  'different bytes with equal size and time are found by reading the files',
  async (t) => {
    const { folder, entryOf } = await copyOne(t);
    const entry = entryOf(health);
    await writeFile(join(folder, health), 'x'.repeat(entry.size));
    await utimes(join(folder, health), entry.mtime, entry.mtime);
    t.deepEqual(await verifyRelease(folder, 'sizes'), []);
    t.deepEqual(await verifyRelease(folder, 'bytes'), [`${health} has other bytes`]);
    t.deepEqual(await verifyRelease(folder, 'sizes'), [`${health} has another modification time`]);
  },
);

test.serial('a manifest that is missing, damaged or of another release is one fault', async (t) => {
  const { folder } = await copyOne(t);
  const file = join(folder, 'manifest.json');
  const moved = join(folder, '../0123456789abcdef');
  await rename(folder, moved);
  t.regex((await verifyRelease(moved)).join(), /^manifest\.json belongs to release [0-9a-f]{16}$/);
  await rename(moved, folder);
  await writeFile(file, '{"release":');
  t.deepEqual(await verifyRelease(folder), ['manifest.json cannot be read']);
  await rm(file);
  t.deepEqual(await verifyRelease(folder), ['manifest.json is missing']);
});
