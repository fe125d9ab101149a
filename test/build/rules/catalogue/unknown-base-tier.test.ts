import { unknownBaseTier } from '../../../../build/rules/catalogue/unknown-base-tier.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('a base tier that is a tier is fine', async (t) => {
  t.deepEqual(await findInFixture(unknownBaseTier), []);
});

test('a base tier that is no tier is found, with the tiers that there are', async (t) => {
  const edit = replacing('catalogue.json', '"base": "A3"', '"base": "a3"');
  const findings = await findAfter(t, unknownBaseTier, edit);
  t.deepEqual(findings.map(inShort), [
    'catalogue.json:26:13 "a3" is not among the tiers of this catalogue [A3]',
  ]);
  t.deepEqual(findings[0]?.allowed, ['A1', 'A3']);
});

test('nothing is said where a tier could not be read', async (t) => {
  const edits = [
    replacing('catalogue.json', '"base": "A3"', '"base": "A9"'),
    replacing('catalogue.json', '"A1"', '"net-A9"'),
  ];
  t.deepEqual(await findAfter(t, unknownBaseTier, ...edits), []);
});
