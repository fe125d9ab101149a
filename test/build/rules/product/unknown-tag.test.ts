import { unknownTag } from '../../../../build/rules/product/unknown-tag.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('tags of tags.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownTag), []);
});

test('a tag that tags.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"tag": "best-seller"', '"tag": "best-sellers"');
  t.deepEqual((await findAfter(t, unknownTag, edit)).map(inShort), [
    'products/TEE-1.json:40:10 "best-sellers" is not among the tags of tags.json [best-seller]',
  ]);
});
