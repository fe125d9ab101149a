import test from 'ava';
import { findLoss } from '../../../build/sync/find-loss.ts';
import { LossError } from '../../../build/sync/sync-error.ts';

const products = (...skus: string[]) => skus.map((sku) => ({ sku, companies: ['north-shop'] }));
const before = products('A', 'B', 'C', 'D');

test('half of the products may go at once, more than half may not', (t) => {
  t.is(findLoss(before, products('A', 'B')), undefined);
  const error = findLoss(before, products('A'));
  t.true(error instanceof LossError);
  t.is(
    error?.message,
    '3 of 4 active products are gone, B among them; npm run sync -- --accept-loss accepts that loss',
  );
});

test('as many others in their place do not make up for those that are gone', (t) => {
  t.true(findLoss(before, products('a', 'b', 'c', 'd')) instanceof LossError);
});

test('where there was nothing, anything will do, and nothing too', (t) => {
  t.is(findLoss([], []), undefined);
  t.is(findLoss([], before), undefined);
  t.true(findLoss(before, []) instanceof LossError);
});
