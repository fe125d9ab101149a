import { straySpace } from '../../../../build/rules/text/stray-space.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';

test('texts with single spaces pass', async (t) => {
  t.deepEqual(await findInFixture(straySpace), []);
});

const slips = [
  [' Runs small.', 'begins or ends with a space; remove it [Runs small.]'],
  ['Runs small. ', 'begins or ends with a space; remove it [Runs small.]'],
  ['Runs  small.', 'has two spaces in a row; remove it [Runs small.]'],
] as const;

for (const [written, told] of slips) {
  test(`a text is told: ${JSON.stringify(written)}`, async (t) => {
    const findings = await findAfter(t, straySpace, replacing(file, 'Runs small.', written));
    t.deepEqual(findings.map(inShort), [`${file}:37:11 ${told}`]);
  });
}

test('a text of spaces only is told as an empty one instead', async (t) => {
  t.deepEqual(await findAfter(t, straySpace, replacing(file, 'Runs small.', '  ')), []);
});
