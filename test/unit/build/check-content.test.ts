import test from 'ava';
import { assertNoErrors, checkContent, checkProduct } from '../../../build/check/check-content.ts';
import { ContentError } from '../../../build/content/findings/finding.ts';
import { loadShared } from '../../../build/content/load-shared.ts';
import { openContent, readProduct } from '../../../build/content/open-content.ts';
import { copyContent, findingsIn, fixtureContent } from '../../helpers/content.ts';

test('valid content passes every rule', async (t) => {
  t.deepEqual(await findingsIn(fixtureContent), []);
});

test('every mistake of every file is reported in one run, in order', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('sizes.json', '"OSFA"', '"one_size"');
  await folder.replace('products/BAG-5.json', '"sku": "BAG-5"', '"sku": "bag 5"');
  await folder.replace('products/TEE-1.json', '"gsm": 180', '"gsm": -1');
  await folder.replace('products/TEE-1.json', '"brand": "acme"', '"brand": "acmee"');
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  await folder.replace('inventory.csv', 'OSFA,400', 'OSFA,4.5');
  await folder.append('active-products.csv', 'GONE-1,west-shop\n');
  await folder.remove('categories.json');
  await folder.write('tags.json', '[');
  const findings = await findingsIn(folder.path);
  t.deepEqual(
    findings.map(({ file, line, rule }) => [file, line, rule]),
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

test('pictures and drawings that cannot be read have one finding each, beside those of other files', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  const content = await openContent(folder.path);
  const gone = [
    'assets/icons/embroidery.svg',
    'assets/photos/stateside.png',
    'drawings/hoodie-back.svg',
  ];
  for (const file of gone) await folder.remove(file);
  // `content.shared` still lists the removed files, as if they had been removed while the content was being opened.
  const shared = await loadShared(folder.path, content.shared, content.shared.day);
  const findings = await checkContent({ ...content, shared: { ...content.shared, ...shared } });
  t.deepEqual(
    findings.map(({ file, rule, message }) => `${file} ${rule}: ${message}`),
    [
      ...gone.map((file) => `${file} file/unreadable: is missing; add it`),
      'inventory.csv csv/wrong-cell: "none" is not a whole number: write digits only, as in 24',
    ],
  );
});

test('between two products of a check, the process does its other work', async (t) => {
  const content = await openContent(fixtureContent);
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  t.teardown(() => clearImmediate(next));
  const turns: number[] = [];
  await checkContent(content, (name) => {
    turns.push(turn);
    return checkProduct(readProduct(content, content.sourceOf(name)));
  });
  t.is(turns.length, content.products.length);
  t.deepEqual(turns, [...new Set(turns)]);
});

test('corrected content has no findings', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  t.is((await findingsIn(folder.path)).length, 1);
  await folder.replace('inventory.csv', 'M,none', 'M,0');
  t.deepEqual(await findingsIn(folder.path), []);
});

test('a warning counts as an error only with --strict', async (t) => {
  const folder = await copyContent(t);
  await folder.write('products/TEE-9.jsn', '{}');
  const findings = await findingsIn(folder.path);
  t.deepEqual(
    findings.map(({ rule, severity }) => [rule, severity]),
    [['catalogue/unexpected-file', 'warning']],
  );
  t.notThrows(() => assertNoErrors(findings));
  t.throws(() => assertNoErrors(findings, { strict: true }), { instanceOf: ContentError });
});

test('for a product file that is not named after its SKU, only the wrong name is reported', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/TEE-1.json', '"sku": "TEE-1"', '"sku": "TEE-11"');
  for (const table of ['prices/msrp.csv', 'inventory.csv']) {
    await folder.replace(table, 'TEE-1,', 'TEE-11,');
  }
  const findings = await findingsIn(folder.path);
  t.deepEqual(
    findings.map(({ rule, file }) => [rule, file]),
    [['product/file-name', 'products/TEE-1.json']],
  );
});

test('a SKU that a price table misspells is reported in the table, and its product is not reported as lacking a price', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('prices/msrp.csv', 'BAG-5,CAD', 'BAG-S,CAD');
  const rules = (await findingsIn(folder.path)).map(({ rule, file }) => `${rule} ${file}`);
  t.true(rules.includes('price/unknown-product prices/msrp.csv'));
  t.false(
    rules.some((rule) => rule.startsWith('price/missing')),
    rules.join(),
  );
});
