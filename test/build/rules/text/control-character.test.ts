import { controlCharacter } from '../../../../build/rules/text/control-character.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';

test('visible texts pass', async (t) => {
  t.deepEqual(await findInFixture(controlCharacter), []);
});

const slips = [
  ['Runs\\u0007 small.', 'holds an invisible character (U+0007); remove it'],
  ['Runs\u200Bsmall.', 'holds an invisible character (U+200B); remove it'],
  ['Runs sm\u00ADall.', 'holds an invisible character (U+00AD); remove it'],
  ['Runs\\u2067small.', 'holds an invisible character (U+2067); remove it'],
  ['Runs\\u061Csmall.', 'holds an invisible character (U+061C); remove it'],
  ['Runs\\u2028small.', 'holds an invisible character (U+2028); remove it'],
  ['Runs \\ud83d small.', 'holds half of a character (U+D83D); write the whole of it'],
  ['Runs \\udc55 small.', 'holds half of a character (U+DC55); write the whole of it'],
  ['Runs\\nsmall.', 'holds a line break; write a space instead'],
  ['Runs\\tsmall.', 'holds a tab; write a space instead'],
] as const;

for (const [written, told] of slips) {
  test(`a text is told: ${JSON.stringify(written)}`, async (t) => {
    const findings = await findAfter(t, controlCharacter, replacing(file, 'Runs small.', written));
    t.deepEqual(findings.map(inShort), [`${file}:37:11 ${told}`]);
  });
}

test('a character beyond the first 65,536 passes', async (t) => {
  const edit = replacing(file, 'Runs small.', 'Runs \\ud83d\\udc55 small.');
  t.deepEqual(await findAfter(t, controlCharacter, edit), []);
});

test('an invisible mark in an id is told too', async (t) => {
  const findings = await findAfter(t, controlCharacter, replacing(file, 'acme', 'ac\u200Bme'));
  t.deepEqual(findings.map(inShort), [
    `${file}:41:12 holds an invisible character (U+200B); remove it`,
  ]);
});
