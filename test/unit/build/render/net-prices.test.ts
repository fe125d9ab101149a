import test from 'ava';
import { renderNetPrice } from '../../../../build/render/net-prices.ts';
import { netPriceSchema } from '../../../../contract/release.ts';
import { contextOf, ofProduct, productOf } from '../../../helpers/content.ts';

test('net prices are for the tier and the currency of the locale', async (t) => {
  const canadian = await contextOf('en-CA');
  const price = renderNetPrice('A3', productOf(canadian, 'TEE-1'), ofProduct(canadian, 'TEE-1'));
  t.deepEqual(price, {
    net: [
      { minQuantity: 12, maxQuantity: 47, price: 7919.13, regularPrice: 7969.13 },
      { minQuantity: 48, maxQuantity: 143, price: 7918.37 },
      { minQuantity: 144, maxQuantity: null, price: 7917.41 },
    ],
    surcharges: { '2XL': 6902.17 },
  });
  t.deepEqual(netPriceSchema.parse(price), price);
  const american = await contextOf('en-US');
  t.deepEqual(renderNetPrice('A1', productOf(american, 'USA-4'), ofProduct(american, 'USA-4')), {
    net: [{ minQuantity: 12, maxQuantity: null, price: 7912.53 }],
    surcharges: {},
  });
});
