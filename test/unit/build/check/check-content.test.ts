/** One run reports the mistakes of every file, each at its own position and without its consequences. */
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { assertNoErrors, checkContent } from '../../../../build/check/check-content.ts';
import { ContentError } from '../../../../build/content/findings/finding.ts';
import { loadShared } from '../../../../build/content/load-shared.ts';
import { openContent } from '../../../../build/content/open-content.ts';
import { copyContent, findingsIn, fixtureContent, makeFolder } from '../../../helpers/content.ts';
import { append, findingsAfter, remove, replace, rewrite, write } from './rules/edited-content.ts';
import { inShort } from './rules/rule-rows.ts';

const tee = 'products/TEE-1.json';
const msrp = 'prices/msrp.csv';
const inventory = 'inventory.csv';

test('valid content passes every rule', async (t) => {
  t.deepEqual(await findingsIn(fixtureContent), []);
});

test.serial('one run reports the mistakes of every kind and file, in order', async (t) => {
  const findings = await findingsAfter(
    replace(tee, '"brand": "acme"', '"brand": 7'),
    replace(tee, 'Runs small.', ' Runs <b>small</b>.'),
    replace('products/HOOD-2.json', '"sku": "HOOD-2",', '"sku": "HOOD-2"'),
    replace('sizes.json', '"OSFA"', '"one_size"'),
    replace('prices/net-A3.csv', 'sku,', 'SKU,'),
    append(inventory, 'GONE-1,navy,S,1'),
    remove('categories.json'),
    write('tags.json', '['),
  );
  t.deepEqual(
    findings.map((each) => `${each.rule}: ${inShort(each)}`),
    [
      'file/unreadable: @ categories.json',
      `stock/unknown-product: GONE-1 @ ${inventory}`,
      'csv/columns: SKU @ prices/net-A3.csv → sku',
      'product/unknown-size: "OSFA" @ products/BAG-5.json → one_size',
      'json/syntax: " @ products/HOOD-2.json',
      `text/html: " Runs <b>small</b>." @ ${tee}`,
      `text/stray-space: " Runs <b>small</b>." @ ${tee} → Runs <b>small</b>.`,
      `shape/wrong-type: 7 @ ${tee}`,
      'shape/wrong-value: "one_size" @ sizes.json',
      'json/syntax: @ tags.json',
    ],
  );
});

test.serial('a misspelt column hides no mistake of its rows', async (t) => {
  const findings = await findingsAfter(
    replace(msrp, 'minQuantity,price', 'min quantity,Price'),
    replace(msrp, 'TEE-1,CAD,48,8018.50', 'TEE-1,CAD,48,8030.00'),
    replace(msrp, 'BAG-5,CAD,10', 'BAG-5,CAD,ten'),
  );
  t.deepEqual(
    findings.map((each) => `${each.rule}: ${inShort(each, msrp)}`),
    [
      'csv/columns: min quantity → minQuantity',
      'csv/columns: Price → price',
      'csv/wrong-cell: ten',
      'price/rising: 8030.00',
    ],
  );
});

/** Exchanges two columns of a table, but not their names. */
const exchange = (file: string, first: number, second: number) =>
  rewrite(file, (text) =>
    text.replace(/(?<=\n).+/g, (row) => {
      const cells = row.split(',');
      return cells
        .with(first, cells[second] ?? '')
        .with(second, cells[first] ?? '')
        .join();
    }),
  );

test.serial('exchanged columns are one finding, which hides no mistake of the rows', async (t) => {
  for (const [file, first, second, column] of [
    [msrp, 2, 3, 'minQuantity'],
    [msrp, 0, 1, 'sku'],
    [inventory, 1, 2, 'color'],
    [inventory, 1, 3, 'color'],
  ] as const) {
    const faulty = replace('products/BAG-5.json', '"BAG-5"', '"bag 5"');
    const findings = await findingsAfter(exchange(file, first, second), faulty);
    t.deepEqual(
      findings.map((each) => `${each.rule}: ${inShort(each, file)}`),
      [`csv/columns: ${column}`, 'shape/wrong-value: "bag 5" @ products/BAG-5.json'],
    );
  }
});

test.serial('a problem that a file repeats is one finding with its places', async (t) => {
  const findings = await findingsAfter(
    rewrite(tee, (text) =>
      text.replace('"en": ["tee"', '"en": [" tee"').replaceAll(/("fr": ")/g, '$1 '),
    ),
    rewrite(msrp, (text) => text.replaceAll(/^(\S+,CAD,\d+),/gm, '$1,$$')),
  );
  const [prices, texts] = findings;
  t.is(findings.length, 2);
  t.is(prices?.rule, 'csv/wrong-cell');
  t.true((prices?.places?.length ?? 0) > 3);
  t.is(texts?.rule, 'text/stray-space');
  t.true(texts?.places?.every(({ path, suggestion }) => path && suggestion));
});

test.serial('a finding names the path or the cell, and the values that are allowed', async (t) => {
  const findings = await findingsAfter(
    replace(tee, '"color": "grey-navy"', '"color": "grey-navi"'),
    replace(tee, '"size": "M"', '"size": "OSFA"'),
    replace(msrp, 'BAG-5,CAD', 'BAG-5,EUR'),
    replace('tags.json', '"rank": "new"', '"rank": "newest"'),
    append('active-products.csv', 'TEE-1,west_shop'),
  );
  t.like(findings, [
    { row: 7, columnName: 'company', allowed: ['north-shop', 'south-shop', 'west-shop'] },
    { row: 2, columnName: 'currency', allowed: ['CAD', 'USD'] },
    { path: 'colors[1].color' },
    { path: 'sizeRecommendations[1].size', allowed: ['S', 'M', '2XL'] },
    { path: 'tags.new.rank', allowed: ['best-seller', 'new', 'other'] },
  ]);
});

test.serial('rows are numbered as in a spreadsheet after a cell with line breaks', async (t) => {
  const findings = await findingsAfter(
    replace(inventory, 'TEE-1,navy,2XL,12', 'TEE-1,"na""v""\ny",2XL,12'),
    replace(inventory, 'TEE-1,navy,S,120', 'TEE-1,navy,S,many'),
  );
  t.deepEqual(
    findings.map(({ rule, line, column, row }) => [rule, line, column, row]),
    [
      ['stock/unknown-color', 6, 7, 6],
      ['csv/wrong-cell', 9, 14, 8],
    ],
  );
});

test.serial('positions are right with a byte order mark and Windows line ends', async (t) => {
  const windows = (file: string, from: string, to: string) =>
    rewrite(file, (text) => `\uFEFF${text.replace(from, to).replaceAll('\n', '\r\n')}`);
  const findings = await findingsAfter(
    windows(inventory, '400', 'many'),
    windows(tee, '"TEE-1"', '7'),
  );
  t.deepEqual(
    findings.map(({ file, line, column, endColumn }) => [file, line, column, endColumn]),
    [
      [inventory, 2, 17, 21],
      [tee, 2, 10, 11],
    ],
  );
});

const shared = [
  ...['active-products.csv', 'brands.json', 'catalogue.json', 'categories.json', 'colors.json'],
  ...['companies.json', 'decorations.json', 'facets.json', inventory, msrp],
  ...['prices/net-A1.csv', 'prices/net-A3.csv', 'prices/surcharges.csv', 'size-charts.json'],
  ...['sizes.json', 'tags.json'],
];

test.serial('a file that is cut off, empty or missing causes findings in no other', async (t) => {
  for (const file of [...shared, 'products/HOOD-2.json', tee]) {
    // A product without a file also lacks its references, and entries may then be unused.
    const gone = shared.includes(file) ? [remove(file)] : [];
    for (const edit of [write(file, '{ "'), write(file), ...gone]) {
      const files = (await findingsAfter(edit)).map((finding) => finding.file);
      t.deepEqual([...new Set(files)], [file]);
    }
  }
});

test.serial('a missing shared file hides no finding of a product', async (t) => {
  for (const file of shared) {
    const findings = await findingsAfter(remove(file), replace(tee, '"gsm": 180', '"gsm": -1'));
    const found = findings.map((each) => `${each.rule}: ${inShort(each)}`).sort();
    t.deepEqual(found, [`file/unreadable: @ ${file}`, `shape/wrong-value: -1 @ ${tee}`]);
  }
});

test('a warning counts as an error only with --strict', async (t) => {
  const folder = await copyContent(t);
  await folder.write('products/TEE-9.jsn', '{}');
  const findings = await findingsIn(folder.path);
  t.like(findings, [{ rule: 'catalogue/unexpected-file', severity: 'warning' }]);
  t.notThrows(() => assertNoErrors(findings));
  t.throws(() => assertNoErrors(findings, { strict: true }), { instanceOf: ContentError });
});

test('a folder in place of a file, and files that vanish during a check, have one finding each', async (t) => {
  const folder = await copyContent(t);
  await rm(join(folder.path, 'brands.json'));
  await mkdir(join(folder.path, 'brands.json'));
  const content = await openContent(folder.path);
  const gone = ['assets/icons/embroidery.svg', 'drawings/hoodie-back.svg', tee];
  for (const file of gone) await folder.remove(file);
  // `content.shared` still lists the removed files.
  const again = await loadShared(folder.path, content.shared, content.shared.day);
  const findings = await checkContent({ ...content, shared: { ...content.shared, ...again } });
  t.deepEqual(
    findings.map((each) => `${each.rule}: ${inShort(each)}`),
    ['brands.json', ...gone].map((file) => `file/unreadable: @ ${file}`).sort(),
  );
});

test('no symbolic link in the content is followed or quoted, and each is reported', async (t) => {
  const folder = await copyContent(t);
  const links = [
    ...['active-products.csv', 'assets/icons', 'assets/photos/leak.png', 'brands.json'],
    ...['drawings/tee-front.svg', 'inventory.csv', 'notes.md', 'prices', tee, 'schemas'],
  ];
  for (const file of links) {
    await rm(join(folder.path, file), { recursive: true, force: true });
    const isFolder = ['assets/icons', 'prices', 'schemas'].includes(file);
    await symlink(isFolder ? await makeFolder(t) : '/etc/passwd', join(folder.path, file));
  }
  // Editors use hidden links as locks.
  await symlink('editor@host.4711', join(folder.path, '.#brands.json'));
  await folder.write('tags.json', '{');
  const findings = await findingsIn(folder.path);
  t.deepEqual(
    findings.map((each) => `${each.rule}: ${inShort(each)}`),
    [...links.map((file) => `file/symbolic-link: @ ${file}`), 'json/syntax: @ tags.json'],
  );
  t.false(JSON.stringify(findings).includes('root:'));
});
