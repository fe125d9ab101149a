import test from 'ava';
import { renderNetPrices } from '../../../build/render/net-prices.ts';
import { netPricesSchema } from '../../../contract/release.ts';
import { contextOf } from '../../helpers/content.ts';

test('net prices are those of the tier and the locale’s currency, by SKU', async (t) => {
  const prices = renderNetPrices('A3', await contextOf('en-CA'));
  t.deepEqual(Object.keys(prices), ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1']);
  t.deepEqual(prices['TEE-1'], {
    net: [
      { minQuantity: 12, maxQuantity: 47, price: 7919.13, regularPrice: 7969.13 },
      { minQuantity: 48, maxQuantity: 143, price: 7928.37 },
      { minQuantity: 144, maxQuantity: null, price: 7929.41 },
    ],
    surcharges: { '2XL': 6902.17 },
  });
  const american = renderNetPrices('A1', await contextOf('en-US'));
  t.deepEqual(american['USA-4'], {
    net: [{ minQuantity: 12, maxQuantity: null, price: 7912.53 }],
    surcharges: {},
  });
  t.deepEqual(netPricesSchema.parse(prices), prices);
});

test('a size that costs more net but not in MSRP has its net surcharge', async (t) => {
  const context = await contextOf('en-CA');
  t.deepEqual(renderNetPrices('A3', context)['HOOD-2']?.surcharges, { '2XL': 6921.11 });
  t.deepEqual(renderNetPrices('A1', context)['HOOD-2']?.surcharges, {});
});
