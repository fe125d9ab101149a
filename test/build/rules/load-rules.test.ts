/** Faults of several files and kinds: each is told, and none makes others. */
import test from 'ava';
import { appending, findAllAfter, removing, replacing, writing } from './find-after.ts';

test('faults of every kind and file are told in one run, in the order of their places', async (t) => {
  const findings = await findAllAfter(
    t,
    replacing('products/TEE-1.json', '"brand": "acme"', '"brand": 7'),
    replacing('products/TEE-1.json', 'Runs small.', ' Runs <b>small</b>.'),
    replacing('products/HOOD-2.json', '"sku": "HOOD-2",', '"sku": "HOOD-2"'),
    replacing('prices/msrp.csv', '8018.50', '"8018,50"'),
    replacing('prices/net-A3.csv', 'sku,', 'SKU,'),
    replacing('colors.json', '#2457A6', 'blue'),
    appending('inventory.csv', 'GONE-1,navy,S,1\n'),
  );
  t.deepEqual(
    findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`),
    [
      'colors.json:8 shape/wrong-value',
      'inventory.csv:11 stock/unknown-product',
      'prices/msrp.csv:9 csv/decimal-comma',
      'prices/net-A3.csv:1 csv/columns',
      'products/HOOD-2.json:2 json/syntax',
      'products/TEE-1.json:37 text/html',
      'products/TEE-1.json:37 text/stray-space',
      'products/TEE-1.json:41 shape/wrong-type',
    ],
  );
});

const shared = [
  'active-products.csv',
  'brands.json',
  'catalogue.json',
  'categories.json',
  'colors.json',
  'companies.json',
  'decorations.json',
  'facets.json',
  'inventory.csv',
  'prices/msrp.csv',
  'prices/net-A1.csv',
  'prices/surcharges.csv',
  'size-charts.json',
  'sizes.json',
  'tags.json',
];

for (const file of [...shared, 'products/HOOD-2.json', 'products/TEE-1.json']) {
  test(`a file that cannot be read makes no fault in another: ${file}`, async (t) => {
    const edits = [writing(file, '{ "'), writing(file, '')];
    if (shared.includes(file)) edits.push(removing(file));
    for (const edit of edits) {
      const told = (await findAllAfter(t, edit)).map((finding) => finding.file);
      t.deepEqual([...new Set(told)], [file]);
    }
  });
}
