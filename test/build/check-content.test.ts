import test from 'ava';
import { checkContent } from '../../build/check-content.ts';
import { ContentError } from '../../build/findings/finding.ts';
import { copyContent, fixtureContent } from '../helpers/content.ts';

test('sound content passes every rule', async (t) => {
  const { content, warnings } = await checkContent(fixtureContent, { strict: true });
  t.is(content.products.length, 5);
  t.deepEqual(warnings, []);
});

test('every fault of every file is told in one run, in order', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('sizes.json', '"OSFA"', '"one size"');
  await folder.replace('products/BAG-5.json', '"sku": "BAG-5"', '"sku": "bag 5"');
  await folder.replace('products/TEE-1.json', '"gsm": 180', '"gsm": -1');
  await folder.replace('products/TEE-1.json', '"brand": "acme"', '"brand": "acmee"');
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  await folder.replace('inventory.csv', 'OSFA,400', 'OSFA,4.5');
  await folder.append('active-products.csv', 'GONE-1,west-shop\n');
  await folder.remove('categories.json');
  await folder.write('tags.json', '[');
  const error = await t.throwsAsync(checkContent(folder.path), { instanceOf: ContentError });
  t.deepEqual(
    error?.findings.map(({ file, line, rule }) => [file, line, rule]),
    [
      ['active-products.csv', 7, 'sync/unknown-product'],
      ['categories.json', undefined, 'file/unreadable'],
      ['inventory.csv', 2, 'csv/wrong-cell'],
      ['inventory.csv', 7, 'csv/wrong-cell'],
      ['products/BAG-5.json', 2, 'shape/wrong-value'],
      ['products/BAG-5.json', 40, 'product/unknown-size'],
      ['products/TEE-1.json', 41, 'product/unknown-brand'],
      ['products/TEE-1.json', 81, 'shape/wrong-value'],
      ['sizes.json', 6, 'shape/wrong-value'],
      ['tags.json', 1, 'json/syntax'],
    ],
  );
});

test('content that is mended has no trace of its faults', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  await t.throwsAsync(checkContent(folder.path), { instanceOf: ContentError });
  await folder.replace('inventory.csv', 'M,none', 'M,0');
  t.is((await checkContent(folder.path)).content.inventory.length, 9);
});

test('a warning is no error unless the build is strict', async (t) => {
  const folder = await copyContent(t);
  await folder.write('products/TEE-9.jsn', '{}');
  const { warnings } = await checkContent(folder.path);
  t.deepEqual(
    warnings.map(({ rule, severity }) => [rule, severity]),
    [['catalogue/unexpected-file', 'warning']],
  );
  await t.throwsAsync(checkContent(folder.path, { strict: true }), { instanceOf: ContentError });
});
