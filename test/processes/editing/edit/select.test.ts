/** Which products and price lists the options `--where` and `--list` of `npm run edit` select. */
import test from 'ava';
import { openEdit } from './edit-run.ts';

/**
 * Returns the SKUs of the products that the conditions `where` select, or the error message of the command.
 */
async function selected(t: Parameters<typeof openEdit>[0], ...where: readonly string[]) {
  const edit = await openEdit(t);
  const conditions = where.flatMap((each) => ['--where', each]);
  const run = ['price', '--list', 'msrp', '--by', '+1.00', '--json', ...conditions];
  const { stdout, stderr } = await edit.run(...run);
  if (stderr !== '') return stderr.trimEnd();
  // With --yes, nothing but the JSON is printed.
  const { rows } = JSON.parse(stdout) as { rows: readonly { sku: string }[] };
  return [...new Set(rows.map(({ sku }) => sku))];
}

test.serial(
  'a product must match every condition and one of its values; an asterisk matches any text',
  async (t) => {
    t.deepEqual(await selected(t, 'sku=BAG-5,TEE-1'), ['BAG-5', 'TEE-1']);
    t.deepEqual(await selected(t, 'sku=*-1,*-5', 'category=tees'), ['TEE-1']);
    t.deepEqual(await selected(t, 'sku=tee-1'), ['TEE-1']);
  },
);

test.serial('a value must match the whole text, and a point matches only a point', async (t) => {
  t.regex(String(await selected(t, 'sku=TEE')), /^--where sku=TEE matches no product/);
  t.regex(String(await selected(t, 'sku=EE-1')), /^--where sku=EE-1 matches no product/);
  t.regex(String(await selected(t, 'sku=TEE.1')), /^--where sku=TEE\.1 matches no product/);
});

test.serial('conditions that no product matches together are refused', async (t) => {
  t.is(await selected(t, 'sku=BAG-5', 'category=tees'), 'no product matches all of --where');
});

test.serial('a list that is named twice is changed once', async (t) => {
  const edit = await openEdit(t);
  const { stdout } = await edit.run('price', '--list', 'A1,net-A1', '--by', '+1.00', '--json');
  const { rows } = JSON.parse(stdout) as { rows: readonly object[] };
  t.is(new Set(rows.map((row) => JSON.stringify(row))).size, rows.length);
  const keys = rows.map((row) => JSON.stringify(Object.values(row).slice(0, 4)));
  t.is(new Set(keys).size, keys.length);
});

test.serial(
  'a price list without its table is refused by name, and no other list is changed',
  async (t) => {
    const edit = await openEdit(t);
    const before = await edit.read('prices/msrp.csv');
    await edit.content.remove('prices/net-A1.csv');
    for (const args of [
      ['price', '--list', 'all', '--by', '+10%'],
      ['markdown', '--percent', '20', '--from', '2026-12-01', '--until', '2026-12-31'],
    ]) {
      const { exitCode, stderr } = await edit.run(...args);
      t.is(exitCode, 1);
      t.is(stderr, 'prices/net-A1.csv is missing; add it\n');
    }
    t.is(await edit.read('prices/msrp.csv'), before);
  },
);

test.serial('a SKU without --where is refused, so that no other product is changed', async (t) => {
  const edit = await openEdit(t);
  const before = await edit.read('prices/msrp.csv');
  for (const [command, ...rest] of [
    ['price', '--list', 'msrp', '--by', '+10%'],
    ['markdown', '--percent', '20', '--from', '2026-12-01', '--until', '2026-12-31'],
  ] as const) {
    const { exitCode, stderr } = await edit.run(command, 'TEE-1', ...rest);
    t.is(exitCode, 1);
    t.is(stderr, '"TEE-1" is no option; select products with --where sku=TEE-1\n');
  }
  t.is(await edit.read('prices/msrp.csv'), before);
});

test.serial(
  'files with a byte order mark are read, and a file that is not JSON is refused by name',
  async (t) => {
    const edit = await openEdit(t);
    for (const file of ['products/TEE-1.json', 'catalogue.json']) {
      await edit.content.write(file, `\uFEFF${await edit.read(file)}`);
    }
    const run = ['price', '--list', 'msrp', '--by', '+1.00', '--where', 'sku=BAG-5'];
    t.is((await edit.run(...run)).stderr, '');
    await edit.content.write('products/TEE-1.json', '{');
    const { exitCode, stderr } = await edit.run(...run);
    t.is(exitCode, 1);
    t.is(stderr, 'products/TEE-1.json is not JSON; npm run build reports the reason\n');
  },
);
