import test from 'ava';
import { currenciesOf } from '../../../../contract/market-currencies.ts';

test('a market lists the currency of its locales once', (t) => {
  t.deepEqual(currenciesOf('CA'), ['CAD']);
  t.deepEqual(currenciesOf('US'), ['USD']);
});
