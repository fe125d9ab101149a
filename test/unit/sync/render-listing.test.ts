import test from 'ava';
import { plainErrorSchema, syncListingSchema } from '../../../contract/schemas/sync.ts';
import { emptyReleasedProducts, type ReleasedProducts } from '../../../sync/released-products.ts';
import {
  findUnknownReferences,
  itemsOf,
  renderListing,
  renderListingFiles,
} from '../../../sync/render-listing.ts';

const product = (productName: string) => ({
  ...{ productName, brand: 'Zeta', category: 'Chandails', revision: '0123456789abcdef' },
  updatedAt: '2026-11-21T16:00:00.000Z',
});

const released: ReleasedProducts = {
  ...emptyReleasedProducts(),
  'en-CA': { 'TEE-1': product('Tee'), 'BAG-5': product('Bag') },
  'fr-CA': { 'TEE-1': product('T-shirt') },
};

const manifest = {
  baseUrl: 'https://api.example.test',
  defaultLocale: 'en-CA' as const,
  companies: ['south-shop', 'north-shop'],
};

const active = [
  { sku: 'TEE-1', companies: ['south-shop', 'north-shop', 'gone-shop'] },
  { sku: 'GONE-1', companies: ['north-shop'] },
  { sku: 'BAG-5', companies: ['south-shop'] },
  { sku: 'constructor', companies: ['north-shop'] },
];

const parts = { manifest, released, active };

test('an active product has the texts of the locale, its revision and updatedAt', (t) => {
  t.deepEqual(renderListing('fr-CA', parts), [
    {
      sku: 'TEE-1',
      slug: 'tee-1',
      productName: 'T-shirt',
      brand: 'Zeta',
      category: 'Chandails',
      companies: ['north-shop', 'south-shop'],
      status: 'active',
      url: 'https://api.example.test/v1/products/TEE-1?locale=fr-CA',
      updatedAt: '2026-11-21T16:00:00.000Z',
      revision: '0123456789abcdef',
    },
  ]);
});

test('an active product names each company once, also if the source names it twice', (t) => {
  const twice = [{ sku: 'BAG-5', companies: ['south-shop', 'north-shop', 'south-shop'] }];
  const [item] = renderListing('en-CA', { ...parts, active: twice });
  t.deepEqual(item?.companies, ['north-shop', 'south-shop']);
});

test('products are sorted by SKU, without those missing in the locale or sold only by unknown companies', (t) => {
  const skusOf = (extra: typeof active) =>
    renderListing('en-CA', { ...parts, active: [...active, ...extra] }).map(({ sku }) => sku);
  t.deepEqual(skusOf([]), ['BAG-5', 'TEE-1']);
  t.deepEqual(renderListing('en-US', parts), []);
  const strange = { ...parts, active: [{ sku: 'TEE-1', companies: ['gone-shop'] }] };
  t.deepEqual(renderListing('en-CA', strange), []);
});

test('each unknown reference of the source is reported once', (t) => {
  t.deepEqual(findUnknownReferences(parts), {
    skus: ['GONE-1', 'constructor'],
    companies: ['gone-shop'],
  });
});

test('the listing of a company has only its products', (t) => {
  const listing = renderListing('en-CA', parts);
  const skusOf = (company: string) => itemsOf(company, listing).map(({ sku }) => sku);
  t.deepEqual(skusOf('north-shop'), ['TEE-1']);
  t.deepEqual(skusOf('south-shop'), ['BAG-5', 'TEE-1']);
});

test('there is a file for each company and for all, in each locale and without one', (t) => {
  const files = renderListingFiles(parts);
  const paths = files.flatMap((file) => file.paths).sort();
  const expected = ['all', 'north-shop', 'south-shop'].flatMap((company) =>
    ['en-CA', 'en-US', 'fr-CA', 'index'].map((name) => `${company}/${name}.json`),
  );
  t.deepEqual(paths, [...expected, 'unknown-company.json'].sort());
  for (const {
    paths: [path = ''],
    bytes,
  } of files) {
    const body = JSON.parse(bytes.toString()) as unknown;
    if (path.includes('/')) t.deepEqual(syncListingSchema.parse(body), body, path);
    else
      t.is(
        plainErrorSchema.parse(body).error,
        'The parameter company must be one of south-shop, north-shop.',
      );
  }
});
