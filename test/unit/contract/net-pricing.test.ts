import test from 'ava';
import { mergeDetail } from '../../../contract/net-pricing.ts';
import type { NetPrice } from '../../../contract/release.ts';
import type { ProductDetail } from '../../../contract/schemas/product.ts';
import { examples } from '../../helpers/examples.ts';

const designCredits = { included: 2, description: 'Two credits' };
const detail: ProductDetail = {
  ...examples.detail,
  pricing: {
    ...examples.detail.pricing,
    sizes: [{ name: 'M' }, { name: '2XL', surcharge: { msrp: 2.5 } }, { name: '3XL' }],
    designCredits,
  },
};
const netPrice: NetPrice = {
  net: [{ minQuantity: 1, maxQuantity: null, price: 9.5, regularPrice: 10 }],
  surcharges: { '2XL': 1.5, '3XL': 0.75, '9XL': 99 },
};

test('a merged detail has net prices, tier, surcharges and all public members', (t) => {
  const before = structuredClone(detail);
  const merged = mergeDetail(detail, 'A1', netPrice);
  t.deepEqual(detail, before, 'the public detail, which other answers use, stays as it is');
  t.deepEqual(merged, {
    ...detail,
    pricing: {
      currency: detail.pricing.currency,
      msrp: detail.pricing.msrp,
      net: netPrice.net,
      priceTier: 'A1',
      sizes: [
        { name: 'M' },
        { name: '2XL', surcharge: { msrp: 2.5, net: 1.5 } },
        { name: '3XL', surcharge: { net: 0.75 } },
      ],
      designCredits,
      // Only MSRP changes; from that day on, the net prices are those of today.
      upcoming: { from: '2027-02-01', msrp: detail.pricing.upcoming?.msrp, net: netPrice.net },
    },
  });
});
