/** `npm run edit -- stock`: which row of inventory.csv a row of a warehouse's table updates. */
import test from 'ava';
import { openEdit } from './edit-run.ts';
import { addVariants, locations, stockFile, takeStock } from './stock-run.ts';

const header = 'Item,Colour,Size,Qty';

test('new rows are added in the order of SKUs, then of colours and sizes', async (t) => {
  const edit = await openEdit(t);
  const columns = 'sku,color,size,quantity';
  const [hood, tee] = [
    ['HOOD-2,grey-navy,M,1', 'HOOD-2,bright,M,2'],
    ['TEE-1,navy,S,3', 'TEE-1,grey-navy,S,4'],
  ] as const;
  const [bag, last] = ['BAG-5,navy,OSFA,5', 'USA-4,navy,M,9'];
  for (const [before, after] of [
    [
      [bag, last],
      [bag, ...hood, ...tee, last],
    ],
    [
      [hood[0], last],
      [...hood, ...tee, last],
    ],
    [[], [...hood, ...tee]],
    // Not sorted.
    [
      [last, bag],
      [last, bag, ...hood, ...tee],
    ],
  ] as const) {
    await edit.content.write(stockFile, [columns, ...before, ''].join('\n'));
    const { stderr, stock } = await takeStock(edit, [header, ...[...tee, ...hood].reverse()]);
    t.is(stderr, '');
    t.is(stock, [columns, ...after, ''].join('\n'));
  }
});

test('stock stays by location, also that of new variants, without --location', async (t) => {
  const edit = await openEdit(t);
  await edit.content.write('locations.json', locations);
  const rows = ['TEE-1,navy,S,1,reno', 'USA-4,navy,M,9,reno', 'HOOD-2,bright,2XL,7,'];
  await edit.content.write(stockFile, ['sku,color,size,quantity,location', ...rows, ''].join('\n'));
  const { stderr, stdout, stock } = await takeStock(edit, [
    'Item,Colour,Size,Location,Qty',
    ...['TEE-1,navy,S,Reno,2', 'TEE-1,navy,M,Montréal,3', 'TEE-1,navy,M,Reno,4'],
    'HOOD-2,bright,M,Reno,5',
  ]);
  t.is(stderr, '');
  t.deepEqual(stock.trimEnd().split('\n').slice(1), [
    'TEE-1,navy,S,2,reno',
    // In the order of locations.json.
    ...['TEE-1,navy,M,4,reno', 'TEE-1,navy,M,3,montreal', 'USA-4,navy,M,9,reno'],
    // Its other stock has no location.
    ...['HOOD-2,bright,2XL,7,', 'HOOD-2,bright,M,5,'],
  ]);
  t.regex(stdout, /"Location" was ignored in 1 row/);
});

test('aliases of sizes are recognized in every table', async (t) => {
  const edit = await openEdit(t);
  await edit.content.replace('sizes.json', '"sizes"', '"aliases": { "SM": "S" }, "sizes"');
  await edit.content.replace(stockFile, 'TEE-1,navy,S,', 'TEE-1,navy,SM,');
  await addVariants(edit);
  await edit.content.replace('variants.csv', 'navy,S,', 'navy,SM,');
  const first = await takeStock(edit, [header, 'TEE-1,navy,sm,7']);
  t.true(first.stock.includes('\nTEE-1,navy,SM,7\n'), first.stock);
  const second = await takeStock(edit, ['Part,Qty', 'T1-NVY-S,8']);
  t.true(second.stock.includes('\nTEE-1,navy,SM,8\n'), second.stock);
});

test('a row with an id is left out if its colour or size is of another variant', async (t) => {
  const edit = await openEdit(t);
  await addVariants(edit);
  const [partId, gtin] = ['T1-NVY-S', '012345678905'];
  const { stdout, stock } = await takeStock(edit, [
    'Item,Colour,Size,UPC,Qty',
    // TEE-1 has neither the colour Bright mix (Mélange vif) nor the size One size.
    ...[`TEE-1,Bright mix,S,${gtin},3`, `${partId},Mélange vif,S,,4`, `,navy,One size,${gtin},5`],
    // Words of the warehouse, which the catalogue does not have.
    `TEE-1,NV-01,01,${gtin},6`,
  ]);
  t.true(stock.includes('TEE-1,navy,S,6\n'), stock);
  t.deepEqual(stdout.match(/(?<=csv):[2-5]: .*$/gm), [
    ':2: its id is that of TEE-1, navy, S, but the row has TEE-1, Bright mix, S',
    `:3: its id is that of TEE-1, navy, S, but the row has ${partId}, Mélange vif, S`,
    ':4: its id is that of TEE-1, navy, S, but the row has navy, One size',
  ]);
});

test('a colour may be left out only if there is one, and a shared name matches none', async (t) => {
  const edit = await openEdit(t);
  await edit.content.replace('products/USA-4.json', '{', '{ "madeToOrder": false,');
  await edit.content.replace('colors.json', '"Gris et marine"', '"Marine"');
  const { stdout, stock } = await takeStock(edit, [
    ...[header, 'TEE-1,,S,3', 'USA-4,,,5', 'TEE-1,navy,S,4', 'TEE-1,Marine,M,4'],
    'TEE-1,Marne,M,5',
  ]);
  t.true(stock.includes('USA-4,navy,M,5\n') && stock.includes('TEE-1,navy,S,4\n'), stock);
  t.deepEqual(stdout.match(/(?<=csv):[256]: .*$/gm), [
    ':2: names no colour of TEE-1',
    ':5: "Marine" may be navy or grey-navy of TEE-1; write the id',
    ':6: "Marne" is no colour of TEE-1, which has navy, grey-navy',
  ]);
});
