import fc from 'fast-check';
import { duplicateName } from '../../../../build/rules/json/duplicate-name.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('names that stand once in their object pass, though others have them too', async (t) => {
  t.deepEqual(await findInFixture(duplicateName), []);
});

test('a name that stands twice is told at the second, with the line of the first', async (t) => {
  const findings = await findAfter(
    t,
    duplicateName,
    replacing('products/TEE-1.json', '"acme",', '"acme",\n  "brand": "zeta",\n  "brand": "zeta",'),
    replacing('brands.json', '"zeta": {', '"acme": {'),
  );
  t.deepEqual(findings.map(inShort), [
    'brands.json:11:5 "acme" stands on line 3 already; remove one of the two',
    'products/TEE-1.json:42:3 "brand" stands on line 41 already; remove one of the two',
    'products/TEE-1.json:43:3 "brand" stands on line 41 already; remove one of the two',
  ]);
});

test('names are told as repeated if and only if they are, whatever the text holds', (t) => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, fc.string(), (inside, name) => {
      const once = JSON.stringify({ a: [inside, { b: inside }], c: name }, null, 1);
      t.deepEqual(duplicateName.find(once, JSON.parse(once)), []);
      const member = `${JSON.stringify(name)}: ${JSON.stringify(inside)}`;
      const twice = `{"a": [${JSON.stringify(inside)}, {${member}, "b:": ":\\\\", ${member}}]}`;
      const found = duplicateName.find(twice, JSON.parse(twice));
      t.is(found.length, name === 'b:' ? 2 : 1);
    }),
    { numRuns: 200 },
  );
});
