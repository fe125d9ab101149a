import test from 'ava';
import fc from 'fast-check';
import { sizesSchema } from '../../../../build/content/schemas/sizes.ts';
import { normalizeSize, sortSizes } from '../../../../editing/import/sizes.ts';

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
  for (const size of ['8.5', '7 1/2', "5'", "MEN'S 8", '10-12']) {
    t.is(normalizeSize(size), size);
  }
});

test('a fraction in a size is kept, as digits', (t) => {
  t.deepEqual(
    ['7⅝', '10 ½', '7 1/4'].map((size) => normalizeSize(size)),
    ['7 5/8', '10 1/2', '7 1/4'],
  );
});

test('a size with a decimal comma gets a point, and a list of sizes a hyphen', (t) => {
  t.is(normalizeSize('8,5'), '8.5');
  t.is(normalizeSize(' 42,5 ', 'fr'), '42.5');
  t.is(normalizeSize('10,12'), '10-12');
});

test('every size gets a name that content allows, and a name in upper case stays the same when normalized again', (t) => {
  const unit = fc.constantFrom('A', 'é', '8', '.', "'", '/', '-', ' ', '(', ',', '\t', '½');
  const { element: schema } = sizesSchema.shape.sizes;
  const property = fc.property(fc.string({ unit }), (text) => {
    const size = normalizeSize(`x${text}`, 'fr');
    t.true(schema.safeParse(size).success, JSON.stringify([text, size]));
    t.is(normalizeSize(size), size);
  });
  fc.assert(property);
});

test('sizes are sorted: letters, numbers, declared sizes, OSFA', (t) => {
  const sizes = ['OSFA', '32', 'TALL', 'XL', 'SHORT', 'S', '28', '10', '8.5', '2XL', 'S'];
  t.deepEqual(sortSizes(sizes, ['Tall', 'Short']), [
    'S',
    'XL',
    '2XL',
    '8.5',
    '10',
    '28',
    '32',
    'TALL',
    'SHORT',
    'OSFA',
  ]);
});
