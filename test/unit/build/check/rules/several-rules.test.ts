/** Findings of several rules: each mistake is reported once, at its own position, without its consequences. */
import test from 'ava';
import { append, findingsAfter, remove, replace, rewrite, write } from './edited-content.ts';

const tee = 'products/TEE-1.json';

test.serial(
  'one run reports mistakes of every kind and file, in the order of their positions',
  async (t) => {
    const findings = await findingsAfter(
      replace(tee, '"brand": "acme"', '"brand": 7'),
      replace(tee, 'Runs small.', ' Runs <b>small</b>.'),
      replace('products/HOOD-2.json', '"sku": "HOOD-2",', '"sku": "HOOD-2"'),
      replace('prices/msrp.csv', '8018.50', '"8018,50"'),
      replace('prices/net-A3.csv', 'sku,', 'SKU,'),
      replace('colors.json', '#2457A6', 'blue'),
      append('inventory.csv', 'GONE-1,navy,S,1\n'),
    );
    t.deepEqual(
      findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`),
      [
        'colors.json:8 shape/wrong-value',
        'inventory.csv:11 stock/unknown-product',
        'prices/msrp.csv:9 csv/decimal-comma',
        'prices/net-A3.csv:1 csv/columns',
        'products/HOOD-2.json:2 json/syntax',
        `${tee}:37 text/html`,
        `${tee}:37 text/stray-space`,
        `${tee}:41 shape/wrong-type`,
      ],
    );
  },
);

test.serial(
  'a JSON file is checked by all rules if its only syntax error has one possible meaning',
  async (t) => {
    const findings = await findingsAfter(
      replace(tee, '"sku": "TEE-1",', '"sku": "TEE-1"'),
      replace(tee, '"acme"', '7'),
    );
    t.deepEqual(
      findings.map(({ line, rule }) => [line, rule]),
      [
        [2, 'json/syntax'],
        [41, 'shape/wrong-type'],
      ],
    );
  },
);

test.serial(
  'a misspelt column hides no mistake of its rows, and each mistake is reported at its own position',
  async (t) => {
    const msrp = 'prices/msrp.csv';
    const findings = await findingsAfter(
      replace(msrp, 'minQuantity,price', 'min quantity,Price'),
      replace(msrp, 'TEE-1,CAD,48,8018.50', 'TEE-1,CAD,48,8030.00'),
      replace(msrp, 'BAG-5,CAD,10', 'BAG-5,CAD,ten'),
    );
    t.deepEqual(
      findings.map(({ line, column, rule, suggestion }) => [line, column, rule, suggestion]),
      [
        [1, 14, 'csv/columns', 'minQuantity'],
        [1, 27, 'csv/columns', 'price'],
        [2, 11, 'csv/wrong-cell', undefined],
        [9, 14, 'price/rising', undefined],
      ],
    );
  },
);

test.serial(
  'positions are correct after a cell with a line break and doubled quotes',
  async (t) => {
    const findings = await findingsAfter(
      replace('inventory.csv', 'TEE-1,navy,2XL,12', 'TEE-1,"na""v""\ny",2XL,12'),
      replace('inventory.csv', 'TEE-1,navy,S,120', 'TEE-1,navy,S,many'),
    );
    t.deepEqual(
      findings.map(({ rule, line, column, row }) => [rule, line, column, row]),
      [
        ['stock/unknown-color', 6, 7, 6],
        ['csv/wrong-cell', 9, 14, 8],
      ],
    );
  },
);

test.serial('positions are correct with a byte order mark and Windows line ends', async (t) => {
  const windows = (file: string, from: string, to: string) =>
    rewrite(file, (text) => `\uFEFF${text.replace(from, to).replaceAll('\n', '\r\n')}`);
  const findings = await findingsAfter(
    windows(tee, '"acme"', '7'),
    windows('inventory.csv', '400', 'many'),
  );
  t.deepEqual(
    findings.map(({ file, line, column, endColumn }) => [file, line, column, endColumn]),
    [
      ['inventory.csv', 2, 17, 21],
      [tee, 41, 12, 13],
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
  'prices/net-A3.csv',
  'prices/surcharges.csv',
  'size-charts.json',
  'sizes.json',
  'tags.json',
];

for (const file of [...shared, 'products/HOOD-2.json', tee]) {
  const ways = { 'cut off': write(file, '{ "'), empty: write(file), missing: remove(file) };
  for (const [way, edit] of Object.entries(ways)) {
    // Not for product files: without its file, a product also lacks its references, and entries that no other product
    // uses cause findings in other files.
    if (way === 'missing' && !shared.includes(file)) continue;
    test.serial(`${file} that is ${way} causes findings in no other file`, async (t) => {
      const files = (await findingsAfter(edit)).map((finding) => finding.file);
      t.deepEqual([...new Set(files)], [file]);
    });
  }
}

for (const file of shared) {
  test.serial(`${file} that is missing hides no finding of a product`, async (t) => {
    const findings = await findingsAfter(remove(file), replace(tee, '"gsm": 180', '"gsm": -1'));
    t.deepEqual(
      findings.map((finding) => `${finding.file} ${finding.rule}`).sort(),
      [`${file} file/unreadable`, `${tee} shape/wrong-value`].sort(),
    );
  });
}
