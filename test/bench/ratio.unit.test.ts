import test from 'ava';
import { compareCosts, compareRates, median, medianCost, ratio } from '../../bench/ratio.ts';

test('the median is the middle value, or the lower of the two middle values', (t) => {
  t.is(median([3, 1, 2]), 2);
  t.is(median([10, 9]), 9);
  t.is(median([10]), 10);
});

test('the ratio of two rates is printed with the processor times per request', (t) => {
  const quick = { requestsPerSecond: 3000.4, processorTime: 20.04 };
  const slow = { requestsPerSecond: 2000, processorTime: 31 };
  t.is(
    compareRates('a-to-b', quick, slow, '≥ 2'),
    'ratio a-to-b 1.500 (goal ≥ 2; 3000 against 2000 a second, 20.0 against 31.0 µs of processor time)',
  );
});

test('a ratio is one line with its goal', (t) => {
  t.is(
    ratio('a-to-b', 2 / 3, '≥ 0.5; 2 against 3'),
    'ratio a-to-b 0.667 (goal ≥ 0.5; 2 against 3)',
  );
});

test('the ratio of two wall-clock times is printed with that of the processor times', (t) => {
  const one = { seconds: 15, processorSeconds: 21 };
  const other = { seconds: 10, processorSeconds: 20 };
  t.is(
    compareCosts('a-to-b', one, other, '≤ 1.25'),
    'ratio a-to-b 1.500 (goal ≤ 1.25; 15.00 against 10.00 s, 21.00 against 20.00 s of processor time (1.050))',
  );
});

test('the median cost has the median of each time, which may be of different runs', (t) => {
  const costs = [
    { seconds: 1, processorSeconds: 9 },
    { seconds: 2, processorSeconds: 7 },
    { seconds: 3, processorSeconds: 8 },
  ];
  t.deepEqual(medianCost(costs), { seconds: 2, processorSeconds: 8 });
});
