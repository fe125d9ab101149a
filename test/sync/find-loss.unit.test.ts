import test from 'ava';
import { findLoss } from '../../sync/find-loss.ts';
import { LossError } from '../../sync/sync-error.ts';

const products = (...skus: string[]) => skus.map((sku) => ({ sku, companies: ['north-shop'] }));
const before = products('A', 'B', 'C', 'D');

test('half of the products may be lost at once, more may not', (t) => {
  t.is(findLoss(before, products('A', 'B')), undefined);
  const error = findLoss(before, products('A'));
  t.true(error instanceof LossError);
  t.is(
    error?.message,
    '3 of 4 active products are gone, B among them; npm run sync -- --accept-loss accepts that loss',
  );
});

test('new products do not compensate for lost ones', (t) => {
  t.true(findLoss(before, products('a', 'b', 'c', 'd')) instanceof LossError);
});

test('after an empty listing every listing is accepted, also an empty one', (t) => {
  t.is(findLoss([], []), undefined);
  t.is(findLoss([], before), undefined);
  t.true(findLoss(before, []) instanceof LossError);
});
