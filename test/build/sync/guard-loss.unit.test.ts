import test from 'ava';
import { guardLoss } from '../../../build/sync/guard-loss.ts';
import { LossError } from '../../../build/sync/sync-error.ts';

const products = (...skus: string[]) => skus.map((sku) => ({ sku, companies: ['north-shop'] }));
const before = products('A', 'B', 'C', 'D');

test('half of the products may go at once, more than half may not', (t) => {
  t.notThrows(() => guardLoss(before, products('A', 'B')));
  const error = t.throws(() => guardLoss(before, products('A')), { instanceOf: LossError });
  t.is(
    error?.message,
    '3 of 4 active products are gone, B among them; npm run sync -- --accept-loss takes that for true',
  );
});

test('as many others in their place do not make up for those that are gone', (t) => {
  t.throws(() => guardLoss(before, products('a', 'b', 'c', 'd')), { instanceOf: LossError });
});

test('where there was nothing, anything will do, and nothing too', (t) => {
  t.notThrows(() => guardLoss([], []));
  t.notThrows(() => guardLoss([], before));
  t.throws(() => guardLoss(before, []), { instanceOf: LossError });
});
