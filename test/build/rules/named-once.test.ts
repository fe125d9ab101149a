import test from 'ava';
import { namedOnce } from '../../../build/rules/named-once.ts';
import { copyContent, loadFixture } from '../../helpers/content.ts';

test('the fixture names everything once', async (t) => {
  t.deepEqual(namedOnce(await loadFixture()), []);
});

test('a colour that a product names twice is found', async (t) => {
  const content = await copyContent(t);
  await content.replace('products/TEE-1.json', '"color": "grey-navy"', '"color": "navy"');
  const [finding] = namedOnce(await content.load());
  t.like(finding, { file: 'products/TEE-1.json' });
  t.regex(finding?.message ?? '', /^"navy" stands here twice/);
});

test('two brands of one label are found', async (t) => {
  const content = await copyContent(t);
  await content.replace('brands.json', '"name": "Zeta"', '"name": "Acme & Sons"');
  t.like(namedOnce(await content.load())[0], { file: 'brands.json' });
});
