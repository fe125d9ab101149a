import test from 'ava';
import { toBrackets } from '../../../../build/render/context.ts';

const row = (minQuantity: number, price: number, regularPrice?: number) => ({
  sku: 'A',
  currency: 'CAD' as const,
  minQuantity,
  price,
  regularPrice,
});

test('a bracket ends one piece before the next begins, and the last is unlimited', (t) => {
  t.deepEqual(toBrackets([row(12, 20), row(48, 18.5), row(144, 17)]), [
    { minQuantity: 12, maxQuantity: 47, price: 20 },
    { minQuantity: 48, maxQuantity: 143, price: 18.5 },
    { minQuantity: 144, maxQuantity: null, price: 17 },
  ]);
});

test('brackets are sorted by numeric quantity, and the rows are not changed', (t) => {
  const rows = [row(144, 17), row(12, 20), row(48, 18.5)];
  const brackets = toBrackets(rows);
  t.deepEqual(
    brackets.map(({ minQuantity, maxQuantity }) => [minQuantity, maxQuantity]),
    [
      [12, 47],
      [48, 143],
      [144, null],
    ],
  );
  t.is(rows[0]?.minQuantity, 144);
});

test('only a markdown has a regular price', (t) => {
  const [markdown, plain] = toBrackets([row(12, 20, 25), row(48, 18)]);
  t.deepEqual(markdown, { minQuantity: 12, maxQuantity: 47, price: 20, regularPrice: 25 });
  t.false(Object.hasOwn(plain ?? {}, 'regularPrice'));
});

test('no rows result in no bracket, and one row results in one bracket without upper bound', (t) => {
  t.deepEqual(toBrackets([]), []);
  t.deepEqual(toBrackets([row(12, 20)]), [{ minQuantity: 12, maxQuantity: null, price: 20 }]);
});
