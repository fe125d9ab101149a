import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import test from 'ava';
import { ContentError } from '../../../build/findings.ts';
import { checkContent, rules } from '../../../build/rules/index.ts';
import { copyContent, loadFixture } from '../../helpers/content.ts';

test('every rule file is in the list of rules', async (t) => {
  const files = await readdir(resolve(import.meta.dirname, '../../../build/rules'));
  const names = files.filter((file) => !['index.ts', 'rule.ts'].includes(file));
  t.is(rules.length, names.length);
  t.is(new Set(rules).size, rules.length);
});

test('sound content passes every rule', async (t) => {
  const content = await loadFixture();
  t.notThrows(() => checkContent(content));
});

test('what several rules find is thrown together, sorted by file and line', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/TEE-1.json', '"brand": "acme"', '"brand": "gone"');
  await folder.append('inventory.csv', 'GONE-1,navy,S,1\n');
  await folder.replace('prices/msrp.csv', 'BAG-5,CAD,10', 'BAG-5,CAD,9');
  await folder.replace('catalogue.json', '"base": "A3"', '"base": "A9"');
  await folder.replace('products/BAG-5.json', '"fr": "Sac uni"', '"fr-CA": "Sac uni"');
  await folder.replace('products/HOOD-2.json', ',\n    "fr": "Chandail à blocs"', '');
  const content = await folder.load();
  const error = t.throws(() => checkContent(content), { instanceOf: ContentError });
  t.deepEqual(
    error.findings.map(({ file }) => file),
    [
      'catalogue.json',
      'inventory.csv',
      'prices/msrp.csv',
      'products/HOOD-2.json',
      'products/TEE-1.json',
    ],
  );
});

test('a company that is called as the listing of all companies is refused', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('companies.json', '"west-shop"', '"all"');
  await folder.replace('active-products.csv', 'west-shop', 'all');
  const error = await t.throwsAsync(async () => checkContent(await folder.load()), {
    instanceOf: ContentError,
  });
  t.deepEqual(
    error?.findings.map(({ file }) => file),
    ['companies.json'],
  );
});
