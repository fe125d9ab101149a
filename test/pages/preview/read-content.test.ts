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

test('after each save, the preview has exactly the findings of a check of the content', async (t) => {
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
});
