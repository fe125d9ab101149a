/**
 * `npm run edit -- stock`: quantities read from tables of warehouses, and rows that are refused.
 */
import test from 'ava';
import { createWorkbook } from '../../../helpers/workbook.ts';
import { type EditRun, openEdit } from './edit-run.ts';

const stockFile = 'inventory.csv';

/** The text of a locations.json with two locations, for tests of stock by location. */
const locations = JSON.stringify({
  locations: {
    montreal: { name: { en: 'Montreal', fr: 'Montréal' }, country: 'CA', markets: ['CA', 'US'] },
    reno: { name: { en: 'Reno', fr: 'Reno' }, country: 'US', markets: ['US'] },
  },
});

/** Writes variants.csv with part ids of two variants of TEE-1, and the GTIN of one of them. */
async function addVariants({ content }: EditRun): Promise<void> {
  await content.write(
    'variants.csv',
    'sku,color,size,part_id,gtin\nTEE-1,navy,S,T1-NVY-S,012345678905\nTEE-1,navy,M,T1-NVY-M,\n',
  );
}

test.serial('rows are matched by SKU, colour name in any language, and size', async (t) => {
  const edit = await openEdit(t);
  const file = await edit.save(
    'stock.csv',
    [
      'Warehouse report;;;;',
      'Item;Description;Couleur;Taille;Quantité',
      'TEE-1;;Marine;s;1 250',
      'tee-1;;GRIS ET MARINE;2XL;0',
      'TEE-1;;Gray and navy;S;44',
      'BAG-5;;navy;;399',
      'Total;;;;1693',
    ].join('\r\n'),
  );
  const before = await edit.read(stockFile);
  const { stdout, stderr, exitCode } = await edit.run('stock', file);
  t.is(stderr, '');
  t.is(exitCode, 0);
  t.is(
    await edit.read(stockFile),
    before
      .replace('BAG-5,navy,OSFA,400', 'BAG-5,navy,OSFA,399')
      .replace('TEE-1,grey-navy,2XL,5', 'TEE-1,grey-navy,2XL,0')
      .replace('TEE-1,navy,S,120', 'TEE-1,navy,S,1250'),
  );
  t.true(
    stdout.endsWith(
      [
        'note: columns: sku = "Item", color = "Couleur", size = "Taille", quantity = "Quantité"',
        `note: ${file}:1: left out what is above the header`,
        `note: left out ${file}:7: "Total", a total`,
        'note: 5 rows of inventory.csv are not in FILE and stay as they are, all rows of 2 products among them',
        'stock of 2 products: 3 rows change, 0 are added, 1 has that quantity already',
        '1 file was written',
        '',
      ].join('\n'),
    ),
    stdout,
  );
});

test.serial(
  'rows are matched by GTIN and by part id, also if the part id is in the SKU column',
  async (t) => {
    const edit = await openEdit(t);
    await addVariants(edit);
    const file = await edit.save(
      'stock.xlsx',
      createWorkbook({
        Sheet1: [
          ['SKU', 'UPC', 'On hand'],
          // As a number, a GTIN lacks its leading zero.
          ['10023', 12_345_678_905, 6],
          ['10023', "'0 12345 67890-5", 6],
          ['T1-NVY-M', undefined, 8],
        ],
      }),
    );
    const { stderr } = await edit.run('stock', file);
    t.is(stderr, '');
    const after = await edit.read(stockFile);
    t.true(after.includes('TEE-1,navy,S,6\n'));
    t.true(after.includes('TEE-1,navy,M,8\n'));
  },
);

test.serial(
  'new rows are added after the rows of the product, in the order of its colours and sizes',
  async (t) => {
    const edit = await openEdit(t);
    await edit.content.replace(stockFile, 'USA-4,navy,M,9\n', '');
    const file = await edit.save(
      'stock.csv',
      'Item,Colour,Size,Qty\nUSA-4,navy,M,3\nHOOD-2,bright,M,1\nHOOD-2,grey-navy,2XL,2\nTEE-1,navy,S,120\n',
    );
    const before = await edit.read(stockFile);
    await edit.run('stock', file);
    t.is(
      await edit.read(stockFile),
      `${before.replace('HOOD-2,grey-navy,M,31\n', 'HOOD-2,grey-navy,M,31\nHOOD-2,grey-navy,2XL,2\nHOOD-2,bright,M,1\n')}USA-4,navy,M,3\n`,
    );
  },
);

test.serial(
  'a row whose SKU cell has a part id is left out if its colour or size is that of another variant',
  async (t) => {
    const edit = await openEdit(t);
    await addVariants(edit);
    const partId = 'T1-NVY-S';
    const rows = [`${partId},navy,S,70`, `${partId},grey-navy,S,71`, `${partId},navy,M,72`];
    const file = await edit.save('stock.csv', ['Item,Colour,Size,Qty', ...rows].join('\n'));
    const { stdout } = await edit.run('stock', file);
    t.deepEqual(stdout.match(/its id is that of .*$/gm), [
      `its id is that of TEE-1, navy, S, but the row has ${partId}, grey-navy, S`,
      `its id is that of TEE-1, navy, S, but the row has ${partId}, navy, M`,
    ]);
    t.regex(await edit.read(stockFile), /^TEE-1,navy,S,70$/m);
  },
);

test.serial(
  'a row with a GTIN and no known SKU is left out if its colour or size is that of another variant',
  async (t) => {
    const edit = await openEdit(t);
    await addVariants(edit);
    const gtin = '012345678905';
    const rows = [`,grey-navy,M,${gtin},70`, `10023,navy,M,${gtin},71`, `10023,Navy,S,${gtin},72`];
    const file = await edit.save('stock.csv', ['SKU,Colour,Size,UPC,Qty', ...rows].join('\n'));
    const { stdout } = await edit.run('stock', file);
    t.deepEqual(stdout.match(/its id is that of .*$/gm), [
      'its id is that of TEE-1, navy, S, but the row has grey-navy, M',
      'its id is that of TEE-1, navy, S, but the row has 10023, navy, M',
    ]);
    t.regex(await edit.read(stockFile), /^TEE-1,navy,S,72$/m);
  },
);

test.serial(
  'rows that match nothing are written to a file beside the table, and can be imported after correction',
  async (t) => {
    const edit = await openEdit(t);
    await addVariants(edit);
    const file = await edit.save(
      'stock.csv',
      [
        'Item,Colour,Size,Qty,UPC,Note',
        'TEE-1,navy,S,100,,kept',
        'TEE-9,navy,S,1,,',
        'TEE-1,nvay,M,2,,"a, b"',
        'TEE-1,navy,XXL,3,,',
        'TEE-1,navy,,4,,',
        'JER-3,bright,S,5,,',
        'TEE-1,navy,M,,,',
        'TEE-1,navy,M,6,012345678905,',
        ',,,7,6291041500213,',
        'TEE-1,navy,M,8,1.2E+10,',
      ].join('\n'),
    );
    const { stdout, stderr } = await edit.run('stock', file);
    t.is(stderr, '');
    const problems = [
      `${file}:3: there is no product "TEE-9"; did you mean "TEE-1"?`,
      `${file}:4: "nvay" is no colour of TEE-1, which has navy, grey-navy; did you mean "navy"?`,
      `${file}:5: "XXL" is no size of TEE-1, which has S, M, 2XL; did you mean "2XL"?`,
      `${file}:6: names no size of TEE-1`,
      `${file}:7: JER-3 is made to order and has no stock`,
      `${file}:8: has no quantity`,
      `${file}:9: its id is that of TEE-1, navy, S, but the row has TEE-1, navy, M`,
      `${file}:10: no variant has the GTIN 6291041500213`,
      `${file}:11: the GTIN "1.2E+10" looks like a number that a spreadsheet shortened; format the column as text and write all of its digits`,
      `9 rows of ${file} were left out; correct them in ${edit.path('stock.unmatched.csv')} and use that file as input`,
    ];
    t.deepEqual(
      stdout.match(/^note: (?!columns|\d+ rows of inv).*$/gm),
      problems.map((line) => `note: ${line}`),
    );
    const report = (await edit.readBeside('stock.unmatched.csv')) ?? '';
    t.deepEqual(report.split('\r\n').slice(0, 3), [
      '\uFEFFItem,Colour,Size,Qty,UPC,Note,problem,suggestion',
      'TEE-9,navy,S,1,,,"there is no product ""TEE-9""",TEE-1',
      'TEE-1,nvay,M,2,,"a, b","""nvay"" is no colour of TEE-1, which has navy, grey-navy",navy',
    ]);
    const corrected = await edit.save(
      'stock.unmatched.csv',
      report
        .split('\r\n')
        .slice(0, 3)
        .join('\r\n')
        .replace('nvay', 'navy')
        .replace('TEE-9', 'TEE-1'),
    );
    const again = await edit.run('stock', corrected);
    t.regex(again.stdout, /2 rows change, 0 are added, 0 have/);
  },
);

test.serial('rows that a user is correcting are not overwritten by another run', async (t) => {
  const edit = await openEdit(t);
  const file = await edit.save('stock.csv', 'Item,Colour,Size,Qty\nTEE-9,navy,S,1\n');
  const first = await edit.run('stock', file);
  const same = await edit.run('stock', file);
  t.is(same.stdout, first.stdout);
  t.is(await edit.readBeside('stock.unmatched-2.csv'), undefined);
  const written = (await edit.readBeside('stock.unmatched.csv')) ?? '';
  const corrected = written.replace('TEE-9', 'TEE-1');
  await edit.save('stock.unmatched.csv', corrected);
  const { stdout } = await edit.run('stock', file);
  t.true(stdout.includes(`correct it in ${edit.path('stock.unmatched-2.csv')} and use`));
  t.is(await edit.readBeside('stock.unmatched.csv'), corrected);
  t.is(await edit.readBeside('stock.unmatched-2.csv'), written);
});

test.serial('--add adds quantities and subtracts negative ones, but not below zero', async (t) => {
  const edit = await openEdit(t);
  const file = await edit.save(
    'returns.csv',
    'Item,Colour,Size,Qty\nTEE-1,navy,S,-20\nTEE-1,navy,M,5\nTEE-1,navy,2XL,-13\nTEE-1,grey-navy,M,4\n',
  );
  const { stdout } = await edit.run('stock', file, '--add');
  t.true(stdout.includes(`note: ${file}:4: 12 and -13 add up to less than 0\n`));
  const after = await edit.read(stockFile);
  t.true(after.includes('TEE-1,navy,S,100\n'));
  t.true(after.includes('TEE-1,navy,M,5\n'));
  t.true(after.includes('TEE-1,navy,2XL,12\n'));
  t.true(after.includes('TEE-1,grey-navy,M,4\n'));
});

test.serial('--add refuses to add to a cell that is not a number', async (t) => {
  const edit = await openEdit(t);
  const before = await edit.read(stockFile);
  await edit.content.write(stockFile, before.replace('TEE-1,navy,S,120', 'TEE-1,navy,S,'));
  const file = await edit.save('returns.csv', 'Item,Colour,Size,Qty\nTEE-1,navy,S,5\n');
  const { stdout } = await edit.run('stock', file, '--add');
  t.regex(stdout, /:2: its stock "" in line \d+ of inventory\.csv is not a number\n/);
  t.true((await edit.read(stockFile)).includes('TEE-1,navy,S,\n'));
});

test.serial('equal rows count once, except with --add', async (t) => {
  const edit = await openEdit(t);
  const file = await edit.save(
    'stock.csv',
    'Item,Colour,Size,Qty\nTEE-1,navy,S,20\nTEE-1,Marine,S,20\n',
  );
  const { stdout } = await edit.run('stock', file);
  t.regex(stdout, /^stock of 1 product: 1 row changes,/m);
  const { stderr } = await edit.run('stock', file, '--add');
  t.is(
    stderr,
    `${file}:3: TEE-1, navy, S is added to on line 2 too; make one row of the two\nnothing was written; correct these rows and run it again\n`,
  );
});

const refused: readonly (readonly [what: string, table: string, message: string])[] = [
  [
    'rows that disagree',
    'Item,Colour,Size,Qty\nTEE-1,navy,S,20\nTEE-1,Marine,S,21\n',
    '3: TEE-1, navy, S has 21 pieces, and 20 on line 2; remove one of the two',
  ],
  [
    'an ambiguous number',
    'Item,Colour,Size,Qty\nTEE-1,navy,S,"1,200"\n',
    '2: Qty: "1,200" may be 1200 or 1.2; write it without separator',
  ],
  [
    'a formula',
    'Item,Colour,Size,Qty\nTEE-1,navy,S,=B2*2\n',
    '2: Qty: "=B2*2" is a formula; copy the column and paste its values',
  ],
  [
    'half a piece',
    'Item,Colour,Size,Qty\nTEE-1,navy,S,2.5\n',
    '2: Qty: "2.5" is not a whole number of pieces',
  ],
  [
    'fewer pieces than none',
    'Item,Colour,Size,Qty\nTEE-1,navy,S,-2\n',
    '2: Qty: "-2" is negative; write the pieces in stock, 0 if there are none',
  ],
  [
    'more pieces than fit',
    'Item,Colour,Size,Qty\nTEE-1,navy,S,6291041500213\n',
    '2: Qty: "6291041500213" has more than 9 digits',
  ],
  [
    'a word',
    'Item,Colour,Size,Qty\nTEE-1,navy,S,plenty\n',
    '2: Qty: "plenty" is not a number; write digits only, as in 1200 or 24.50',
  ],
];

for (const [what, table, message] of refused) {
  test(`${what} in a quantity stops the command, with the row and the remedy`, async (t) => {
    const edit = await openEdit(t);
    const before = await edit.read(stockFile);
    const file = await edit.save('stock.csv', table);
    const { stderr, exitCode } = await edit.run('stock', file);
    t.is(stderr, `${file}:${message}\nnothing was written; correct these rows and run it again\n`);
    t.is(exitCode, 1);
    t.is(await edit.read(stockFile), before);
  });
}

test.serial(
  'the location column is ignored for stock without locations, unless --map names it',
  async (t) => {
    const edit = await openEdit(t);
    await edit.content.write('locations.json', locations);
    const table =
      'Item,Colour,Size,Warehouse,Qty\nTEE-1,navy,S,Montréal,20\nTEE-1,navy,2XL,Reno,3\n';
    const file = await edit.save('stock.csv', table);
    const ignored = await edit.run('stock', file);
    t.true(
      ignored.stdout.includes(
        'note: "Warehouse" was ignored in 2 rows, whose stock is kept without location; --map location="Warehouse" keeps it by location\n',
      ),
    );
    const after = await edit.read(stockFile);
    t.true(after.startsWith('sku,color,size,quantity\n'));
    t.true(after.includes('TEE-1,navy,S,20\n'));
    const { stdout } = await edit.run('stock', file, '--map', 'location=Warehouse');
    t.true(stdout.includes('note: 2 rows had no location, and have one now\n'), stdout);
    const located = await edit.read(stockFile);
    t.true(located.startsWith('sku,color,size,quantity,location\n'));
    t.true(located.includes('TEE-1,navy,S,20,montreal\n'));
    t.true(located.includes('TEE-1,navy,2XL,3,reno\n'));
    t.true(located.includes('TEE-1,navy,M,0,\n'));
  },
);

test.serial(
  'quantities of two locations for one variant are refused if the content has no locations',
  async (t) => {
    const edit = await openEdit(t);
    const file = await edit.save(
      'stock.csv',
      'Item,Colour,Size,Warehouse,Qty\nTEE-1,navy,S,Montréal,20\nTEE-1,navy,S,Reno,3\n',
    );
    const { stderr } = await edit.run('stock', file);
    t.is(
      stderr,
      `${file}:3: TEE-1, navy, S has 3 pieces, and 20 on line 2; remove one of the two, or keep stock by location: --map location="Warehouse"\nnothing was written; correct these rows and run it again\n`,
    );
  },
);

test.serial('stock by location changes at its location only', async (t) => {
  const edit = await openEdit(t);
  await edit.content.write('locations.json', locations);
  await edit.content.write(
    stockFile,
    'sku,color,size,quantity,location\nTEE-1,navy,S,1,montreal\nTEE-1,navy,S,2,reno\nTEE-1,navy,M,3,montreal\n',
  );
  const file = await edit.save(
    'stock.csv',
    'Item,Colour,Size,Qty\nTEE-1,navy,S,20\nTEE-1,navy,M,30\n',
  );
  const without = await edit.run('stock', file);
  t.true(
    without.stdout.includes(
      `note: ${file}:2: its stock is at montreal and reno; name one of them with --location or in a column\n`,
    ),
    without.stdout,
  );
  await edit.run('stock', file, '--location', 'reno', '--as-of', '2026-11-20T06:00:00-05:00');
  t.is(
    await edit.read(stockFile),
    [
      'sku,color,size,quantity,location,as_of',
      'TEE-1,navy,S,1,montreal,',
      'TEE-1,navy,S,20,reno,2026-11-20T06:00:00-05:00',
      'TEE-1,navy,M,3,montreal,',
      'TEE-1,navy,M,30,reno,2026-11-20T06:00:00-05:00',
      '',
    ].join('\n'),
  );
  const later = await edit.save(
    'later.csv',
    'Item,Colour,Size,Qty,Location\nTEE-1,navy,S,21,Reno\n',
  );
  const { stdout } = await edit.run('stock', later);
  t.true(
    stdout.includes(
      'note: 1 row keeps the moment of an earlier count in as_of; --as-of replaces it\n',
    ),
    stdout,
  );
});

test.serial('contradictory and invalid options are refused', async (t) => {
  const edit = await openEdit(t);
  const file = await edit.save(
    'stock.csv',
    'Item,Colour,Size,Qty,Location\nTEE-1,navy,S,21,Reno\n',
  );
  for (const [args, message] of [
    [[], 'stock takes one file: the table of the warehouse'],
    [[file, '--add', '--set'], 'give --set or --add, not both'],
    [
      [file, '--as-of', '2026-11-20'],
      '--as-of 2026-11-20 is not a moment: write date, time and zone, such as 2027-01-31T06:00:00-05:00',
    ],
    [
      [file, '--location', 'reno'],
      `${file} has locations in "Location"; leave out --location, or ignore the column: --map location=`,
    ],
    [
      [file, '--location', 'reno', '--map', 'location='],
      '--location reno: there is no such location; locations.json has none',
    ],
    [
      [file, '--map', 'qty=Qty'],
      '--map "qty=Qty": write sku=…, color=…, size=…, partId=…, gtin=…, quantity=…, location=…, with the name of a column each',
    ],
  ] as const) {
    t.is((await edit.run('stock', ...args)).stderr, `${message}\n`);
  }
});

test.serial('a table with 200,000 rows is read', async (t) => {
  const edit = await openEdit(t);
  const others = Array.from({ length: 200_000 }, (_, at) => `OLD-${at},Navy,M,${at},x`);
  const file = await edit.save(
    'stock.csv',
    ['Item,Colour,Size,Qty,Note', ...others, 'TEE-1,Navy,S,77,x'].join('\r\n'),
  );
  const { stdout, stderr } = await edit.run('stock', file);
  t.is(stderr, '');
  t.regex(stdout, /200000 rows of \S+ were left out/);
  t.true((await edit.read(stockFile)).includes('TEE-1,navy,S,77\n'));
});
