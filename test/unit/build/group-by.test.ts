import test from 'ava';
import { groupBy } from '../../../build/content/group-by.ts';

test('groupBy returns groups and items in the order of their first appearance', (t) => {
  const groups = groupBy(['beta', 'alpha', 'bravo', 'apple'], (word) => word.charAt(0));
  t.deepEqual(
    [...groups],
    [
      ['b', ['beta', 'bravo']],
      ['a', ['alpha', 'apple']],
    ],
  );
});
