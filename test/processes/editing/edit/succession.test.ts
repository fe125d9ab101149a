/** `rename`, `remove` and `copy` of products that were renamed, replaced or scheduled before. */
import test from 'ava';
import { type EditRun, openEdit } from './edit-run.ts';

/** Adds members to a product. */
async function addMembers({ content }: EditRun, sku: string, members: object): Promise<void> {
  const text = `{ ${JSON.stringify(members).slice(1, -1)},`;
  await content.replace(`products/${sku}.json`, '{', text);
}

const productOf = async ({ read }: EditRun, sku: string) =>
  JSON.parse(await read(`products/${sku}.json`)) as Readonly<Record<string, unknown>>;

test.serial(
  'a renamed product keeps its former SKUs, except the one that becomes its SKU again',
  async (t) => {
    const edit = await openEdit(t);
    await addMembers(edit, 'TEE-1', { formerSkus: ['TEE-0', 'TEE-9'] });
    t.is((await edit.run('rename', 'TEE-1', 'TEE-9')).exitCode, 0);
    t.deepEqual((await productOf(edit, 'TEE-9'))['formerSkus'], ['TEE-0', 'TEE-1']);
  },
);

test.serial('after a rename, replacedBy of other products names the new SKU', async (t) => {
  const edit = await openEdit(t);
  await addMembers(edit, 'BAG-5', { replacedBy: 'TEE-1' });
  await addMembers(edit, 'USA-4', { replacedBy: 'HOOD-2' });
  const { stdout } = await edit.run('rename', 'TEE-1', 'TEE-9');
  t.regex(stdout, /^products\/BAG-5\.json +`replacedBy`$/m);
  t.is((await productOf(edit, 'BAG-5'))['replacedBy'], 'TEE-9');
  t.is((await productOf(edit, 'USA-4'))['replacedBy'], 'HOOD-2');
});

test.serial(
  'a product that replaces others cannot be removed, and the message names those products',
  async (t) => {
    const edit = await openEdit(t);
    for (const sku of ['BAG-5', 'USA-4']) await addMembers(edit, sku, { replacedBy: 'TEE-1' });
    const { stderr } = await edit.run('remove', 'TEE-1');
    t.is(stderr, 'TEE-1 replaces BAG-5, USA-4; correct replacedBy there first\n');
  },
);

test.serial('--replaced-by must name an existing product', async (t) => {
  const edit = await openEdit(t);
  const { stderr } = await edit.run('remove', 'TEE-1', '--replaced-by', 'HOD-2');
  t.is(stderr, 'there is no product "HOD-2"; did you mean "HOOD-2"?\n');
});

test.serial(
  'remove sets yesterday, in the time zone of the catalogue, as the last day of a replaced product',
  async (t) => {
    const edit = await openEdit(t, '2026-12-01T04:59:00Z');
    await edit.content.replace('catalogue.json', '{', '{ "timeZone": "America/Toronto",');
    await edit.run('remove', 'TEE-1', '--replaced-by', 'HOOD-2');
    t.is((await productOf(edit, 'TEE-1'))['availableUntil'], '2026-11-29');
  },
);

test.serial(
  'a copy has no dates, former SKUs or replacement, and its rows follow those of the original',
  async (t) => {
    const edit = await openEdit(t);
    const life = { availableFrom: '2026-01-01', availableUntil: '2027-12-31' };
    await addMembers(edit, 'HOOD-2', { ...life, formerSkus: ['HOOD-1'], replacedBy: 'TEE-1' });
    t.is((await edit.run('copy', 'HOOD-2', 'HOOD-3')).exitCode, 0);
    const members = Object.keys(await productOf(edit, 'HOOD-3'));
    for (const member of [...Object.keys(life), 'formerSkus', 'replacedBy']) {
      t.false(members.includes(member), member);
      t.true(member in (await productOf(edit, 'HOOD-2')), member);
    }
    const skus = (await edit.read('prices/msrp.csv')).split('\n').map((line) => line.split(',')[0]);
    const own = skus.filter((sku) => sku?.startsWith('HOOD'));
    t.deepEqual(own, [...Array(3).fill('HOOD-2'), ...Array(3).fill('HOOD-3')]);
    t.is(skus.indexOf('JER-3'), skus.lastIndexOf('HOOD-3') + 1);
  },
);

test.serial(
  'remove keeps a last day that has passed, and brings a later one forward',
  async (t) => {
    const edit = await openEdit(t);
    for (const [before, after] of [
      ['2026-06-30', '2026-06-30'],
      ['2027-06-30', '2026-11-30'],
    ] as const) {
      await edit.run('remove', 'TEE-1', '--until', before);
      const { exitCode } = await edit.run('remove', 'TEE-1', '--replaced-by', 'HOOD-2');
      t.is(exitCode, 0);
      const product = await productOf(edit, 'TEE-1');
      t.deepEqual([product['availableUntil'], product['replacedBy']], [after, 'HOOD-2']);
    }
  },
);

test.serial('one changed row of a table is shown as 1 row', async (t) => {
  const edit = await openEdit(t);
  const copied = await edit.run('copy', 'USA-4', 'USA-5');
  t.regex(copied.stdout, /^prices\/msrp\.csv +1 row$/m);
  const renamed = await edit.run('rename', 'BAG-5', 'BAG-6');
  t.regex(renamed.stdout, /^inventory\.csv +1 row$/m);
  const removed = await edit.run('remove', 'BAG-6');
  t.regex(removed.stdout, /^inventory\.csv +1 row removed$/m);
});
