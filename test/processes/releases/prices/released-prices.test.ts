import { gunzipSync } from 'node:zlib';
import test from 'ava';
import type { PricedProduct } from '../../../../contract/net-pricing.ts';
import type { NetPrice } from '../../../../contract/release.ts';
import { storedPricingSchema } from '../../../../contract/schemas/pricing.ts';
import { packCatalogPricing } from '../../../../releases/prices/released-prices.ts';

const tier = { minQuantity: 1, maxQuantity: null };
const netPrice: NetPrice = {
  net: [{ ...tier, price: 8, regularPrice: 9 }],
  surcharges: { '2XL': 1.5 },
};

function productOf(sku: string): PricedProduct {
  const sizes = [{ name: 'M' }, { name: '2XL', surcharge: { msrp: 2 } }];
  return { sku, pricing: { currency: 'USD', msrp: [{ ...tier, price: 12 }], sizes } };
}

const place = { tier: 'A1', locale: 'en-US' } as const;

test.serial(
  'the packed prices of a catalogue have every product with net prices, markdowns and net surcharges',
  async (t) => {
    const netPrices = { 'B-1': netPrice, 'A-1': netPrice, 'GONE-1': netPrice };
    const packed = await packCatalogPricing(place, [productOf('A-1'), productOf('B-1')], netPrices);
    const document = storedPricingSchema.strict().parse(JSON.parse(String(gunzipSync(packed))));
    t.is(document.currency, 'USD');
    t.is(document.priceTier, 'A1');
    const sizes = [{ name: 'M' }, { name: '2XL', surcharge: { msrp: 2, net: 1.5 } }];
    const prices = { msrp: [{ ...tier, price: 12 }], net: netPrice.net, sizes };
    t.deepEqual(document.products, [
      { sku: 'A-1', ...prices },
      { sku: 'B-1', ...prices },
    ]);
  },
);

test.serial('an empty catalogue also has packed prices', async (t) => {
  const packed = await packCatalogPricing({ ...place, locale: 'fr-CA' }, [], {});
  t.deepEqual(JSON.parse(String(gunzipSync(packed))), {
    currency: 'CAD',
    priceTier: 'A1',
    products: [],
  });
});

test.serial('a product without a net price is refused by name, never priced at MSRP', async (t) => {
  for (const sku of ['A-1', 'toString']) {
    await t.throwsAsync(packCatalogPricing(place, [productOf(sku)], { 'B-1': netPrice }), {
      message: `${sku} has no net price of tier A1 in en-US; build its content again`,
    });
  }
});
