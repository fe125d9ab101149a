import test from 'ava';
import { convert, discount, formatCents, toCents } from '../../../editing/import/magento/money.ts';
import { parseRate } from '../../../editing/import/options.ts';

test('a price is read to the cent, halves up', (t) => {
  t.is(toCents('52'), 5200);
  t.is(toCents('52.5000'), 5250);
  t.is(toCents('1.005'), 101);
  t.is(toCents('19.999'), 2000);
  t.is(toCents('1,052.50'), 105250);
});

test('an empty, zero, negative or invalid price counts as missing', (t) => {
  for (const text of ['', '0', '0.0000', '-5', 'free', '1.2.3', '39,99'])
    t.is(toCents(text), undefined, text);
});

test('a rate converts both ways without floats', (t) => {
  const rate = parseRate('1.37');
  t.is(convert(5200, 'USD', 'CAD', rate), 7124);
  t.is(convert(4850, 'USD', 'CAD', rate), 6645);
  t.is(convert(7124, 'CAD', 'USD', rate), 5200);
  t.is(convert(5200, 'USD', 'USD', rate), 5200);
});

test('a discount rounds halves up and leaves a cent', (t) => {
  t.is(discount(2000, 38), 1240);
  t.is(discount(25, 34), 17);
  t.is(discount(1, 46), 1);
});

test('cents are written with two decimals', (t) => {
  t.is(formatCents(5), '0.05');
  t.is(formatCents(5200), '52.00');
});
