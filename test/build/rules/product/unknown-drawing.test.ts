import { unknownDrawing } from '../../../../build/rules/product/unknown-drawing.ts';
import { findAfter, findInFixture, inShort, removing, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('drawings of two sides are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownDrawing), []);
});

test('a drawing that is not there is found, with the one that was meant', async (t) => {
  const edit = replacing('products/HOOD-2.json', '"hoodie"', '"hoodi"');
  const findings = await findAfter(t, unknownDrawing, edit);
  t.deepEqual(findings.map(inShort), [
    'products/HOOD-2.json:53:14 "hoodi" is not drawn from both sides: drawings/ has no hoodi-front.svg and no hoodi-back.svg [hoodie]',
  ]);
  t.deepEqual(findings[0]?.allowed, ['hoodie', 'tee']);
});

test('a drawing that lacks a side is found, and no other is offered for it', async (t) => {
  const findings = await findAfter(t, unknownDrawing, removing('drawings/hoodie-back.svg'));
  t.deepEqual(findings.map(inShort), [
    'products/HOOD-2.json:53:14 "hoodie" is not drawn from both sides: drawings/ has no hoodie-back.svg',
  ]);
});
