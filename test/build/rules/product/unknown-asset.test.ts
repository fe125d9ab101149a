import { unknownAsset } from '../../../../build/rules/product/unknown-asset.ts';
import { findAfter, findInFixture, inShort, removing, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('pictures that are in assets/ or elsewhere are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownAsset), []);
});

test('a picture that is no file is found wherever the product names it', async (t) => {
  const findings = await findAfter(t, unknownAsset, removing('assets/photos/stateside.png'));
  t.deepEqual(findings.map(inShort), [
    'products/USA-4.json:32:15 "photos/stateside.png" is not in assets/',
    'products/USA-4.json:50:9 "photos/stateside.png" is not in assets/',
  ]);
});

test('a misspelt picture is found, with the one that was meant', async (t) => {
  const edit = replacing('products/USA-4.json', 'photos/stateside.png', 'photos/statesite.png');
  const [finding] = await findAfter(t, unknownAsset, edit);
  t.is(finding?.suggestion, 'photos/stateside.png');
});
