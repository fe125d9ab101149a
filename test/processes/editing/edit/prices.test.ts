/** The commands `price` and `markdown` of `npm run edit`, also on prices of certain days. */
import test from 'ava';
import { type EditRun, openEdit, rowsOf } from './edit-run.ts';

const msrp = 'prices/msrp.csv';

/**
 * Replaces the MSRP rows of BAG-5. Each of `rows` has price, regular price, first and last day:
 * `8000.00,,,2026-11-30`.
 */
async function datePrices({ content, read }: EditRun, rows: readonly string[]): Promise<void> {
  const [header, ...lines] = (await read(msrp)).trimEnd().split('\n');
  const others = lines.filter((line) => !line.startsWith('BAG-5')).map((line) => `${line},,`);
  const own = rows.map((row) => `BAG-5,CAD,10,${row}`);
  await content.write(msrp, [`${header},from,until`, ...own, ...others, ''].join('\n'));
}

/** Returns the MSRP rows of BAG-5 with only their prices and days: `8000.00,,,2026-11-30`. */
async function bagRows(edit: EditRun): Promise<string[]> {
  const rows = await rowsOf(edit, msrp, 'BAG-5');
  return rows.map((line) => line.replace('BAG-5,CAD,10,', ''));
}

const bag = ['--where', 'sku=BAG-5', '--list', 'msrp'];
const raise = ['price', '--by', '+1.00', ...bag];
const mark = (from: string, until: string) =>
  ['markdown', '--percent', '1', '--from', from, '--until', until].concat(bag);

test('price changes prices and regular prices of a list by a percentage', async (t) => {
  const edit = await openEdit(t);
  const where = ['--where', 'sku=TEE-*'];
  t.is((await edit.run('price', '--list', 'A1', '--by', '+1%', ...where)).exitCode, 0);
  // Half a cent is rounded up.
  const [first, second] = await rowsOf(edit, 'prices/net-A1.csv', 'TEE-1');
  t.deepEqual([first, second], ['TEE-1,CAD,12,7986.38,8036.88', 'TEE-1,CAD,48,7985.43,']);
  t.is((await rowsOf(edit, 'prices/net-A1.csv', 'BAG-5'))[0], 'BAG-5,CAD,10,7901.11,');
});

test('a price list without its table is refused, and no other list is changed', async (t) => {
  const edit = await openEdit(t);
  const before = await edit.read(msrp);
  await edit.content.remove('prices/net-A1.csv');
  const { exitCode, stderr } = await edit.run('price', '--list', 'all', '--by', '+10%');
  t.deepEqual([exitCode, stderr], [1, 'prices/net-A1.csv is missing; add it\n']);
  t.is(await edit.read(msrp), before);
});

const years = ['8000.00,,,2026-11-30', '8100.00,,2026-12-01,2027-02-28', '8200.00,,2027-03-01,'];
const [past, , future] = years as [string, string, string];

/** What a command does to the prices of BAG-5 on 1 December 2026. */
const cases: readonly (readonly [
  what: string,
  before: readonly string[],
  command: readonly string[],
  after: readonly string[],
])[] = [
  [
    'price --round .99 changes to the nearest price that ends so',
    ['8000.00,,,'],
    ['price', '--by', '+1%', '--round', '.99', ...bag],
    ['8079.99,,,'],
  ],
  [
    'price --round 0.05 changes to the nearest five cents, half of them up',
    ['8000.00,,,'],
    ['price', '--by', '-0.03', '--round', '0.05', ...bag],
    ['7999.95,,,'],
  ],
  [
    'price changes present and later prices, and ended prices stay',
    years,
    raise,
    [past, '8101.00,,2026-12-01,2027-02-28', '8201.00,,2027-03-01,'],
  ],
  [
    'price changes a price on its last day',
    ['8000.00,,,2026-12-01', '8100.00,,2026-12-02,'],
    raise,
    ['8001.00,,,2026-12-01', '8101.00,,2026-12-02,'],
  ],
  [
    'price --from splits the price that is valid on that day, and changes later prices',
    years,
    [...raise, '--from', '2027-01-01'],
    [
      past,
      '8100.00,,2026-12-01,2026-12-31',
      ...['8101.00,,2027-01-01,2027-02-28', '8201.00,,2027-03-01,'],
    ],
  ],
  [
    'a markdown within a price results in three rows',
    years,
    mark('2026-12-24', '2026-12-26'),
    [
      ...[past, '8100.00,,2026-12-01,2026-12-23', '8019.00,8100.00,2026-12-24,2026-12-26'],
      ...['8100.00,,2026-12-27,2027-02-28', future],
    ],
  ],
  [
    'a markdown for all days of a price results in one row',
    years,
    mark('2026-12-01', '2027-02-28'),
    [past, '8019.00,8100.00,2026-12-01,2027-02-28', future],
  ],
  [
    'a markdown without an end has no row after it',
    ['8100.00,,,'],
    mark('2026-12-01', '9999-12-31'),
    ['8100.00,,,2026-11-30', '8019.00,8100.00,2026-12-01,9999-12-31'],
  ],
];

for (const [what, before, command, after] of cases) {
  test(what, async (t) => {
    const edit = await openEdit(t);
    await datePrices(edit, before);
    t.is((await edit.run(...command)).stderr, '');
    t.deepEqual(await bagRows(edit), after);
  });
}

test('a markdown changes every list, and skips prices that are marked down', async (t) => {
  const edit = await openEdit(t);
  const days = ['--from', '2026-12-24', '--until', '2026-12-26'];
  const markdown = ['markdown', '--percent', '1', ...days];
  const { stdout } = await edit.run(...markdown);
  t.regex(stdout, /note: TEE-1 is marked down already/);
  t.deepEqual(await bagRows(edit), [
    ...['8008.00,,,2026-12-23', '7927.92,8008.00,2026-12-24,2026-12-26', '8008.00,,2026-12-27,'],
  ]);
  t.is((await rowsOf(edit, 'prices/net-A3.csv', 'BAG-5')).length, 3);
  const again = await edit.run(...markdown, '--where', 'sku=BAG-5');
  t.regex(again.stdout, /^note: BAG-5 is marked down already\n0 prices/);
});

test('a markdown for days of two prices is refused with the days of the first', async (t) => {
  const edit = await openEdit(t);
  await datePrices(edit, years);
  for (const [from, until, line, days] of [
    ['2027-02-28', '2027-03-01', 3, 'from 2026-12-01 until 2027-02-28'],
    ['2026-11-30', '2026-12-24', 2, 'until 2026-11-30'],
  ] as const) {
    const { stderr } = await edit.run(...mark(from, until));
    t.true(stderr.startsWith(`${msrp}:${line}: the price of BAG-5 is valid ${days} only; `));
  }
});

test('the check of an edit takes the day of the edit as today', async (t) => {
  const edit = await openEdit(t, '2019-12-01T12:00:00Z');
  await edit.content.replace('products/BAG-5.json', '{', '{ "availableUntil": "2019-12-31",');
  await datePrices(edit, ['8000.00,,,2019-12-15']);
  const { stderr } = await edit.run(...raise);
  t.regex(stderr, /price\/gap.*BAG-5 in CAD has no price on 2019-12-16/);
});

/** Returns the SKUs of the products that the conditions select, or the error message. */
async function selected(t: Parameters<typeof openEdit>[0], ...where: readonly string[]) {
  const edit = await openEdit(t);
  const conditions = where.flatMap((each) => ['--where', each]);
  const price = ['price', '--list', 'msrp', '--by', '+1.00', '--json', ...conditions];
  const { stdout, stderr } = await edit.run(...price);
  if (stderr !== '') return stderr.trimEnd();
  // With --yes, nothing but the JSON is printed.
  const { rows } = JSON.parse(stdout) as { rows: readonly { sku: string }[] };
  return [...new Set(rows.map(({ sku }) => sku))];
}

test('--where selects products that match every condition and one of its values', async (t) => {
  t.deepEqual(await selected(t, 'sku=bag-5,TEE-1'), ['BAG-5', 'TEE-1']);
  t.deepEqual(await selected(t, 'sku=*-1,*-5', 'category=tees'), ['TEE-1']);
  // A value is the whole text, in which only an asterisk has a meaning.
  t.regex(String(await selected(t, 'sku=EE-1')), /^--where sku=EE-1 matches no product/);
  t.regex(String(await selected(t, 'sku=TEE.1')), /^--where sku=TEE\.1 matches no product/);
  const together = await selected(t, 'sku=BAG-5', 'category=tees');
  t.is(together, 'no product matches all of --where');
});
