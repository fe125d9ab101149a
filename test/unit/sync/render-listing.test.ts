/** The files of the sync listing that follow from a release and the active products. */
import test from 'ava';
import { syncListingSchema } from '../../../contract/schemas/sync.ts';
import {
  emptyReleasedProducts,
  findUnknownReferences,
  type ReleasedProducts,
  renderListing,
  renderListingFiles,
} from '../../../sync/listing.ts';

const product = (productName: string) => ({
  ...{ productName, brand: 'Zeta', category: 'Chandails', revision: '0123456789abcdef' },
  updatedAt: '2026-11-21T16:00:00.000Z',
});

const released: ReleasedProducts = {
  ...emptyReleasedProducts(),
  'en-CA': { 'TEE-1': product('Tee'), 'BAG-5': product('Bag'), 'HOOD-2': product('Hood') },
  'fr-CA': { 'TEE-1': product('T-shirt') },
};

const companies = ['south-shop', 'north-shop'];
const baseUrl = 'https://api.example.test';
const manifest = { baseUrl, defaultLocale: 'en-CA' as const, companies };
const active = [
  { sku: 'TEE-1', companies: ['south-shop', 'north-shop', 'gone-shop', 'south-shop'] },
  { sku: 'GONE-1', companies: ['north-shop'] },
  { sku: 'BAG-5', companies: ['south-shop'] },
  { sku: 'HOOD-2', companies: ['gone-shop'] },
  { sku: 'constructor', companies: ['north-shop'] },
];
const parts = { manifest, released, active };

test('an active product has the texts of the locale, each company once, its revision and updatedAt', (t) => {
  t.deepEqual(renderListing('fr-CA', parts), [
    {
      ...product('T-shirt'),
      ...{ sku: 'TEE-1', slug: 'tee-1', companies: ['north-shop', 'south-shop'], status: 'active' },
      url: `${baseUrl}/v1/products/TEE-1?locale=fr-CA`,
    },
  ]);
});

test('the listing is sorted by SKU, without products that the locale lacks or only unknown companies sell', (t) => {
  const skus = renderListing('en-CA', parts).map(({ sku }) => sku);
  t.deepEqual(skus, ['BAG-5', 'TEE-1']);
  const file = renderListingFiles(parts).find(({ paths }) => paths[0] === 'north-shop/en-CA.json');
  t.deepEqual(
    syncListingSchema.parse(JSON.parse(String(file?.bytes))).map(({ sku }) => sku),
    ['TEE-1'],
  );
  t.deepEqual(renderListing('en-US', parts), []);
  const unknown = { skus: ['GONE-1', 'constructor'], companies: ['gone-shop'] };
  t.deepEqual(findUnknownReferences(parts), unknown);
});
