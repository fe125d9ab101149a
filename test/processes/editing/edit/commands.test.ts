/** The commands of `npm run edit` on products, and what all commands have in common. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { addMembers, openEdit, productOf, rowsOf } from './edit-run.ts';

test('rename changes a SKU everywhere, keeps the old one, and changes nothing else', async (t) => {
  const edit = await openEdit(t);
  await addMembers(edit, 'TEE-1', { formerSkus: ['TEE-0', 'TEE-9'] });
  await addMembers(edit, 'BAG-5', { replacedBy: 'TEE-1' });
  await addMembers(edit, 'USA-4', { replacedBy: 'HOOD-2' });
  const [product, prices] = [await productOf(edit, 'TEE-1'), await edit.read('prices/msrp.csv')];
  const { exitCode, stdout } = await edit.run('rename', 'TEE-1', 'TEE-9');
  t.is(exitCode, 0);
  t.regex(stdout, /TEE-1 becomes TEE-9\n\d+ files were written\n$/);
  // A SKU that the product has again is no former one.
  const renamed = { ...product, sku: 'TEE-9', formerSkus: ['TEE-0', 'TEE-1'] };
  t.deepEqual(await productOf(edit, 'TEE-9'), renamed);
  t.is(await edit.read('prices/msrp.csv'), prices.replaceAll('TEE-1,', 'TEE-9,'));
  t.is((await productOf(edit, 'BAG-5'))['replacedBy'], 'TEE-9');
  t.is((await productOf(edit, 'USA-4'))['replacedBy'], 'HOOD-2');
});

test('remove deletes a product and its rows, or only sets its last day', async (t) => {
  const edit = await openEdit(t, '2026-12-01T04:59:00Z');
  // With a successor, the last day is yesterday, here by the clock of Toronto.
  await edit.content.replace('catalogue.json', '{', '{ "timeZone": "America/Toronto",');
  const last = async (...args: readonly string[]) => {
    t.is((await edit.run('remove', 'TEE-1', ...args)).exitCode, 0);
    const { availableUntil, replacedBy } = await productOf(edit, 'TEE-1');
    return [availableUntil, replacedBy];
  };
  t.deepEqual(await last('--until', '2027-01-31'), ['2027-01-31', undefined]);
  t.deepEqual(await last('--replaced-by', 'HOOD-2'), ['2026-11-29', 'HOOD-2']);
  const product = await edit.read('products/TEE-1.json');
  await edit.content.write('products/TEE-1.json', product.replace('2026-11-29', '2026-06-30'));
  t.deepEqual(await last('--replaced-by', 'HOOD-2'), ['2026-06-30', 'HOOD-2'], 'already over');
  t.is((await edit.run('remove', 'TEE-1')).exitCode, 0);
  t.false((await readdir(join(edit.content.path, 'products'))).includes('TEE-1.json'));
  for (const file of ['prices/msrp.csv', 'prices/net-A3.csv', 'inventory.csv']) {
    t.deepEqual(await rowsOf(edit, file, 'TEE-1'), [], file);
  }
});

test('a product that replaces others cannot be removed', async (t) => {
  const edit = await openEdit(t);
  for (const sku of ['BAG-5', 'USA-4']) await addMembers(edit, sku, { replacedBy: 'TEE-1' });
  const { stderr } = await edit.run('remove', 'TEE-1');
  t.is(stderr, 'TEE-1 replaces BAG-5, USA-4; correct replacedBy there first\n');
});

test('copy creates a draft with prices, without stock, dates or former SKUs', async (t) => {
  const edit = await openEdit(t);
  const life = { availableFrom: '2026-01-01', availableUntil: '2027-12-31' };
  const own = { ...life, formerSkus: ['HOOD-1'], replacedBy: 'TEE-1' };
  await addMembers(edit, 'HOOD-2', own);
  t.is((await edit.run('copy', 'HOOD-2', 'HOOD-3')).exitCode, 0);
  const copy = await productOf(edit, 'HOOD-3');
  t.like(copy, { sku: 'HOOD-3', draft: true });
  for (const member of Object.keys(own)) t.false(member in copy, member);
  t.like(await productOf(edit, 'HOOD-2'), own);
  t.deepEqual(await rowsOf(edit, 'inventory.csv', 'HOOD-3'), []);
  const prices = await edit.read('prices/net-A3.csv');
  const rows = (await rowsOf(edit, 'prices/net-A3.csv', 'HOOD-2')).join('\n');
  t.true(prices.includes(`${rows}\n${rows.replaceAll('HOOD-2', 'HOOD-3')}\n`), prices);
});

test('nothing is written unless the user confirms', async (t) => {
  const edit = await openEdit(t);
  const before = await edit.read('products/TEE-1.json');
  const rename = ['rename', 'TEE-1', 'TEE-9'];
  const asked: string[] = [];
  const ask = async (question: string) => asked.push(question) === 0;
  const refused = await edit.runAsking(rename, { ask });
  t.is(refused.exitCode, 0);
  t.regex(refused.stdout, /TEE-1 becomes TEE-9\n$/);
  t.deepEqual(asked, ['Write this?']);
  const unattended = await edit.runAsking(rename);
  t.is(unattended.exitCode, 1);
  t.regex(unattended.stderr, /nothing was written: there is no terminal to ask on; add --yes/);
  const { stdout } = await edit.runAsking([...rename, '--json']);
  const { files } = JSON.parse(stdout) as { files: readonly { file: string }[] };
  const names = files.map(({ file }) => file);
  t.true(names.includes('products/TEE-9.json'));
  t.deepEqual(names, [...names].sort());
  t.is(await edit.read('products/TEE-1.json'), before);
});

test('an edit that would make the content invalid is refused with the findings', async (t) => {
  const edit = await openEdit(t);
  const before = await edit.read('prices/msrp.csv');
  const halve = ['price', '--list', 'msrp', '--by', '-50%', '--where', 'sku=TEE-1'];
  const { exitCode, stderr } = await edit.run(...halve);
  t.is(exitCode, 1);
  t.regex(stderr, /price\/net-above-msrp/);
  t.regex(stderr, /nothing was written: the content would not build/);
  t.is(await edit.read('prices/msrp.csv'), before);
});

const days = '--from 2026-12-24 --until 2026-12-26';
const mistakes: readonly (readonly [string, RegExp])[] = [
  ['prise', /^there is no command "prise"/],
  ['rename TEE1 X', /^there is no product "TEE1"; did you mean "TEE-1"\?/],
  ['rename TEE-1 tee', /^"tee" is not a SKU/],
  ['rename TEE-1 BAG-5', /^the product "BAG-5" already exists/],
  ['rename TEE-1', /^rename takes two SKUs/],
  ['remove ../catalogue', /^there is no product "\.\.\/catalogue"/],
  ['remove BAG-5 --until 2026-02-30', /^--until "2026-02-30" is a day that does not exist/],
  ['remove TEE-1 --replaced-by HOD-2', /did you mean "HOOD-2"\?/],
  ['remove BAG-5 --until 2026-11-30', /^--until 2026-11-30 is past: today is 2026-12-01/],
  ['price --list A1', /^--by is missing/],
  ['price --list A9 --by +4%', /^--list "A9" .* msrp, net-A1, net-A3, and all/],
  ['price --list A1 --by 4%', /^--by "4%" is not a change/],
  ['price --list A1 --by -99999.00', /^a price would be -/],
  ['price --list A1 --by +4% --where brnd=x', /^--where "brnd=x" is not MEMBER=VALUE/],
  ['price --list A1 --by +4% --where category=bgs', /did you mean "bags"\?/],
  ['price --list A1 --by +4% --round 7', /^--round takes 0\.01, 0\.05, \.99/],
  ['price TEE-1 --list msrp --by +4%', /with --where sku=TEE-1/],
  [`markdown --percent 120 ${days}`, /^--percent "120" is not a share/],
  ['markdown --percent 20 --from 2026-12-26 --until 2026-12-24', /is before --from/],
];

test('a mistake in a command is refused with the reason and a remedy', async (t) => {
  const edit = await openEdit(t);
  for (const [args, message] of mistakes) {
    const { exitCode, stderr } = await edit.run(...args.split(' '));
    t.is(exitCode, 1, args);
    t.regex(stderr, message);
  }
});

for (const [file, from, to, message] of [
  [
    'catalogue.json',
    '"tiers"',
    '"timeZone": "America/Torono", "tiers"',
    /^catalogue\.json: timeZone: "America\/Torono" is not a time zone: write a name such as /,
  ],
  ['products/BAG-5.json', /^.*$/s, 'null', /^products\/BAG-5\.json: null must be an object /],
  // A decimal comma cuts the price in two.
  ['prices/surcharges.csv', '6950.50', '6950,50', /^prices\/surcharges\.csv:2 has 6 cells for 5 /],
] as const) {
  test(`a fault in ${file} is reported with its place, and no byte is written`, async (t) => {
    const edit = await openEdit(t);
    await edit.content.write(file, (await edit.read(file)).replace(from, to));
    const before = await edit.read('prices/msrp.csv');
    for (const args of ['rename BAG-5 BAG-6', 'remove TEE-1']) {
      const { exitCode, stdout, stderr } = await edit.run(...args.split(' '));
      t.deepEqual([exitCode, stdout], [1, ''], args);
      t.regex(stderr, message, args);
    }
    t.is(await edit.read('prices/msrp.csv'), before);
  });
}

test('a product whose file has a fault can be removed', async (t) => {
  const edit = await openEdit(t);
  await edit.content.write('products/BAG-5.json', 'null');
  const { exitCode, stderr } = await edit.run('remove', 'BAG-5');
  t.deepEqual([exitCode, stderr], [0, '']);
});
