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

const notNamed = [
  'assets/icons/embroidery.svg.gz',
  'assets/icons/embroidery.svg.br',
  'assets/guide.pdf',
  'assets/photo 1.png',
] as const;

for (const file of notNamed) {
  test(`an asset that nothing can name is a warning, which says what a picture is: ${file}`, async (t) => {
    t.deepEqual((await findAfter(t, unexpectedFile, adding(file))).map(inShort), [
      `${file} is not released: it is no picture (.svg, .png, .jpg, .jpeg, .webp), or its path has more than letters, digits, . _ -`,
    ]);
  });
}

test('the name that a picture would be taken by is told', async (t) => {
  const [finding] = await findAfter(t, unexpectedFile, adding('assets/a/b.PNG'));
  t.is(finding?.suggestion, 'assets/a/b.png');
});

test('notes, schemas and pictures are fine', async (t) => {
  const files = ['README.md', 'assets/notes.md', 'schemas/product.json', 'assets/a/b/c.webp'];
  t.deepEqual(await findAfter(t, unexpectedFile, ...files.map(adding)), []);
});
