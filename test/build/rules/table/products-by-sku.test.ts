import { loadDraft } from '../../../../build/load/load-draft.ts';
import { productsBySku } from '../../../../build/rules/table/products-by-sku.ts';
import { copyContent, fixtureContent } from '../../../helpers/content.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('a product is found by its SKU, and the index is made once a draft', async (t) => {
  const draft = await loadDraft(fixtureContent);
  const products = productsBySku(draft);
  t.is(products.get('TEE-1')?.file, 'products/TEE-1.json');
  t.is(products.size, draft.products.length);
  t.is(productsBySku(draft), products);
  t.not(productsBySku(await loadDraft(fixtureContent)), products);
});

test('nothing is known of a SKU that two files claim but that there is one', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/USA-4.json', '"USA-4"', '"TEE-1"');
  const products = productsBySku(await loadDraft(folder.path));
  t.deepEqual(products.get('TEE-1')?.product, {});
});
