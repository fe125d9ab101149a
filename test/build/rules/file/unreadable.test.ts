import { unreadableFile } from '../../../../build/rules/file/unreadable.ts';
import { findAfter, findInFixture, inShort, removing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('a whole catalogue passes', async (t) => {
  t.deepEqual(await findInFixture(unreadableFile), []);
});

test('files that are missing are told by name', async (t) => {
  const edits = ['brands.json', 'prices/net-A3.csv'].map(removing);
  t.deepEqual((await findAfter(t, unreadableFile, ...edits)).map(inShort), [
    'brands.json is missing; add it',
    'prices/net-A3.csv is missing; add it',
  ]);
});
