/** Prices of a product: brackets without gaps, by price list and currency, and surcharges of sizes. */
import test from 'ava';
import { msrpList } from '../../../../build/content/schemas/tables.ts';
import { pricesIn, renderNetPrice, toBrackets } from '../../../../build/render/prices.ts';
import { netPriceSchema } from '../../../../contract/release.ts';
import { contextOf, ofProduct, productOf } from '../../../helpers/content.ts';

const row = (minQuantity: number, price: number, regularPrice?: number) => ({
  ...{ sku: 'A', currency: 'CAD' as const, minQuantity, price, regularPrice },
});

test('brackets are sorted, end one piece before the next, and have a regular price only if marked down', (t) => {
  t.deepEqual(toBrackets([row(144, 17), row(12, 20, 25), row(48, 18.5)]), [
    { minQuantity: 12, maxQuantity: 47, price: 20, regularPrice: 25 },
    { minQuantity: 48, maxQuantity: 143, price: 18.5 },
    { minQuantity: 144, maxQuantity: null, price: 17 },
  ]);
});

test('net prices and surcharges are for the tier and the currency of the locale', async (t) => {
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
  t.is(pricesIn(msrpList, ofProduct(american, 'TEE-1')).surcharges.get('2XL'), 6945);
});
