import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { editPrices, prepareNameEdit } from '../../bench/build/edit-content.ts';
import { generateCatalogue } from '../../bench/build/generate-catalogue.ts';
import { findingsIn, loadContent, makeFolder } from '../helpers/content.ts';

test('an edit changes the name of one product, and changes nothing before it is saved', async (t) => {
  const content = join(await makeFolder(t), 'content');
  await generateCatalogue(content, 80);
  const before = await namesIn(content);
  const { sku, name, save } = await prepareNameEdit(content, 1);
  t.deepEqual(await namesIn(content), before);
  await save();
  t.not(name, before[sku]);
  t.deepEqual(await namesIn(content), { ...before, [sku]: name });
  t.deepEqual(await findingsIn(content), []);
});

test('a price edit changes one MSRP of every fifth product, and every rule stays satisfied', async (t) => {
  const content = join(await makeFolder(t), 'content');
  await generateCatalogue(content, 80);
  const msrp = () => readFile(join(content, 'prices', 'msrp.csv'), 'utf8');
  const edited = new Set<string>();
  for (const round of [0, 1]) {
    const before = (await msrp()).split('\n');
    t.is(await editPrices(content, round), 16);
    const after = (await msrp()).split('\n');
    t.is(after.length, before.length);
    const changed = after.filter((line, at) => line !== before[at]);
    t.is(changed.length, 16);
    for (const line of changed) edited.add(line.slice(0, line.indexOf(',')));
  }
  t.is(edited.size, 32);
  t.deepEqual(await findingsIn(content), []);
});

/** Returns the English product names of a content folder by SKU. */
async function namesIn(content: string): Promise<Readonly<Record<string, string | undefined>>> {
  const { products } = await loadContent(content);
  return Object.fromEntries(products.map(({ product: { sku, name } }) => [sku, name['en']]));
}
