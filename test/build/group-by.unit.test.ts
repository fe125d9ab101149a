import test from 'ava';
import { groupBy } from '../../build/content/group-by.ts';

test('groups and their items are in order of first appearance', (t) => {
  const groups = groupBy(['beta', 'alpha', 'bravo', 'apple'], (word) => word.charAt(0));
  t.deepEqual(
    [...groups],
    [
      ['b', ['beta', 'bravo']],
      ['a', ['alpha', 'apple']],
    ],
  );
});
