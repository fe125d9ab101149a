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

test('each condition narrows, several values widen, and an asterisk matches any text', async (t) => {
  t.deepEqual(await selected(t, 'sku=BAG-5,TEE-1'), ['BAG-5', 'TEE-1']);
  t.deepEqual(await selected(t, 'sku=*-1,*-5', 'category=tees'), ['TEE-1']);
  t.deepEqual(await selected(t, 'sku=tee-1'), ['TEE-1']);
});

test('a value matches completely, and a point matches only a point', async (t) => {
  t.regex(String(await selected(t, 'sku=TEE')), /^--where sku=TEE matches no product/);
  t.regex(String(await selected(t, 'sku=EE-1')), /^--where sku=EE-1 matches no product/);
  t.regex(String(await selected(t, 'sku=TEE.1')), /^--where sku=TEE\.1 matches no product/);
});

test('conditions that no product fulfils together are refused', async (t) => {
  t.is(await selected(t, 'sku=BAG-5', 'category=tees'), 'no product matches all of --where');
});
