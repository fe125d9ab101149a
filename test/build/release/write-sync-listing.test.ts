import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { plainErrorSchema, syncListingSchema } from '../../../contract/schemas/sync.ts';
import { copyContent } from '../../helpers/content.ts';
import { build, filesBelow } from '../released-files.ts';

const companies = ['all', 'north-shop', 'south-shop', 'west-shop'];

test('there is a listing for each company and for all, in each locale and in none', async (t) => {
  const { out } = await build(t);
  const files = await filesBelow(join(out, 'sync/current'));
  const listings = [...files].filter(([path]) => path.endsWith('.json') && path.includes('/'));
  const expected = companies.flatMap((company) =>
    ['en-CA', 'en-US', 'fr-CA', 'index'].map((name) => `${company}/${name}.json`),
  );
  t.deepEqual(listings.map(([path]) => path).sort(), expected.sort());
  for (const [path, { bytes }] of listings) {
    t.notThrows(() => syncListingSchema.parse(JSON.parse(bytes.toString())), path);
  }
  const textOf = (path: string) => files.get(path)?.bytes.toString();
  t.is(textOf('all/index.json'), textOf('all/en-CA.json'));
});

test('the error for an unknown company lists those there are', async (t) => {
  const { out } = await build(t);
  const files = await filesBelow(join(out, 'sync/current'));
  const text = files.get('unknown-company.json')?.bytes.toString() ?? '';
  const { error } = plainErrorSchema.parse(JSON.parse(text));
  t.is(error, 'The parameter company must be one of north-shop, south-shop, west-shop.');
});

test('a revision changes when and only when the product’s detail changes', async (t) => {
  const folder = await copyContent(t);
  const revisionsOf = async (out: string) => {
    const files = await filesBelow(join(out, 'sync/current'));
    const text = files.get('all/fr-CA.json')?.bytes.toString() ?? '';
    const items = syncListingSchema.parse(JSON.parse(text));
    return Object.fromEntries(items.map(({ sku, revision }) => [sku, revision]));
  };
  const before = await revisionsOf((await build(t, folder.path)).out);
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  const after = await revisionsOf((await build(t, folder.path)).out);
  t.regex(before['TEE-1'] ?? '', /^[0-9a-f]{16}$/);
  t.not(after['TEE-1'], before['TEE-1']);
  t.deepEqual({ ...after, 'TEE-1': '' }, { ...before, 'TEE-1': '' });
});

test('a change of who sells what makes a new listing and no new release', async (t) => {
  const folder = await copyContent(t);
  const { out } = await build(t, folder.path);
  const linksOf = () =>
    Promise.all([realpath(join(out, 'current')), realpath(join(out, 'sync/current'))]);
  const [release, listing] = await linksOf();
  await folder.append('active-products.csv', 'JER-3,west-shop\n');
  await build(t, folder.path, out);
  const [sameRelease, newListing] = await linksOf();
  t.is(sameRelease, release);
  t.not(newListing, listing);
});
