import test from 'ava';
import { openContent } from '../../../../../build/content/open-content.ts';
import { hashFile } from '../../../../../build/content/product-files.ts';
import { hashRows } from '../../../../../build/content/product-hashes.ts';
import type { ProductName } from '../../../../../build/content/product-rows.ts';
import { hashShared } from '../../../../../build/output/shared-hash.ts';
import {
  baseUrl,
  type ContentFolder,
  copyContent,
  fixtureContent,
} from '../../../../helpers/content.ts';
import { locatedStock } from '../../../../helpers/located-stock.ts';

/**
 * Returns three hashes, separated by spaces, of all that the product TEE-1 is made from: the shared files with the
 * public address, the product file, and the product's table rows.
 */
async function inputsOf(folder: string, site = { baseUrl }): Promise<string> {
  const content = await openContent(folder);
  const name = content.products.find(({ sku }) => sku === 'TEE-1') as ProductName;
  const rows = hashRows(content.sourceOf(name), content.tables);
  return [hashShared(content, site), hashFile(content, name.file), rows].join(' ');
}

const edits: Record<string, (folder: ContentFolder) => Promise<void>> = {
  'its file': (folder) => folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.'),
  'its stock': (folder) => folder.replace('inventory.csv', 'TEE-1,navy,S,120', 'TEE-1,navy,S,121'),
  'its MSRP': (folder) => folder.replace('prices/msrp.csv', 'CAD,48,8018.50', 'CAD,48,8018.51'),
  'its regular price': (folder) =>
    folder.replace('prices/msrp.csv', '8020.00,8025.00', '8020.00,8026.00'),
  'a net price': (folder) => folder.replace('prices/net-A3.csv', '7919.13', '7919.14'),
  'a surcharge': (folder) => folder.replace('prices/surcharges.csv', '6902.17', '6902.18'),
  'its variants': (folder) =>
    folder.write('variants.csv', 'sku,color,size,part_id\nTEE-1,navy,S,T1\n'),
  'the locations': (folder) => folder.write('locations.json', locatedStock['locations.json']),
  'a brand': (folder) => folder.replace('brands.json', 'Plain basics.', 'Plain.'),
  'an alias of a size': (folder) =>
    folder.replace('sizes.json', '"sizes"', '"aliases": { "XXL": "2XL" }, "sizes"'),
  'a drawing': (folder) => folder.append('drawings/tee-front.svg', '<!-- -->'),
};

for (const [what, edit] of Object.entries(edits)) {
  test(`an edit of ${what} changes the inputs of a product`, async (t) => {
    const folder = await copyContent(t);
    const before = await inputsOf(folder.path);
    t.is(await inputsOf(folder.path), before);
    await edit(folder);
    t.not(await inputsOf(folder.path), before);
  });
}

test.serial('files and rows of other products do not change the inputs of a product', async (t) => {
  const folder = await copyContent(t);
  const before = await inputsOf(folder.path);
  await folder.replace('products/BAG-5.json', 'Plain Bag', 'Plainer Bag');
  await folder.replace('inventory.csv', 'BAG-5,navy,OSFA,400\n', '');
  await folder.write('variants.csv', 'sku,color,size,part_id\nBAG-5,navy,OSFA,B1\n');
  await folder.replace('prices/msrp.csv', 'BAG-5,CAD,10,8008.00', 'BAG-5,CAD,10,8008.50');
  t.is(await inputsOf(folder.path), before);
});

test.serial('a change of the public address changes the inputs of every product', async (t) => {
  const elsewhere = await inputsOf(fixtureContent, { baseUrl: 'https://other.example.test' });
  t.not(elsewhere, await inputsOf(fixtureContent));
});

test.serial(
  'the hash of a table changes with any edit of the table, and not with an edit of a product file',
  async (t) => {
    const folder = await copyContent(t);
    const hashOf = async () => (await openContent(folder.path)).hashTables();
    const before = await hashOf();
    await folder.replace('products/BAG-5.json', 'Plain Bag', 'Plainer Bag');
    t.is(await hashOf(), before);
    await folder.replace('inventory.csv', 'BAG-5,navy,OSFA,400', 'BAG-5,navy,OSFA,401');
    t.not(await hashOf(), before);
  },
);
