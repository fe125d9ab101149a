/** `npm run edit -- stock`: which row of inventory.csv a row of a warehouse's table updates. */
import test from 'ava';
import { type EditRun, openEdit } from './edit-run.ts';

const stockFile = 'inventory.csv';

/**
 * Runs `npm run edit -- stock` with a table of a warehouse, whose lines are `table`. Returns its output and the new
 * text of inventory.csv.
 */
async function take(
  edit: EditRun,
  table: readonly string[],
  ...args: readonly string[]
): Promise<{ readonly stdout: string; readonly stderr: string; readonly stock: string }> {
  const file = await edit.save('warehouse.csv', `${table.join('\n')}\n`);
  const { stdout, stderr } = await edit.run('stock', file, ...args);
  return { stdout, stderr, stock: await edit.read(stockFile) };
}

const places = {
  // Not in the order of the alphabet.
  reno: { name: { en: 'Reno', fr: 'Reno' }, country: 'US', markets: ['US'] },
  montreal: { name: { en: 'Montreal', fr: 'Montréal' }, country: 'CA', markets: ['CA', 'US'] },
};

/**
 * Writes locations.json, and an inventory.csv with stock by location: one row of TEE-1 and one of USA-4.
 */
async function locate({ content }: EditRun): Promise<void> {
  await content.write('locations.json', JSON.stringify({ locations: places }));
  const header = 'sku,color,size,quantity,location,as_of';
  const rows = ['TEE-1,navy,S,1,reno,2026-11-20T06:00:00Z', 'USA-4,navy,M,9,reno,'];
  await content.write(stockFile, [header, ...rows, ''].join('\n'));
}

test.serial(
  'without --location, stock that is kept by location stays by location, also for new variants and products',
  async (t) => {
    const edit = await openEdit(t);
    await locate(edit);
    const { stderr, stock } = await take(edit, [
      'Item,Colour,Size,Location,Qty',
      ...['TEE-1,navy,S,Reno,2', 'TEE-1,navy,M,Montréal,3', 'TEE-1,navy,M,Reno,4'],
      'BAG-5,navy,OSFA,montreal,5',
    ]);
    t.is(stderr, '');
    t.deepEqual(stock.trimEnd().split('\n').slice(1), [
      'BAG-5,navy,OSFA,5,montreal,',
      'TEE-1,navy,S,2,reno,2026-11-20T06:00:00Z',
      // In the order of locations.json.
      ...['TEE-1,navy,M,4,reno,', 'TEE-1,navy,M,3,montreal,'],
      'USA-4,navy,M,9,reno,',
    ]);
  },
);

test.serial(
  'variants and products whose stock has no location get none, even if other stock has locations',
  async (t) => {
    const edit = await openEdit(t);
    await locate(edit);
    const rows = ['TEE-1,navy,M,5,,', 'HOOD-2,bright,M,6,,'];
    await edit.content.append(stockFile, `${rows.join('\n')}\n`);
    const { stdout, stock } = await take(edit, [
      'Item,Colour,Size,Location,Qty',
      ...['TEE-1,navy,M,Reno,7', 'HOOD-2,bright,2XL,Reno,8'],
    ]);
    t.true(stock.includes('\nTEE-1,navy,M,7,,\n'), stock);
    t.true(stock.includes('\nHOOD-2,bright,2XL,8,,\n'), stock);
    t.regex(stdout, /"Location" was ignored in 2 rows/);
  },
);

test.serial('a row whose quantity does not change is not reported as outdated', async (t) => {
  const edit = await openEdit(t);
  await locate(edit);
  const header = 'Item,Colour,Size,Location,Qty';
  t.notRegex((await take(edit, [header, 'TEE-1,navy,S,reno,1'])).stdout, /earlier count/);
  t.regex((await take(edit, [header, 'TEE-1,navy,S,reno,2'])).stdout, /1 row keeps the moment/);
});

test.serial(
  'stock without location becomes the stock of the first location, and rows are added for the other locations',
  async (t) => {
    const edit = await openEdit(t);
    await edit.content.write('locations.json', JSON.stringify({ locations: places }));
    const table = ['Item,Colour,Size,Place,Qty', 'TEE-1,navy,S,Montréal,20', 'TEE-1,navy,S,Reno,3'];
    const { stderr, stock } = await take(edit, table, '--map', 'location=Place');
    t.is(stderr, '');
    t.true(stock.includes('\nTEE-1,navy,S,20,montreal\n'), stock);
    t.true(stock.includes('\nTEE-1,navy,S,3,reno\n'), stock);
    t.false(stock.includes('TEE-1,navy,S,120'));
  },
);

test.serial('--add with a location is refused for stock without location', async (t) => {
  const edit = await openEdit(t);
  await edit.content.write('locations.json', JSON.stringify({ locations: places }));
  const args = ['--add', '--location', 'reno'];
  const { stdout, stock } = await take(edit, ['Item,Colour,Size,Qty', 'TEE-1,navy,S,3'], ...args);
  t.regex(stdout, /:2: its stock has no location yet; replace it \(--set\), or leave the location/);
  t.true(stock.includes('TEE-1,navy,S,120\n'));
});

test.serial(
  'a new row is added after the last row of its product, even if that row changes too',
  async (t) => {
    const edit = await openEdit(t);
    const table = ['Item,Colour,Size,Qty', 'TEE-1,grey-navy,S,45', 'TEE-1,grey-navy,M,6'];
    const { stderr, stock } = await take(edit, table);
    t.is(stderr, '');
    t.true(stock.includes('TEE-1,grey-navy,S,45\nTEE-1,grey-navy,M,6\nUSA-4,'), stock);
  },
);

test.serial(
  'if a quantity replaces a cell that is not a number, the old text is shown next to the new quantity',
  async (t) => {
    const edit = await openEdit(t);
    for (const cell of ['sold out', '']) {
      await edit.content.write(stockFile, `sku,color,size,quantity\nTEE-1,navy,S,${cell}\n`);
      const { stdout, stock } = await take(edit, ['Item,Colour,Size,Qty', 'TEE-1,navy,S,45']);
      t.true(stock.includes('TEE-1,navy,S,45\n'), stock);
      const row = stdout.split('\n').find((line) => line.startsWith('TEE-1'));
      t.deepEqual(row?.split(/ {2,}/), ['TEE-1', 'navy', 'S', cell, '45'].filter(Boolean));
      t.regex(stdout, /1 row changes, 0 are added/);
    }
  },
);

test.serial(
  'the rows of a product without rows are added after those of the preceding SKU',
  async (t) => {
    const edit = await openEdit(t);
    await edit.content.replace(stockFile, 'HOOD-2,bright,2XL,7\nHOOD-2,grey-navy,M,31\n', '');
    const { stock } = await take(edit, ['Item,Colour,Size,Qty', 'HOOD-2,bright,M,6']);
    t.true(stock.includes('BAG-5,navy,OSFA,400\nHOOD-2,bright,M,6\nTEE-1,'), stock);
  },
);

test.serial(
  'rows of several products without rows are added in the order of their SKUs, next to new rows of others',
  async (t) => {
    const edit = await openEdit(t);
    const header = 'sku,color,size,quantity';
    const [hood, tee] = [
      ['HOOD-2,grey-navy,M,1', 'HOOD-2,bright,M,2'],
      ['TEE-1,navy,S,3', 'TEE-1,grey-navy,S,4'],
    ] as const;
    for (const [before, after] of [
      [
        ['BAG-5,navy,OSFA,5', 'USA-4,navy,M,9'],
        ['BAG-5,navy,OSFA,5', ...hood, ...tee, 'USA-4,navy,M,9'],
      ],
      [['USA-4,navy,M,9'], [...hood, ...tee, 'USA-4,navy,M,9']],
      [
        [hood[0], 'USA-4,navy,M,9'],
        [...hood, ...tee, 'USA-4,navy,M,9'],
      ],
      [[], [...hood, ...tee]],
      // Not sorted.
      [
        ['USA-4,navy,M,9', 'BAG-5,navy,OSFA,5'],
        ['USA-4,navy,M,9', 'BAG-5,navy,OSFA,5', ...hood, ...tee],
      ],
    ] as const) {
      await edit.content.write(stockFile, [header, ...before, ''].join('\n'));
      const counts = [...tee, ...hood].reverse();
      const { stderr, stock } = await take(edit, ['Item,Colour,Size,Qty', ...counts]);
      t.is(stderr, '');
      t.is(stock, [header, ...after, ''].join('\n'));
    }
  },
);

test.serial(
  'an ambiguous number is read by the separators of the other numbers in its column',
  async (t) => {
    const edit = await openEdit(t);
    const table = ['Item,Colour,Size,Qty', 'TEE-1,navy,S,"1,200"', 'TEE-1,navy,2XL,950'];
    t.true((await take(edit, table)).stock.includes('TEE-1,navy,S,1200\n'));
  },
);

test.serial('the sign of a number does not count as a digit', async (t) => {
  const edit = await openEdit(t);
  const table = ['Item,Colour,Size,Qty', 'TEE-1,navy,S,-123456789'];
  const { stdout } = await take(edit, table, '--add');
  t.regex(stdout, /:2: 120 and -123456789 add up to less than 0/);
});

test.serial(
  'size aliases are recognized in the warehouse table, in inventory.csv and in variants.csv',
  async (t) => {
    const edit = await openEdit(t);
    await edit.content.replace('sizes.json', '"sizes"', '"aliases": { "SM": "S" }, "sizes"');
    await edit.content.replace(stockFile, 'TEE-1,navy,S,', 'TEE-1,navy,SM,');
    const variants = 'sku,color,size,part_id,gtin\nTEE-1,navy,SM,T1-NVY-S,\n';
    await edit.content.write('variants.csv', variants);
    const first = await take(edit, ['Item,Colour,Size,Qty', 'TEE-1,navy,sm,7']);
    t.true(first.stock.includes('\nTEE-1,navy,SM,7\n'), first.stock);
    const second = await take(edit, ['Part,Qty', 'T1-NVY-S,8']);
    t.true(second.stock.includes('\nTEE-1,navy,SM,8\n'), second.stock);
  },
);

test.serial(
  'the apostrophe by which spreadsheets mark digits as text is no part of a SKU, size, id or quantity',
  async (t) => {
    const edit = await openEdit(t);
    const rows = ['TEE-1,navy,S,0123-S,012345678905', 'TEE-1,navy,M,0123-M,'];
    await edit.content.write('variants.csv', `sku,color,size,part_id,gtin\n${rows.join('\n')}\n`);
    const { stderr, stdout, stock } = await take(edit, [
      'Item,Colour,Size,Part,UPC,Qty',
      ...["'0123-M,,,,,'003", ",,,'0123-S,,4", "TEE-1,navy,'2XL,,,’5"],
    ]);
    t.is(stderr, '');
    t.notRegex(stdout, /left out/);
    t.true(stock.includes('TEE-1,navy,M,3\n'), stock);
    t.true(stock.includes('TEE-1,navy,S,4\n'), stock);
    t.true(stock.includes('TEE-1,navy,2XL,5\n'), stock);
  },
);

test.serial(
  'an unknown GTIN is ignored if the SKU names a variant without GTIN, and refused otherwise',
  async (t) => {
    const edit = await openEdit(t);
    const rows = ['TEE-1,navy,S,T1-NVY-S,012345678905', 'TEE-1,navy,M,T1-NVY-M,'];
    await edit.content.write('variants.csv', `sku,color,size,part_id,gtin\n${rows.join('\n')}\n`);
    const { stdout, stock } = await take(edit, [
      'Item,Colour,Size,Part,UPC,Qty',
      ...['TEE-1,navy,M,,6291041500213,3', 'TEE-1,navy,S,,6291041500213,4'],
      ',,,T1-NVY-M,012345678905,5',
    ]);
    t.true(stock.includes('TEE-1,navy,M,3\n'));
    t.true(stock.includes('TEE-1,navy,S,120\n'));
    t.deepEqual(stdout.match(/(?<=csv):[34]: .*$/gm), [
      ':3: the GTIN 6291041500213 is not that of TEE-1, navy, S; did you mean "012345678905"?',
      ':4: its ids are those of TEE-1, navy, S and of TEE-1, navy, M',
    ]);
  },
);

test.serial(
  'a row with an id is left out if its colour or size belongs to another variant, and used if the catalogue has neither',
  async (t) => {
    const edit = await openEdit(t);
    const [partId, gtin] = ['T1-NVY-S', '012345678905'];
    await edit.content.write(
      'variants.csv',
      `sku,color,size,part_id,gtin\nTEE-1,navy,S,${partId},${gtin}\n`,
    );
    const { stdout, stock } = await take(edit, [
      'Item,Colour,Size,UPC,Qty',
      // TEE-1 has neither the colour Bright mix (Mélange vif) nor the size One size.
      ...[`TEE-1,Bright mix,S,${gtin},3`, `${partId},Mélange vif,S,,4`, `,navy,One size,${gtin},5`],
      // The warehouse's own words.
      `TEE-1,NV-01,01,${gtin},6`,
    ]);
    t.true(stock.includes('TEE-1,navy,S,6\n'), stock);
    t.deepEqual(stdout.match(/(?<=csv):[2-5]: .*$/gm), [
      ':2: its id is that of TEE-1, navy, S, but the row has TEE-1, Bright mix, S',
      `:3: its id is that of TEE-1, navy, S, but the row has ${partId}, Mélange vif, S`,
      ':4: its id is that of TEE-1, navy, S, but the row has navy, One size',
    ]);
  },
);

test.serial('a colour or size may be left out only if the product has only one', async (t) => {
  const edit = await openEdit(t);
  await edit.content.replace('products/USA-4.json', '{', '{ "madeToOrder": false,');
  const { stdout, stock } = await take(edit, [
    'Item,Colour,Size,Qty',
    ...['TEE-1,,S,3', 'TEE-1,navy,,4', 'USA-4,,,5'],
  ]);
  t.true(stock.includes('USA-4,navy,M,5\n'));
  t.deepEqual(stdout.match(/(?<=csv):[234]: .*$/gm), [
    ':2: names no colour of TEE-1',
    ':3: names no size of TEE-1',
  ]);
});

test.serial(
  'a name that two colours share matches neither; an id always matches its colour',
  async (t) => {
    const edit = await openEdit(t);
    const colors = JSON.parse(await edit.read('colors.json'));
    colors.colors['grey-navy'].name = { en: 'Navy', fr: 'Marine' };
    await edit.content.write('colors.json', JSON.stringify(colors));
    const { stdout, stock } = await take(edit, [
      'Item,Colour,Size,Qty',
      ...['TEE-1,navy,S,3', 'TEE-1,Marine,S,4', 'TEE-1,Marne,S,5'],
    ]);
    t.true(stock.includes('TEE-1,navy,S,3\n'));
    t.deepEqual(stdout.match(/(?<=csv):[34]: .*$/gm), [
      ':3: "Marine" may be navy or grey-navy of TEE-1; write the id',
      ':4: "Marne" is no colour of TEE-1, which has navy, grey-navy',
    ]);
  },
);
