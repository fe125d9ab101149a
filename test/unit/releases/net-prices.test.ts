/** The net prices of a release that are loaded for the pricing service. */
import test from 'ava';
import type { PricedProduct } from '../../../contract/net-pricing.ts';
import type { NetPrice } from '../../../contract/release.ts';
import { packCatalogPricing } from '../../../releases/prices/released-prices.ts';

const bracket = { minQuantity: 1, maxQuantity: null };

test('a product without a net price is refused by name, never priced at MSRP', async (t) => {
  const netPrice: NetPrice = { net: [{ ...bracket, price: 8 }], surcharges: {} };
  for (const sku of ['A-1', 'toString']) {
    const msrp = [{ ...bracket, price: 12 }];
    const pricing: PricedProduct['pricing'] = { currency: 'USD', msrp, sizes: [] };
    const place = { tier: 'A1', locale: 'en-US' } as const;
    const packing = packCatalogPricing(place, [{ sku, pricing }], { 'B-1': netPrice });
    const message = `${sku} has no net price of tier A1 in en-US; build its content again`;
    await t.throwsAsync(packing, { message });
  }
});
