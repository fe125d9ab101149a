import test from 'ava';
import { median, ratio } from '../../bench/ratio.ts';

test('the median is the middle value, or the lower of two', (t) => {
  t.is(median([3, 1, 2]), 2);
  t.is(median([10, 9]), 9);
  t.is(median([10]), 10);
});

test('a ratio is one line with its goal', (t) => {
  t.is(
    ratio('a-to-b', 2 / 3, '≥ 0.5; 2 against 3'),
    'ratio a-to-b 0.667 (goal ≥ 0.5; 2 against 3)',
  );
});
