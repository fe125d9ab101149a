import test from 'ava';
import { itemsOf, renderSyncListing } from '../../../build/render/sync-listing.ts';
import { syncListingSchema } from '../../../contract/schemas/sync.ts';
import { contextOf } from '../../helpers/content.ts';

const revisionOf = (file: string) => `revision of ${file}`;

test('an active product is told with its companies and the hash of its detail', async (t) => {
  const listing = renderSyncListing(await contextOf('fr-CA'), revisionOf);
  const item = listing.find(({ sku }) => sku === 'HOOD-2');
  t.deepEqual(item, {
    sku: 'HOOD-2',
    slug: 'hood-2',
    productName: 'Chandail à blocs',
    brand: 'Zeta',
    category: 'Chandails',
    companies: ['north-shop'],
    status: 'active',
    url: 'https://api.example.test/v1/products/HOOD-2?locale=fr-CA',
    revision: 'revision of v1/products/HOOD-2/fr-CA.json',
  });
});

test('every active product of the locale is listed once, by SKU', async (t) => {
  const canadian = renderSyncListing(await contextOf('en-CA'), revisionOf);
  t.deepEqual(
    canadian.map(({ sku, companies }) => [sku, ...companies]),
    [
      ['BAG-5', 'west-shop'],
      ['HOOD-2', 'north-shop'],
      ['TEE-1', 'north-shop', 'south-shop'],
    ],
  );
  const american = renderSyncListing(await contextOf('en-US'), revisionOf);
  t.deepEqual(
    american.map(({ sku }) => sku),
    ['HOOD-2', 'TEE-1', 'USA-4'],
  );
  t.deepEqual(syncListingSchema.parse(canadian), canadian);
});

test('a company is listed its own products only, none when it has none', async (t) => {
  const skusOf = async (company: string, locale: 'en-CA' | 'en-US') =>
    itemsOf(company, renderSyncListing(await contextOf(locale), revisionOf)).map(({ sku }) => sku);
  t.deepEqual(await skusOf('north-shop', 'en-CA'), ['HOOD-2', 'TEE-1']);
  t.deepEqual(await skusOf('south-shop', 'en-US'), ['TEE-1', 'USA-4']);
  t.deepEqual(await skusOf('west-shop', 'en-US'), []);
});
