/** The commands of `npm run edit`, as an editor runs them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type EditControls, runEdit } from '../../../../editing/edit/command.ts';
import { type ContentFolder, copyContent, findingsIn } from '../../../helpers/content.ts';
import { runCommand } from '../../../helpers/run-command.ts';

const nowMs = Date.parse('2026-12-01T12:00:00Z');

async function prepare(t: ExecutionContext) {
  const content = await copyContent(t);
  const edit = (args: readonly string[], surroundings: EditControls = {}) =>
    runCommand(
      (all, terminal) => runEdit(all, terminal, { nowMs, ...surroundings }),
      [...args, '--content', content.path],
    );
  const read = (file: string) => readFile(join(content.path, file), 'utf8');
  return { content, edit, read };
}

/** Returns the rows of a product in the text of a table. */
const rowsOf = (text: string, sku: string) =>
  text.split('\n').filter((line) => line.startsWith(`${sku},`));

async function assertBuilds(t: ExecutionContext, { path }: ContentFolder): Promise<void> {
  const findings = await findingsIn(path, '2026-12-01');
  t.deepEqual(
    findings.filter(({ severity }) => severity === 'error'),
    [],
  );
}

test.serial(
  'rename changes the SKU everywhere, adds the old SKU to formerSkus, and changes nothing else',
  async (t) => {
    const { content, edit, read } = await prepare(t);
    const before = await read('products/TEE-1.json');
    const prices = await read('prices/msrp.csv');
    const { exitCode, stdout } = await edit(['rename', 'TEE-1', 'TEE-9', '--yes']);
    t.is(exitCode, 0);
    t.regex(stdout, /TEE-1 becomes TEE-9\n\d+ files were written\n$/);
    const after = await read('products/TEE-9.json');
    t.deepEqual(JSON.parse(after), {
      ...JSON.parse(before),
      ...{ sku: 'TEE-9', formerSkus: ['TEE-1'] },
    });
    t.is(await read('prices/msrp.csv'), prices.replaceAll('TEE-1,', 'TEE-9,'));
    await assertBuilds(t, content);
  },
);

test.serial(
  'rename changes no byte if a decimal comma cuts a price of another product in two',
  async (t) => {
    const { content, edit, read } = await prepare(t);
    const files = ['prices/surcharges.csv', 'prices/msrp.csv', 'products/HOOD-2.json'];
    await content.replace('prices/surcharges.csv', '6950.50', '6950,50');
    const before = await Promise.all(files.map(read));
    const { exitCode, stdout, stderr } = await edit(['rename', 'HOOD-2', 'HOOD-9', '--yes']);
    t.deepEqual([exitCode, stdout], [1, '']);
    const reason = 'has 6 cells for 5 columns; npm run build reports the reason';
    t.is(stderr, `prices/surcharges.csv:2 ${reason}\n`);
    t.deepEqual(await Promise.all(files.map(read)), before);
  },
);

test.serial(
  'remove deletes the file and all rows of a product, or with --until only sets its last day',
  async (t) => {
    const { content, edit, read } = await prepare(t);
    t.is((await edit(['remove', 'TEE-1', '--replaced-by', 'HOOD-2', '--yes'])).exitCode, 0);
    t.like(JSON.parse(await read('products/TEE-1.json')), {
      ...{ availableUntil: '2026-11-30', replacedBy: 'HOOD-2' },
    });
    await assertBuilds(t, content);
    t.is((await edit(['remove', 'TEE-1', '--until', '2027-01-31', '--yes'])).exitCode, 0);
    t.like(JSON.parse(await read('products/TEE-1.json')), { availableUntil: '2027-01-31' });
    t.is((await edit(['remove', 'TEE-1', '--yes'])).exitCode, 0);
    t.false((await readdir(join(content.path, 'products'))).includes('TEE-1.json'));
    for (const file of ['prices/msrp.csv', 'prices/net-A3.csv', 'inventory.csv']) {
      t.deepEqual(rowsOf(await read(file), 'TEE-1'), [], file);
    }
    await assertBuilds(t, content);
  },
);

test.serial('copy creates a draft with prices and without stock', async (t) => {
  const { content, edit, read } = await prepare(t);
  t.is((await edit(['copy', 'TEE-1', 'TEE-9', '--yes'])).exitCode, 0);
  t.like(JSON.parse(await read('products/TEE-9.json')), { sku: 'TEE-9', draft: true });
  const prices = await read('prices/net-A3.csv');
  t.deepEqual(
    rowsOf(prices, 'TEE-9'),
    rowsOf(prices, 'TEE-1').map((row) => row.replace('TEE-1', 'TEE-9')),
  );
  t.deepEqual(rowsOf(await read('inventory.csv'), 'TEE-9'), []);
  await assertBuilds(t, content);
});

test.serial(
  'price changes prices and regular prices of a list by a percentage, and rounds half a cent up',
  async (t) => {
    const { content, edit, read } = await prepare(t);
    const where = ['--where', 'sku=TEE-*', '--yes'];
    t.is((await edit(['price', '--list', 'A1', '--by', '+1%', ...where])).exitCode, 0);
    const rows = rowsOf(await read('prices/net-A1.csv'), 'TEE-1');
    t.is(rows[0], 'TEE-1,CAD,12,7986.38,8036.88');
    t.is(rows[1], 'TEE-1,CAD,48,7985.43,');
    t.is(rowsOf(await read('prices/net-A1.csv'), 'BAG-5')[0], 'BAG-5,CAD,10,7901.11,');
    await assertBuilds(t, content);
  },
);

test.serial('--round rounds prices to the nearest cent, five cents or .99', async (t) => {
  for (const [round, expected] of [
    ['0.05', '8009.00'],
    ['.99', '8008.99'],
    ['0.01', '8008.98'],
  ] as const) {
    const { edit, read } = await prepare(t);
    const args = ['--list', 'msrp', '--by', '+0.98', '--where', 'sku=BAG-5', '--round', round];
    t.is((await edit(['price', ...args, '--yes'])).exitCode, 0);
    t.is(rowsOf(await read('prices/msrp.csv'), 'BAG-5')[0], `BAG-5,CAD,10,${expected},`, round);
  }
});

test.serial('price --from ends the current price on the day before', async (t) => {
  const { content, edit, read } = await prepare(t);
  const args = ['--list', 'msrp', '--by', '+2.00', '--where', 'category=bags'];
  t.is((await edit(['price', ...args, '--from', '2027-01-01', '--yes'])).exitCode, 0);
  const text = await read('prices/msrp.csv');
  t.regex(text, /^sku,currency,minQuantity,price,regularPrice,from,until\n/);
  t.deepEqual(rowsOf(text, 'BAG-5'), [
    'BAG-5,CAD,10,8008.00,,,2026-12-31',
    'BAG-5,CAD,10,8010.00,,2027-01-01,',
  ]);
  await assertBuilds(t, content);
});

test.serial(
  'markdown splits each price in every list into three rows, and skips existing markdowns',
  async (t) => {
    const { content, edit, read } = await prepare(t);
    const days = ['--from', '2026-12-24', '--until', '2026-12-26'];
    const { exitCode, stdout } = await edit(['markdown', '--percent', '1', ...days, '--yes']);
    t.is(exitCode, 0);
    t.regex(stdout, /note: TEE-1 is marked down already/);
    t.deepEqual(rowsOf(await read('prices/msrp.csv'), 'BAG-5'), [
      'BAG-5,CAD,10,8008.00,,,2026-12-23',
      'BAG-5,CAD,10,7927.92,8008.00,2026-12-24,2026-12-26',
      'BAG-5,CAD,10,8008.00,,2026-12-27,',
    ]);
    t.is(rowsOf(await read('prices/net-A3.csv'), 'BAG-5').length, 3);
    await assertBuilds(t, content);
    const again = await edit([
      'markdown',
      '--percent',
      '1',
      '--where',
      'sku=BAG-5',
      ...days,
      '--yes',
    ]);
    t.regex(again.stdout, /^note: BAG-5 is marked down already\n0 prices/);
  },
);

test.serial('nothing is written unless the user confirms', async (t) => {
  const { edit, read } = await prepare(t);
  const before = await read('products/TEE-1.json');
  const asked: string[] = [];
  const ask = async (question: string) => asked.push(question) === 0;
  const { exitCode, stdout } = await edit(['rename', 'TEE-1', 'TEE-9'], { ask });
  t.is(exitCode, 0);
  t.regex(stdout, /TEE-1 becomes TEE-9\n$/);
  t.deepEqual(asked, ['Write this?']);
  const unattended = await edit(['rename', 'TEE-1', 'TEE-9']);
  t.is(unattended.exitCode, 1);
  t.regex(unattended.stderr, /nothing was written: there is no terminal to ask on; add --yes/);
  const { stdout: json } = await edit(['rename', 'TEE-1', 'TEE-9', '--json']);
  t.true(
    (JSON.parse(json) as { files: { file: string }[] }).files.some(
      ({ file }) => file === 'products/TEE-9.json',
    ),
  );
  t.is(await read('products/TEE-1.json'), before);
});

test.serial('files are listed by their names', async (t) => {
  const { edit } = await prepare(t);
  const { stdout } = await edit(['rename', 'TEE-1', 'AAA-1', '--json', '--yes']);
  const names = (JSON.parse(stdout) as { files: readonly { file: string }[] }).files;
  const files = names.map(({ file }) => file);
  t.true(files.length > 3);
  t.deepEqual(files, [...files].sort());
});

test.serial(
  'an interrupted edit is completed before the next one, and a message reports it',
  async (t) => {
    const { content, edit, read } = await prepare(t);
    await content.write('products/.TEE-1.json.0123', await read('products/TEE-1.json'));
    await content.write('products/TEE-1.json', '{');
    const steps = [{ file: 'products/TEE-1.json', from: 'products/.TEE-1.json.0123' }];
    await content.write('.edit-journal.json', JSON.stringify(steps));
    const { exitCode, stderr } = await edit(['rename', 'TEE-1', 'TEE-9', '--yes']);
    t.is(exitCode, 0);
    t.is(stderr, 'completed an interrupted edit\n');
  },
);

test.serial(
  'an edit that would make the content invalid is refused with the findings',
  async (t) => {
    const { edit, read } = await prepare(t);
    const before = await read('prices/msrp.csv');
    const args = ['--list', 'msrp', '--by', '-50%', '--where', 'sku=TEE-1', '--yes'];
    const { exitCode, stderr } = await edit(['price', ...args]);
    t.is(exitCode, 1);
    t.regex(stderr, /price\/net-above-msrp/);
    t.regex(stderr, /nothing was written: the content would not build/);
    t.is(await read('prices/msrp.csv'), before);
  },
);

test.serial(
  'an edit with an unknown value is refused with the reason and the existing values',
  async (t) => {
    const { edit } = await prepare(t);
    const days = ['--from', '2026-12-24', '--until', '2026-12-26'];
    for (const [args, message] of [
      [['rename', 'TEE1', 'X'], 'there is no product "TEE1"; did you mean "TEE-1"?'],
      [['remove', '../catalogue'], 'there is no product "../catalogue"'],
      [['rename', 'TEE-1', 'tee'], '"tee" is not a SKU: upper-case letters, digits, . _ -'],
      [['rename', 'TEE-1', 'BAG-5'], 'the product "BAG-5" already exists'],
      [['rename', 'TEE-1'], 'rename takes two SKUs: the present one and the new one'],
      [
        ['price', '--list', 'A9', '--by', '+4%'],
        /^--list "A9" is no price list; there are msrp, net-A1, net-A3, and all/,
      ],
      [['price', '--list', 'A1', '--by', '4%'], /^--by "4%" is not a change/],
      [['price', '--list', 'A1'], '--by is missing'],
      [
        ['price', '--list', 'A1', '--by', '+4%', '--where', 'brnd=x'],
        /^--where "brnd=x" is not MEMBER=VALUE/,
      ],
      [
        ['price', '--list', 'A1', '--by', '+4%', '--where', 'category=bgs'],
        /did you mean "bags"\?/,
      ],
      [
        ['price', '--list', 'A1', '--by', '+4%', '--round', '7'],
        /^--round takes 0\.01, 0\.05, \.99/,
      ],
      [['price', '--list', 'A1', '--by', '-99999.00'], /^a price would be -/],
      [['markdown', '--percent', '120', ...days], /^--percent "120" is not a share/],
      [
        ['markdown', '--percent', '20', '--from', '2026-12-26', '--until', '2026-12-24'],
        /is before --from/,
      ],
      [['remove', 'BAG-5', '--until', '2026-02-30'], /^--until "2026-02-30" is not a date/],
      [['prise'], /^there is no command "prise"/],
    ] as [string[], string | RegExp][]) {
      const { exitCode, stderr } = await edit([...args, '--yes']);
      t.is(exitCode, 1, args.join(' '));
      if (typeof message === 'string') t.is(stderr, `${message}\n`);
      else t.regex(stderr, message);
    }
  },
);

test.serial(
  '--help lists every command, and the help of a command lists its options and examples',
  async (t) => {
    const { edit } = await prepare(t);
    const { stdout } = await edit(['--help']);
    for (const name of ['copy', 'rename', 'remove', 'price', 'markdown']) {
      t.regex(stdout, new RegExp(`^ {2}${name} `, 'm'));
      const help = await edit([name, '--help']);
      t.is(help.exitCode, 0);
      t.regex(help.stdout, new RegExp(`^ {2}npm run edit -- ${name} `, 'm'));
      t.regex(help.stdout, /^ {2}--yes/m);
    }
  },
);

for (const [what, file, from, to, message] of [
  [
    'an unknown time zone',
    'catalogue.json',
    '"tiers"',
    '"timeZone": "America/Torono", "tiers"',
    /^catalogue\.json: timeZone: "America\/Torono" is not a time zone: write a name such as America\/Toronto\n$/,
  ],
  [
    'a tier without a list',
    'catalogue.json',
    /"all": \[[^\]]*\]/,
    '"all": "A1"',
    /^catalogue\.json: tiers\.all: /,
  ],
  [
    'a product file without an object',
    'products/BAG-5.json',
    /^.*$/s,
    'null',
    /^products\/BAG-5\.json: null must be an object /,
  ],
] as const) {
  test(`${what} is reported with its file and the reason, and nothing is written`, async (t) => {
    const { content, edit, read } = await prepare(t);
    await content.write(file, (await read(file)).replace(from, to));
    for (const args of [
      ['remove', 'BAG-5', '--until', '2027-01-31'],
      ['rename', 'BAG-5', 'BAG-6'],
      ['remove', 'TEE-1'],
    ]) {
      const { exitCode, stderr } = await edit([...args, '--yes']);
      t.deepEqual([args, exitCode], [args, 1]);
      t.regex(stderr, message, args.join(' '));
    }
    t.true((await read('inventory.csv')).includes('BAG-5'));
  });
}

test.serial('a product whose file has a fault can be removed', async (t) => {
  const { content, edit } = await prepare(t);
  await content.write('products/BAG-5.json', 'null');
  const { exitCode, stderr } = await edit(['remove', 'BAG-5', '--yes']);
  t.deepEqual([exitCode, stderr], [0, '']);
  await assertBuilds(t, content);
});

test.serial('a product file with a byte order mark is edited, and keeps the mark', async (t) => {
  const { content, edit, read } = await prepare(t);
  const before = `\uFEFF${await read('products/BAG-5.json')}`;
  await content.write('products/BAG-5.json', before);
  await edit(['remove', 'BAG-5', '--until', '2027-01-31', '--yes']);
  const added = '\n  "availableUntil": "2027-01-31",';
  t.is((await read('products/BAG-5.json')).replace(added, ''), before);
});
