/**
 * Tests the catalogue that `generateCatalogue` makes for benches, and the edits that benches make in it: it stays
 * valid.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { editPrices, prepareNameEdit } from '../../bench/build/edit-content.ts';
import { generateCatalogue } from '../../bench/build/generate-catalogue.ts';
import { editStock } from '../../bench/copy/edit-tables.ts';
import { filesBelow } from '../build/released-files.ts';
import { findingsIn, loadContent, makeFolder } from '../helpers/content.ts';
import { collectTeardowns } from '../helpers/teardown.ts';

/** Path of the content folder of a generated catalogue, which the tests edit one after another. */
let content: string;
const teardowns = collectTeardowns();

test.before('a catalogue is generated', async () => {
  content = join(await makeFolder(teardowns), 'content');
  await generateCatalogue(content, 80);
});
test.after.always(() => teardowns.run());

const linesOf = async (file: string) => (await readFile(join(content, file), 'utf8')).split('\n');

/** Returns SKU → English name of each product in `content`. */
async function namesBySku(): Promise<Readonly<Record<string, string | undefined>>> {
  const { products } = await loadContent(content);
  return Object.fromEntries(products.map(({ product: { sku, name } }) => [sku, name['en']]));
}

test.serial('a generated catalogue of any size is valid and reproducible', async (t) => {
  const other = join(await makeFolder(t), 'other');
  await generateCatalogue(other, 80);
  t.deepEqual(await findingsIn(content), []);
  const { products } = await loadContent(content);
  t.is(products.length, 80);
  t.true(products.every(({ product }) => product.drawing === undefined));
  // The 76 products of the sample that are always available are copied in turn, with their stock rows, so that 80
  // products have somewhat more rows than those 76.
  t.true(products.flatMap((product) => product.rows.inventory).length > 2000);
  const texts = async (path: string) =>
    [...(await filesBelow(path))].map(([name, { bytes }]) => [name, bytes.toString('latin1')]);
  t.true(isDeepStrictEqual(await texts(content), await texts(other)));
});

test.serial(
  'an edit changes the name of one product, and changes nothing before it is saved',
  async (t) => {
    const before = await namesBySku();
    const { sku, name, save } = await prepareNameEdit(content, 1);
    t.deepEqual(await namesBySku(), before);
    await save();
    t.not(name, before[sku]);
    t.deepEqual(await namesBySku(), { ...before, [sku]: name });
  },
);

test.serial('a price edit changes one MSRP of every fifth product', async (t) => {
  const edited = new Set<string>();
  for (const round of [0, 1]) {
    const before = await linesOf('prices/msrp.csv');
    t.is(await editPrices(content, round), 16);
    const after = await linesOf('prices/msrp.csv');
    t.is(after.length, before.length);
    const changed = after.filter((line, at) => line !== before[at]);
    t.is(changed.length, 16);
    for (const line of changed) edited.add(line.slice(0, line.indexOf(',')));
  }
  t.is(edited.size, 32);
});

test.serial(
  'a stock edit adds one piece to rows of every fifth product, and changes no other cell',
  async (t) => {
    const before = await linesOf('inventory.csv');
    await editStock(content);
    const after = await linesOf('inventory.csv');
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
  },
);

test.serial('after these edits, the content is still valid', async (t) => {
  t.deepEqual(await findingsIn(content), []);
});
