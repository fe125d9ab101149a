import { join } from 'node:path';
import test from 'ava';
import { generateCatalogue } from '../../bench/build/generate-catalogue.ts';
import { filesBelow } from '../build/released-files.ts';
import { findingsIn, loadContent, makeFolder } from '../helpers/content.ts';

test('a generated catalogue of any size is valid and reproducible', async (t) => {
  const folder = await makeFolder(t);
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  for (const each of [one, other]) await generateCatalogue(each, 80);
  t.deepEqual(await findingsIn(one), []);
  const content = await loadContent(one);
  t.is(content.products.length, 80);
  t.true(content.products.every(({ product }) => product.drawing === undefined));
  // 80 products in the shape of 76: a little more of everything than the sample has.
  const rows = content.products.flatMap((product) => product.rows.inventory);
  t.true(rows.length > 2000);
  const texts = async (path: string) =>
    [...(await filesBelow(path))].map(([name, { bytes }]) => [name, bytes.toString('latin1')]);
  t.deepEqual(await texts(one), await texts(other));
});
