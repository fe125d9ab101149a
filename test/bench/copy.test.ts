/** The tools of `npm run bench -- copy`. */
import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { generateCatalogue } from '../../bench/build/generate-catalogue.ts';
import { editStock } from '../../bench/copy/edit-tables.ts';
import { clientAddress } from '../../bench/copy/meter.ts';
import { findingsIn, makeFolder } from '../helpers/content.ts';

test('a stock edit adds one piece to rows of every fifth product, and changes no other cell', async (t) => {
  const content = join(await makeFolder(t), 'content');
  await generateCatalogue(content, 80);
  const lines = async () => (await readFile(join(content, 'inventory.csv'), 'utf8')).split('\n');
  const before = await lines();
  await editStock(content);
  const after = await lines();
  t.is(after.length, before.length);
  const edited = new Set<string>();
  for (const [at, line] of before.entries()) {
    if (after[at] === line) continue;
    const [sku = '', color, size, quantity, ...others] = line.split(',');
    edited.add(sku);
    t.is(after[at], [sku, color, size, Number(quantity) + 1, ...others].join(','));
  }
  // Some products have no stock.
  t.true(edited.size > 10);
  t.deepEqual(await findingsIn(content), []);
});

test('no client address is used twice', (t) => {
  const addresses = Array.from({ length: 1000 }, (_, at) => clientAddress(at));
  t.is(new Set(addresses).size, addresses.length);
  t.true(addresses.every(isIPv4));
});
