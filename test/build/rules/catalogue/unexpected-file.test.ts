import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unexpectedFile } from '../../../../build/rules/catalogue/unexpected-file.ts';
import type { ContentFolder } from '../../../helpers/content.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const adding = (file: string) => async (folder: ContentFolder) => {
  await mkdir(dirname(join(folder.path, file)), { recursive: true });
  await folder.write(file, '');
};

test('a folder of what the catalogue reads is fine', async (t) => {
  t.deepEqual(await findInFixture(unexpectedFile), []);
});

const unread = [
  ['products/TEE.jsn', 'products/TEE.json'],
  ['products/old/TEE-2.json', 'products/TEE-2.json'],
  ['products/TEE-2.json.bak', 'products/TEE-2.json'],
  ['drawings/tee-front.png', 'drawings/tee-front.svg'],
  ['brand.json', 'brands.json'],
  ['Inventory.CSV', 'inventory.csv'],
] as const;

for (const [file, suggestion] of unread) {
  test(`a file that nothing reads is a warning, with the name that was meant: ${file}`, async (t) => {
    const [finding, ...more] = await findAfter(t, unexpectedFile, adding(file));
    t.deepEqual(more, []);
    t.like(finding, { file, severity: 'warning', suggestion });
    t.is(finding?.message, 'is not read: the catalogue knows no file of this name');
  });
}

test('a file that is like no other is found too', async (t) => {
  t.deepEqual((await findAfter(t, unexpectedFile, adding('notes.txt'))).map(inShort), [
    'notes.txt is not read: the catalogue knows no file of this name',
  ]);
});

test('prices of a tier that the catalogue has not are found, with the tables that are read', async (t) => {
  const [finding] = await findAfter(t, unexpectedFile, adding('prices/net-A9.csv'));
  t.is(finding?.message, 'is not read: "A9" is not among the tiers of catalogue.json');
  t.deepEqual(finding?.allowed, ['prices/net-A1.csv', 'prices/net-A3.csv']);
});

test('nothing is said of prices where the tiers could not be read', async (t) => {
  const spoiling = replacing('catalogue.json', '"A1"', '1');
  t.deepEqual(await findAfter(t, unexpectedFile, adding('prices/net-A9.csv'), spoiling), []);
});

test('notes, schemas and assets of any name are fine', async (t) => {
  const files = ['README.md', 'products/notes.md', 'schemas/product.json', 'assets/a/b/c.pdf'];
  t.deepEqual(await findAfter(t, unexpectedFile, ...files.map(adding)), []);
});
