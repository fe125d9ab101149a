import { missingField } from '../../../../build/rules/shape/missing-field.ts';
import { findAfter, findAllAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';

test('files with every field pass', async (t) => {
  t.deepEqual(await findInFixture(missingField), []);
});

test('a field that is missing is told where its object begins', async (t) => {
  const findings = await findAfter(
    t,
    missingField,
    replacing(file, '  "brand": "acme",\n', ''),
    replacing(file, '"quantity": 12', '"description": { "en": "Twelve", "fr": "Douze" }'),
  );
  t.deepEqual(findings.map(inShort), [
    `${file}:1:1 the field "brand" is missing; add it`,
    `${file}:57:3 the field "quantity" is missing; add it`,
  ]);
});

test('a field that is there under a misspelt name is told once, at that name', async (t) => {
  const findings = await findAllAfter(t, replacing(file, '"brand"', '"brnd"'));
  t.deepEqual(
    findings.map(({ rule, line }) => [rule, line]),
    [['shape/unknown-field', 41]],
  );
});
