import { unknownIcon } from '../../../../build/rules/shared/unknown-icon.ts';
import { findAfter, findInFixture, inShort, removing, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('icons that are in assets/ or elsewhere are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownIcon), []);
});

test('an icon that is no file is found', async (t) => {
  const findings = await findAfter(t, unknownIcon, removing('assets/icons/embroidery.svg'));
  t.deepEqual(findings.map(inShort), [
    'decorations.json:13:15 "icons/embroidery.svg" is not in assets/',
  ]);
});

test('a misspelt icon is found, with the one that was meant', async (t) => {
  const edit = replacing('decorations.json', 'icons/embroidery', 'icons/embroiderie');
  const [finding] = await findAfter(t, unknownIcon, edit);
  t.is(finding?.suggestion, 'icons/embroidery.svg');
});
