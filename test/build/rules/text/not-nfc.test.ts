import { notNfc } from '../../../../build/rules/text/not-nfc.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';

test('accented letters of one character pass', async (t) => {
  t.deepEqual(await findInFixture(notNfc), []);
});

const slips = [
  ['cote\u0301', 'writes "é" as a letter and a separate accent; retype it [coté]'],
  ['Garc\u0327on', 'writes "ç" as a letter and a separate accent; retype it [Garçon]'],
] as const;

for (const [written, told] of slips) {
  test(`a text is told: ${JSON.stringify(written)}`, async (t) => {
    const findings = await findAfter(t, notNfc, replacing(file, 'Runs small.', written));
    t.deepEqual(findings.map(inShort), [`${file}:37:11 ${told}`]);
  });
}
