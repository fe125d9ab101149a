import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { symbolicLink } from '../../../../build/rules/file/symbolic-link.ts';
import { type ContentFolder, makeFolder } from '../../../helpers/content.ts';
import { findAfter, findAllAfter, findInFixture, inShort, writing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

/** An edit that puts a link in the place of what is there. */
const linking = (file: string, target: string) => async (folder: ContentFolder) => {
  const path = join(folder.path, file);
  await rm(path, { recursive: true, force: true });
  await symlink(target, path);
};

const message =
  'is a symbolic link, which could publish what is outside the content folder; replace it with a copy';

test('files and folders pass', async (t) => {
  t.deepEqual(await findInFixture(symbolicLink), []);
});

const linked = [
  'active-products.csv',
  'assets/icons',
  'assets/photos/leak.png',
  'brands.json',
  'drawings/tee-front.svg',
  'notes.md',
  'prices',
  'products/TEE-1.json',
  'schemas',
] as const;

test('links to files, folders and nothing are all reported in one run, beside faults of other files', async (t) => {
  const outside = await makeFolder(t);
  const findings = await findAllAfter(
    t,
    ...linked.map((file) => linking(file, outside)),
    linking('drawings/tee-front.svg', 'nothing'),
    writing('tags.json', '{'),
  );
  t.deepEqual(
    findings.filter(({ rule }) => rule === symbolicLink.id).map(inShort),
    linked.map((file) => `${file} ${message}`),
  );
  const others = findings.filter(({ rule }) => rule !== symbolicLink.id);
  t.deepEqual([...new Set(others.map(({ file }) => file))], ['tags.json'], 'and nothing else');
});

test('no report quotes what a link points at', async (t) => {
  // A secret as a JSON file and as a table: their faults would be shown with the lines around them.
  const files = ['brands.json', 'inventory.csv', 'products/TEE-1.json'] as const;
  const findings = await findAllAfter(t, ...files.map((file) => linking(file, '/etc/passwd')));
  t.deepEqual(
    findings.map(inShort),
    files.map((file) => `${file} ${message}`),
  );
  t.false(JSON.stringify(findings).includes('root:'));
});

test('hidden links are not read, as no hidden file is: editors lock files by them', async (t) => {
  const locking = linking('.#brands.json', 'editor@host.4711');
  t.deepEqual(await findAfter(t, symbolicLink, locking), []);
});
