/**
 * The commands `price` and `markdown` of `npm run edit` on prices that are valid only on certain days.
 */
import test from 'ava';
import { type EditRun, openEdit } from './edit-run.ts';

const msrp = 'prices/msrp.csv';

/**
 * Replaces the MSRP rows of BAG-5. Each of `rows` has price, regular price, first and last day: `8000.00,,,2026-11-30`.
 */
async function datePrices({ content, read }: EditRun, ...rows: readonly string[]): Promise<void> {
  const [header, ...lines] = (await read(msrp)).trimEnd().split('\n');
  const others = lines.filter((line) => !line.startsWith('BAG-5')).map((line) => `${line},,`);
  const own = rows.map((row) => `BAG-5,CAD,10,${row}`);
  await content.write(msrp, [`${header},from,until`, ...own, ...others, ''].join('\n'));
}

/**
 * Returns the lines of the MSRP table from the first row to the last one of BAG-5. Rows of BAG-5 are shortened to their
 * prices and days: `BAG-5,CAD,10,8000.00,,,` becomes `8000.00,,,`.
 */
async function bagRows({ read }: EditRun): Promise<string[]> {
  const lines = (await read(msrp)).split('\n').slice(1);
  const last = lines.findLastIndex((line) => line.startsWith('BAG-5'));
  return lines.slice(0, last + 1).map((line) => line.replace('BAG-5,CAD,10,', ''));
}

const years = ['8000.00,,,2026-11-30', '8100.00,,2026-12-01,2027-02-28', '8200.00,,2027-03-01,'];
const raise = ['price', '--list', 'msrp', '--where', 'sku=BAG-5', '--by', '+1.00'];

test.serial(
  'prices that are valid today or later change at once, and ended prices stay',
  async (t) => {
    const edit = await openEdit(t);
    await datePrices(edit, ...years);
    t.is((await edit.run(...raise)).stderr, '');
    t.deepEqual(await bagRows(edit), [
      '8000.00,,,2026-11-30',
      '8101.00,,2026-12-01,2027-02-28',
      '8201.00,,2027-03-01,',
    ]);
  },
);

test.serial('a price changes on its last day', async (t) => {
  const edit = await openEdit(t);
  await datePrices(edit, '8000.00,,,2026-12-01', '8100.00,,2026-12-02,');
  await edit.run(...raise);
  t.deepEqual(await bagRows(edit), ['8001.00,,,2026-12-01', '8101.00,,2026-12-02,']);
});

test.serial(
  '--from splits the price that is valid on that day, and changes later prices',
  async (t) => {
    const edit = await openEdit(t);
    await datePrices(edit, ...years);
    t.is((await edit.run(...raise, '--from', '2027-01-01')).stderr, '');
    t.deepEqual(await bagRows(edit), [
      '8000.00,,,2026-11-30',
      '8100.00,,2026-12-01,2026-12-31',
      '8101.00,,2027-01-01,2027-02-28',
      '8201.00,,2027-03-01,',
    ]);
  },
);

test.serial(
  'if --from is the first day of a price, the whole price changes and earlier prices stay',
  async (t) => {
    const edit = await openEdit(t);
    await datePrices(edit, ...years);
    t.is((await edit.run(...raise, '--from', '2027-03-01')).stderr, '');
    t.deepEqual(await bagRows(edit), [...years.slice(0, 2), '8201.00,,2027-03-01,']);
  },
);

const mark = (from: string, until: string) =>
  ['markdown', '--percent', '1', '--where', 'sku=BAG-5', '--list', 'msrp'].concat(
    ...[
      ['--from', from],
      ['--until', until],
    ],
  );

test.serial(
  'a markdown for all days of a price results in one row, and one for only its first or last days in two rows',
  async (t) => {
    for (const [from, until, rows] of [
      ['2026-12-01', '2027-02-28', ['8019.00,8100.00,2026-12-01,2027-02-28']],
      [
        '2026-12-01',
        '2026-12-01',
        ['8019.00,8100.00,2026-12-01,2026-12-01', '8100.00,,2026-12-02,2027-02-28'],
      ],
      [
        '2027-02-28',
        '2027-02-28',
        ['8100.00,,2026-12-01,2027-02-27', '8019.00,8100.00,2027-02-28,2027-02-28'],
      ],
    ] as const) {
      const edit = await openEdit(t);
      await datePrices(edit, ...years);
      t.is((await edit.run(...mark(from, until))).stderr, '');
      t.deepEqual(await bagRows(edit), [years[0], ...rows, years[2]] as string[], from);
    }
  },
);

test.serial(
  'a price or markdown from 0000-01-01, the first date that can be written, adds no row for earlier days',
  async (t) => {
    const edit = await openEdit(t);
    await datePrices(edit, '8100.00,,,');
    t.is((await edit.run(...raise, '--from', '0000-01-01')).stderr, '');
    t.deepEqual(await bagRows(edit), ['8101.00,,,']);
    t.is((await edit.run(...mark('0000-01-01', '2026-12-31'))).stderr, '');
    t.deepEqual(await bagRows(edit), [
      '8019.99,8101.00,0000-01-01,2026-12-31',
      '8101.00,,2027-01-01,',
    ]);
  },
);

test.serial('a markdown without an end has no row after it', async (t) => {
  const edit = await openEdit(t);
  await datePrices(edit, '8100.00,,,');
  t.is((await edit.run(...mark('2026-12-01', '9999-12-31'))).stderr, '');
  t.deepEqual(await bagRows(edit), [
    '8100.00,,,2026-11-30',
    '8019.00,8100.00,2026-12-01,9999-12-31',
  ]);
});

test.serial(
  'a markdown adds the column of the regular price to a table that lacks it',
  async (t) => {
    const edit = await openEdit(t);
    const lines = (await edit.read(msrp)).trimEnd().split('\n');
    const without = lines.map((line) => line.split(',').slice(0, 4).join(','));
    const others = without.slice(1).filter((line) => !line.startsWith('BAG-5'));
    for (const [begin, rows] of [
      [
        '',
        ['8100.00,,2026-11-30,', '8019.00,2026-12-01,2026-12-31,8100.00', '8100.00,2027-01-01,,'],
      ],
      ['2026-12-01', ['8019.00,2026-12-01,2026-12-31,8100.00', '8100.00,2027-01-01,,']],
    ] as const) {
      const own = `BAG-5,CAD,10,8100.00,${begin},`;
      const all = [`${without[0]},from,until`, own, ...others.map((line) => `${line},,`), ''];
      await edit.content.write(msrp, all.join('\n'));
      t.is((await edit.run(...mark('2026-12-01', '2026-12-31'))).stderr, '');
      t.true((await edit.read(msrp)).startsWith(`${all[0]},regularPrice\n`));
      t.deepEqual(await bagRows(edit), [...rows]);
    }
  },
);

test.serial(
  'a price table without a price to change gets no columns and is not written',
  async (t) => {
    const netPrices = 'prices/net-A1.csv';
    const selected = ['--where', 'sku=BAG-5', '--list', 'msrp,net-A1'];
    for (const command of [
      ['price', '--by', '+1.00', '--from', '2027-01-01'],
      ['markdown', '--percent', '1', '--from', '2027-01-01', '--until', '2027-01-31'],
    ]) {
      const edit = await openEdit(t);
      await edit.content.replace('products/BAG-5.json', '{', '{ "draft": true,');
      await edit.content.replace(netPrices, 'BAG-5,CAD,10,7901.11,\n', '');
      const before = await edit.read(netPrices);
      const { stdout, stderr } = await edit.run(...command, ...selected);
      t.is(stderr, '');
      t.regex(stdout, /^1 file was written$/m);
      t.regex(await edit.read(msrp), /,from,until\n/);
      t.is(await edit.read(netPrices), before);
    }
  },
);

test.serial(
  'a markdown of prices that are already marked down does not change their table',
  async (t) => {
    const edit = await openEdit(t);
    const before = (await edit.read(msrp)).replace(
      'BAG-5,CAD,10,8008.00,',
      'BAG-5,CAD,10,8008.00,9000.00',
    );
    await edit.content.write(msrp, before);
    const { stdout, stderr } = await edit.run(...mark('2026-12-01', '2026-12-31'));
    t.is(stderr, '');
    t.regex(stdout, /^note: BAG-5 is marked down already$/m);
    t.is(await edit.read(msrp), before);
  },
);

test.serial(
  'a markdown for days of two prices is refused, with the days of the first price',
  async (t) => {
    const edit = await openEdit(t);
    await datePrices(edit, ...years);
    for (const [from, until, line, days] of [
      ['2027-02-28', '2027-03-01', 3, 'from 2026-12-01 until 2027-02-28'],
      ['2026-11-30', '2026-12-24', 2, 'until 2026-11-30'],
    ] as const) {
      const { stderr } = await edit.run(...mark(from, until));
      const message = `${msrp}:${line}: the price of BAG-5 is valid ${days} only; mark it down for days within this period\n`;
      t.is(stderr, message);
    }
  },
);

test.serial('a markdown before the first day of the only price is refused', async (t) => {
  const edit = await openEdit(t);
  await edit.content.replace('products/BAG-5.json', '{', '{ "availableFrom": "2027-01-01",');
  await datePrices(edit, '8000.00,,2027-01-01,');
  const { stderr } = await edit.run(...mark('2026-12-24', '2027-01-06'));
  t.regex(stderr, /^prices\/msrp\.csv:2: the price of BAG-5 is valid from 2027-01-01 only; /);
});

test.serial('the check of an edit takes the day of the edit as today', async (t) => {
  const edit = await openEdit(t, '2019-12-01T12:00:00Z');
  await edit.content.replace('products/BAG-5.json', '{', '{ "availableUntil": "2019-12-31",');
  await datePrices(edit, '8000.00,,,2019-12-15');
  const { stderr } = await edit.run(...raise);
  t.regex(stderr, /price\/gap.*BAG-5 in CAD has no price on 2019-12-16/);
});
