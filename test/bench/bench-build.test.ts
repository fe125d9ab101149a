import test from 'ava';
import { median } from '../../bench/build/bench-build.ts';

test('the median is the middle value, or the lower of two', (t) => {
  t.is(median([3, 1, 2]), 2);
  t.is(median([10, 9]), 9);
  t.is(median([10]), 10);
});
