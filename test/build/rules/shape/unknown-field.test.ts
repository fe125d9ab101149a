import { unknownField } from '../../../../build/rules/shape/unknown-field.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';

test('fields that are known pass', async (t) => {
  t.deepEqual(await findInFixture(unknownField), []);
});

test('a field that is not known is told at its name, with the one that was meant', async (t) => {
  const findings = await findAfter(
    t,
    unknownField,
    replacing(file, '"keywords"', '"keyWords"'),
    replacing(file, '"fr": "Taille petit."', '"fr-ca": "Taille petit."'),
    replacing(file, '"gsm": 200', '"gsm": 200, "origin": "QC"'),
  );
  t.deepEqual(findings.map(inShort), [
    `${file}:22:3 "keyWords" is not a field that is known here [keywords]`,
    `${file}:38:5 "fr-ca" is not a field that is known here [fr-CA]`,
    `${file}:99:21 "origin" is not a field that is known here`,
  ]);
  t.deepEqual(findings[1]?.allowed, ['en', 'fr', 'en-CA', 'en-US', 'fr-CA']);
  t.deepEqual(findings[2]?.allowed, ['composition', 'weight', 'gsm']);
});

test('the name of an entry has to be an id', async (t) => {
  const edit = replacing('brands.json', '"zeta"', '"Zeta & Co"');
  t.deepEqual((await findAfter(t, unknownField, edit)).map(inShort), [
    'brands.json:11:5 "Zeta & Co" is not an id: use lower-case letters, digits and hyphens',
  ]);
});

test('a name that every object of the language has is not known either', async (t) => {
  const findings = await findAfter(t, unknownField, replacing(file, '"note"', '"__proto__"'));
  t.deepEqual(
    findings.map(({ line }) => line),
    [36],
  );
});
