import test from 'ava';
import { normalizeSize, sortSizes } from '../../../editing/import/sizes.ts';

test('spellings of one size become one name', (t) => {
  for (const spelling of ['2XL', 'XXL', 'xxl', 'XX-Large', 'XXLARGE', '2X', '2 XL']) {
    t.is(normalizeSize(spelling), '2XL', spelling);
  }
  t.is(normalizeSize('XLARGE'), 'XL');
  t.is(normalizeSize('Extra Small'), 'XS');
  t.is(normalizeSize('One Size'), 'OSFA');
  t.is(normalizeSize('O/S'), 'OSFA');
  t.is(normalizeSize('S-M'), 'S/M');
});

test('a waist size and an unknown size keep their own name', (t) => {
  t.is(normalizeSize(' 32 '), '32');
  t.is(normalizeSize('32x34'), '32X34');
  t.is(normalizeSize('7 1/2'), '7-1/2');
});

test('sizes are sorted: letters, waist sizes, declared sizes, OSFA', (t) => {
  const sizes = ['OSFA', '32', 'TALL', 'XL', 'SHORT', 'S', '28', '2XL', 'S'];
  t.deepEqual(sortSizes(sizes, ['Tall', 'Short']), [
    'S',
    'XL',
    '2XL',
    '28',
    '32',
    'TALL',
    'SHORT',
    'OSFA',
  ]);
});
