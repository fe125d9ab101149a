/** The findings of the preview after each save: it reuses products, but never an outdated finding. */
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createContentReader } from '../../../pages/preview/server/read-content.ts';
import { baseUrl, type ContentFolder, copyContent, findingsIn } from '../../helpers/content.ts';

const prices = 'prices/msrp.csv';

/** Edits of one content folder, each of which leaves a finding in a product that was read before. */
const saves: readonly (readonly [string, (content: ContentFolder) => Promise<void>])[] = [
  ['a price with a fault', (content) => content.replace(prices, '8061.00', '8061.005')],
  [
    'a row of another product above it',
    async ({ path, write }) => {
      const [header, ...rows] = (await readFile(join(path, prices), 'utf8')).split('\n');
      await write(prices, [header, 'BAG-5,CAD,20,8007.00,', ...rows].join('\n'));
    },
  ],
  ['a symbolic link', ({ path }) => symlink('catalogue.json', join(path, 'link.json'))],
  [
    'an unknown category while the link exists',
    (content) => content.replace('products/TEE-1.json', '"category": "', '"category": "x'),
  ],
  ['the link removed', (content) => content.remove('link.json')],
];

/** Edits of one content folder, in order, each with the SKUs of the products that can then be shown. */
const faults: readonly (readonly [
  what: string,
  edit: (content: ContentFolder) => Promise<void>,
  skus: readonly string[] | undefined,
])[] = [
  [
    'a fault in a product',
    ({ replace }) => replace('products/TEE-1.json', '"acme"', '"acmee"'),
    ['BAG-5', 'HOOD-2', 'JER-3', 'USA-4'],
  ],
  [
    'a file that is named after another SKU',
    ({ replace }) => replace('products/USA-4.json', '"USA-4"', '"USA-5"'),
    ['BAG-5', 'HOOD-2', 'JER-3'],
  ],
  [
    'a fault in a shared file',
    ({ replace }) => replace('catalogue.json', '"base": "A3"', '"base": "A2"'),
    undefined,
  ],
];

test.serial(
  'from content with errors the products without errors are read, unless a shared file has an error',
  async (t) => {
    const content = await copyContent(t);
    const read = createContentReader(content.path, { baseUrl });
    for (const [what, edit, skus] of faults) {
      await edit(content);
      const { catalogue } = await read();
      t.deepEqual(catalogue && [...catalogue.products.keys()], skus, what);
    }
  },
);

test.serial(
  'after each save, the preview has exactly the findings of a check of the content',
  async (t) => {
    const content = await copyContent(t);
    const read = createContentReader(content.path, { baseUrl });
    await read();
    for (const [what, save] of saves) {
      await save(content);
      const { findings } = await read();
      const withoutSkus = findings.map(({ sku: _, ...finding }) => finding);
      t.deepEqual(withoutSkus, [...(await findingsIn(content.path))], what);
      t.true(findings.length > 0, what);
    }
  },
);
