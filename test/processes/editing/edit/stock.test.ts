/** `npm run edit -- stock`: quantities of warehouses, and rows that are refused. */
import test from 'ava';
import { createWorkbook } from '../../../helpers/workbook.ts';
import { openEdit } from './edit-run.ts';
import { addVariants, locations, stockFile, takeStock } from './stock-run.ts';

const header = 'Item,Colour,Size,Qty';

test('rows are matched by SKU, colour name in any language, and size', async (t) => {
  const edit = await openEdit(t);
  const before = await edit.read(stockFile);
  const { file, stdout, stderr, stock } = await takeStock(edit, [
    ...['Warehouse report;;;;', 'Item;Description;Couleur;Taille;Quantité'],
    ...['TEE-1;;Marine;s;1 250', 'tee-1;;GRIS ET MARINE;2XL;0', 'TEE-1;;Gray and navy;S;44'],
    ...['BAG-5;;navy;;399', 'Total;;;;1693'],
  ]);
  t.is(stderr, '');
  t.is(
    stock,
    before
      .replace('BAG-5,navy,OSFA,400', 'BAG-5,navy,OSFA,399')
      .replace('TEE-1,grey-navy,2XL,5', 'TEE-1,grey-navy,2XL,0')
      .replace('TEE-1,navy,S,120', 'TEE-1,navy,S,1250'),
  );
  for (const line of [
    'note: columns: sku = "Item", color = "Couleur", size = "Taille", quantity = "Quantité"',
    `note: ${file}:1: left out what is above the header`,
    `note: left out ${file}:7: "Total", a total`,
    'stock of 2 products: 3 rows change, 0 are added, 1 has that quantity already',
  ]) {
    t.true(stdout.includes(`${line}\n`), stdout);
  }
  t.regex(stdout, /note: 5 rows of inventory\.csv are not in FILE and stay as they are/);
});

test('rows of a workbook are matched by GTIN and by part id, in any column of ids', async (t) => {
  const edit = await openEdit(t);
  await addVariants(edit);
  const rows = [
    ['SKU', 'UPC', 'On hand'],
    // As a number, a GTIN lacks its leading zero.
    ['10023', 12_345_678_905, 6],
    ['10023', "'0 12345 67890-5", 6],
    ['T1-NVY-M', undefined, 8],
  ];
  const file = await edit.save('stock.xlsx', createWorkbook({ Sheet1: rows }));
  t.is((await edit.run('stock', file)).stderr, '');
  const stock = await edit.read(stockFile);
  t.true(stock.includes('TEE-1,navy,S,6\n') && stock.includes('TEE-1,navy,M,8\n'), stock);
});

test('rows that match nothing are written to a file that can be corrected and used', async (t) => {
  const edit = await openEdit(t);
  await addVariants(edit);
  const { file, stdout, stderr } = await takeStock(edit, [
    ...['Item,Colour,Size,Qty,UPC,Note', 'TEE-1,navy,S,100,,kept', 'TEE-9,navy,S,1,,'],
    ...['TEE-1,nvay,M,2,,"a, b"', 'TEE-1,navy,XXL,3,,', 'TEE-1,navy,,4,,'],
    ...['JER-3,bright,S,5,,', 'TEE-1,navy,M,,,', 'TEE-1,navy,M,6,012345678905,'],
    ...[',,,7,6291041500213,', 'TEE-1,navy,M,8,1.2E+10,', 'TEE-1,,S,9,,'],
    ...['T1-NVY-S,grey-navy,S,10,,', 'TEE-1,navy,S,11,6291041500213,'],
  ]);
  t.is(stderr, '');
  const own = 'its id is that of TEE-1, navy, S, but the row has';
  const problems = [
    '3: there is no product "TEE-9"; did you mean "TEE-1"?',
    '4: "nvay" is no colour of TEE-1, which has navy, grey-navy; did you mean "navy"?',
    '5: "XXL" is no size of TEE-1, which has S, M, 2XL; did you mean "2XL"?',
    '6: names no size of TEE-1',
    '7: JER-3 is made to order and has no stock',
    '8: has no quantity',
    `9: ${own} TEE-1, navy, M`,
    '10: no variant has the GTIN 6291041500213',
    '11: the GTIN "1.2E+10" looks like a number that a spreadsheet shortened; ',
    '12: names no colour of TEE-1',
  ];
  for (const problem of problems) t.true(stdout.includes(`note: ${file}:${problem}`), problem);
  t.regex(stdout, /\n(note: )?… and 2 more\n/);
  const report = (await edit.readBeside('stock.unmatched.csv')) ?? '';
  const lines = report.split('\r\n');
  t.deepEqual(lines.slice(0, 3), [
    '\uFEFFItem,Colour,Size,Qty,UPC,Note,problem,suggestion',
    'TEE-9,navy,S,1,,,"there is no product ""TEE-9""",TEE-1',
    'TEE-1,nvay,M,2,,"a, b","""nvay"" is no colour of TEE-1, which has navy, grey-navy",navy',
  ]);
  t.true(report.includes(`${own} T1-NVY-S, grey-navy, S`));
  t.true(report.includes('the GTIN 6291041500213 is not that of TEE-1, navy, S'));
  const corrected = lines.slice(0, 3).join('\r\n').replace('nvay', 'navy').replace('9', '1');
  const again = await edit.run('stock', await edit.save('stock.unmatched.csv', corrected));
  t.regex(again.stdout, /2 rows change, 0 are added, 0 have/);
});

test('rows that a user is correcting are not overwritten by another run', async (t) => {
  const edit = await openEdit(t);
  const table = [header, 'TEE-9,navy,S,1'];
  const first = await takeStock(edit, table);
  t.is((await takeStock(edit, table)).stdout, first.stdout);
  t.is(await edit.readBeside('stock.unmatched-2.csv'), undefined);
  const written = (await edit.readBeside('stock.unmatched.csv')) ?? '';
  const corrected = written.replace('TEE-9', 'TEE-1');
  await edit.save('stock.unmatched.csv', corrected);
  const { stdout } = await takeStock(edit, table);
  t.true(stdout.includes(`correct it in ${edit.path('stock.unmatched-2.csv')} and use`));
  t.is(await edit.readBeside('stock.unmatched.csv'), corrected);
  t.is(await edit.readBeside('stock.unmatched-2.csv'), written);
});

test('--add adds quantities and subtracts negative ones, but not below zero', async (t) => {
  const edit = await openEdit(t);
  const rows = ['navy,S,-20', 'navy,M,5', 'navy,2XL,-13', 'grey-navy,M,4'];
  const table = [header, ...rows.map((row) => `TEE-1,${row}`)];
  const { file, stdout, stock } = await takeStock(edit, table, '--add');
  t.true(stdout.includes(`note: ${file}:4: 12 and -13 add up to less than 0\n`));
  for (const row of ['navy,S,100', 'navy,M,5', 'navy,2XL,12', 'grey-navy,M,4']) {
    t.true(stock.includes(`TEE-1,${row}\n`), row);
  }
});

test('equal rows count once, except with --add', async (t) => {
  const edit = await openEdit(t);
  const table = [header, 'TEE-1,navy,S,20', 'TEE-1,Marine,S,20'];
  t.regex((await takeStock(edit, table)).stdout, /^stock of 1 product: 1 row changes,/m);
  const { file, stderr } = await takeStock(edit, table, '--add');
  t.true(stderr.startsWith(`${file}:3: TEE-1, navy, S is added to on line 2 too; `), stderr);
});

test('a quantity that cannot be trusted stops the command, and nothing is written', async (t) => {
  const edit = await openEdit(t);
  const before = await edit.read(stockFile);
  for (const [quantity, message] of [
    ['20\nTEE-1,Marine,S,21', '3: TEE-1, navy, S has 21 pieces, and 20 on line 2; '],
    ['"1,200"', '2: Qty: "1,200" may be 1200 or 1.2; write it without separator'],
    ['2.5', '2: Qty: "2.5" is not a whole number of pieces'],
    ['-2', '2: Qty: "-2" is negative; write the pieces in stock, 0 if there are none'],
    ['6291041500213', '2: Qty: "6291041500213" has more than 9 digits'],
  ] as const) {
    const { file, exitCode, stderr } = await takeStock(edit, [header, `TEE-1,navy,S,${quantity}`]);
    t.is(exitCode, 1);
    t.true(stderr.startsWith(`${file}:${message}`), stderr);
    t.regex(stderr, /\nnothing was written; correct these rows and run it again\n$/);
  }
  t.is(await edit.read(stockFile), before);
});

test('stock by location changes at its location only', async (t) => {
  const edit = await openEdit(t);
  await edit.content.write('locations.json', locations);
  const [head, ...rows] = ['sku,color,size,quantity,location', 'S,1,montreal', 'S,2,reno'];
  const tees = [...rows, 'M,3,montreal'].map((row) => `TEE-1,navy,${row}`);
  await edit.content.write(stockFile, [head, ...tees, ''].join('\n'));
  const table = [header, 'TEE-1,navy,S,20', 'TEE-1,navy,M,30'];
  const without = await takeStock(edit, table);
  t.true(without.stdout.includes(':2: its stock is at montreal and reno; name one of them with '));
  const atMs = '2026-11-20T06:00:00-05:00';
  const { stock } = await takeStock(edit, table, '--location', 'reno', '--as-of', atMs);
  t.deepEqual(stock.split('\n'), [
    ...['sku,color,size,quantity,location,as_of', 'TEE-1,navy,S,1,montreal,'],
    ...[`TEE-1,navy,S,20,reno,${atMs}`, 'TEE-1,navy,M,3,montreal,'],
    ...[`TEE-1,navy,M,30,reno,${atMs}`, ''],
  ]);
  const later = await takeStock(edit, [`${header},Location`, 'TEE-1,navy,S,21,Reno']);
  t.true(later.stdout.includes('note: 1 row keeps the moment of an earlier count in as_of; '));
});

test('a location column is ignored for stock without locations, except by --map', async (t) => {
  const edit = await openEdit(t);
  await edit.content.write('locations.json', locations);
  const rows = ['TEE-1,navy,S,Montréal,20', 'TEE-1,navy,2XL,Reno,3'];
  const table = ['Item,Colour,Size,Warehouse,Qty', ...rows];
  const ignored = await takeStock(edit, table);
  t.true(ignored.stdout.includes('note: "Warehouse" was ignored in 2 rows, '));
  t.true(ignored.stdout.includes('; --map location="Warehouse" keeps it by location\n'));
  t.true(ignored.stock.startsWith('sku,color,size,quantity\n'));
  const added = await takeStock(edit, [header, 'TEE-1,navy,S,3'], '--add', '--location', 'reno');
  t.regex(added.stdout, /:2: its stock has no location yet; replace it \(--set\), or leave the /);
  const { stdout, stock } = await takeStock(edit, table, '--map', 'location=Warehouse');
  t.true(stdout.includes('note: 2 rows had no location, and have one now\n'), stdout);
  t.true(stock.startsWith('sku,color,size,quantity,location\n'));
  for (const row of ['S,20,montreal', '2XL,3,reno', 'M,0,']) {
    t.true(stock.includes(`TEE-1,navy,${row}\n`), row);
  }
});

test('contradictory and invalid options of stock are refused', async (t) => {
  const edit = await openEdit(t);
  const file = await edit.save('stock.csv', `${header},Location\nTEE-1,navy,S,21,Reno\n`);
  for (const [args, message] of [
    [[], 'stock takes one file'],
    [[file, '--add', '--set'], 'give --set or --add, not both'],
    [[file, '--as-of', '2026-11-20'], '--as-of 2026-11-20 is not a moment'],
    [[file, '--location', 'reno'], `${file} has locations in "Location"; leave out --location`],
    [[file, '--location', 'reno', '--map', 'location='], '--location reno: there is no such '],
    [[file, '--map', 'qty=Qty'], '--map "qty=Qty": write sku=…, color=…, size=…, partId=…'],
  ] as const) {
    const { stderr } = await edit.run('stock', ...args);
    t.true(stderr.startsWith(message), stderr);
  }
});
