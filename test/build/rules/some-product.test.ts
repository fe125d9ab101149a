import test from 'ava';
import { someProduct } from '../../../build/rules/some-product.ts';
import { loadFixture } from '../../helpers/content.ts';

test('a catalogue with a product passes, one without is told to look at the folder', async (t) => {
  const content = await loadFixture();
  t.deepEqual(someProduct(content), []);
  const [finding] = someProduct({ ...content, products: [] });
  t.like(finding, { file: 'products/' });
});
