import test from 'ava';
import {
  convert,
  formatCents,
  isEmptyAmount,
  parseRate,
  percentOf,
} from '../../../../editing/import/money.ts';

test('an exchange rate converts in both directions without floating-point errors', (t) => {
  const rate = parseRate('1.37');
  t.is(convert(5200, 'USD', 'CAD', rate), 7124);
  t.is(convert(4850, 'USD', 'CAD', rate), 6645);
  t.is(convert(7124, 'CAD', 'USD', rate), 5200);
  t.is(convert(5200, 'USD', 'USD', rate), 5200);
});

test('a percentage of a price, or a converted price, is rounded half up and is at least a cent', (t) => {
  t.is(percentOf(2000, 62), 1240);
  t.is(percentOf(25, 66), 17);
  t.is(percentOf(2451, 50), 1226);
  t.is(percentOf(1, 10), 1);
  t.is(percentOf(0, 10), 0);
  t.is(convert(1, 'CAD', 'USD', parseRate('3')), 1);
});

test('cents are written with two decimals', (t) => {
  t.is(formatCents(5), '0.05');
  t.is(formatCents(5200), '52.00');
});

test('an empty cell and a zero are not amounts', (t) => {
  for (const cell of ['', '0', '0.0000', '0,00']) t.true(isEmptyAmount(cell), cell);
  for (const cell of ['0.01', '5', 'free', '-1']) t.false(isEmptyAmount(cell), cell);
});
