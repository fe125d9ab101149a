import { unknownFamily } from '../../../../build/rules/shared/unknown-family.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const edit = replacing('colors.json', '"grey",\n', '"gray",\n');

test('families of colors.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownFamily), []);
});

test('a family that colors.json lacks is found, with the one that was meant', async (t) => {
  t.deepEqual((await findAfter(t, unknownFamily, edit)).map(inShort), [
    'colors.json:54:9 "gray" is not among the families of this file [grey]',
  ]);
});

test('a family with a fault of its own exists all the same', async (t) => {
  const spoiling = replacing('colors.json', '"hex": "#A08FB8"', '"hex": "lilac"');
  t.deepEqual(await findAfter(t, unknownFamily, spoiling), []);
});
