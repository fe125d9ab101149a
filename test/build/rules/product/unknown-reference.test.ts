import { unknownBrand } from '../../../../build/rules/product/unknown-brand.ts';
import { unknownColor } from '../../../../build/rules/product/unknown-color.ts';
import { appending, findAfter, inShort, removing, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const gone = replacing('products/TEE-1.json', '"brand": "acme"', '"brand": "gone"');

test('a finding gives every id that would do', async (t) => {
  const [finding] = await findAfter(t, unknownBrand, gone);
  t.deepEqual(finding?.allowed, ['acme', 'zeta']);
  t.false('suggestion' in (finding ?? {}));
});

test('a name that every object has is no id', async (t) => {
  const edit = replacing('products/TEE-1.json', '"brand": "acme"', '"brand": "constructor"');
  t.is((await findAfter(t, unknownBrand, edit)).length, 1);
});

test('nothing is said where the shared file is missing or cannot be taken apart', async (t) => {
  t.deepEqual(await findAfter(t, unknownBrand, gone, removing('brands.json')), []);
  t.deepEqual(await findAfter(t, unknownBrand, gone, appending('brands.json', '}}')), []);
});

test('an entry with a fault of its own exists all the same', async (t) => {
  const edit = replacing('brands.json', '"page": true', '"page": "yes"');
  t.deepEqual(await findAfter(t, unknownBrand, edit), []);
});

test('a reference that could not be read is left to the rule that told so', async (t) => {
  const edit = replacing('products/TEE-1.json', '"brand": "acme"', '"brand": 7');
  t.deepEqual(await findAfter(t, unknownBrand, edit), []);
});

test('an element after one that could not be read is found at its own place', async (t) => {
  const findings = await findAfter(
    t,
    unknownColor,
    replacing('products/TEE-1.json', '"color": "navy"', '"color": "Navy blue"'),
    replacing('products/TEE-1.json', '"color": "grey-navy"', '"color": "grey-navi"'),
  );
  t.deepEqual(findings.map(inShort), [
    'products/TEE-1.json:88:16 "grey-navi" is not among the colours of colors.json [grey-navy]',
  ]);
  t.is(findings[0]?.path, 'colors[1].color');
});
