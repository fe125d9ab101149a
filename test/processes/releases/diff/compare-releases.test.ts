import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { deploy } from '../../../../releases/deploy/deploy.ts';
import { compareReleases } from '../../../../releases/diff/compare-releases.ts';
import { openRelease } from '../../../../releases/diff/read-release.ts';
import type { ReleaseDiff } from '../../../../releases/diff/release-diff.ts';
import { dangerKinds } from '../../../../releases/guard/dangers.ts';
import {
  baseUrl,
  type ContentFolder,
  copyContent,
  fixtureContent,
  makeFolder,
} from '../../../helpers/content.ts';
import { copyFixtureRelease } from '../../../helpers/fixture-release.ts';
import { locatedStock } from '../../../helpers/located-stock.ts';
import { build, copyBuiltFixture } from '../../../helpers/released-files.ts';
import type { Teardown } from '../../../helpers/teardown.ts';
import { buildTwo } from '../build-two.ts';

/** Compares the releases of the fixture with stock by location, part ids and GTINs, before and after `edit`. */
async function compareLocatedAfter(
  t: Teardown,
  edit: (content: ContentFolder) => Promise<void>,
): Promise<ReleaseDiff> {
  const content = await copyContent(t);
  for (const [file, text] of Object.entries(locatedStock)) await content.write(file, text);
  const { out } = await build(t, content.path);
  await edit(content);
  await build(t, content.path, out, { accept: dangerKinds });
  return compareLinked(out);
}

/** Builds the fixture content, then builds it again after `edit`; compares the two releases. */
async function compareAfter(
  t: Teardown,
  edit: (content: ContentFolder) => Promise<void>,
): Promise<ReleaseDiff> {
  const content = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  await edit(content);
  await build(t, content.path, out, { accept: dangerKinds });
  return compareLinked(out);
}

/** Compares the previous release of an output folder with the current one. */
async function compareLinked(out: string): Promise<ReleaseDiff> {
  const [before, after] = [join(out, 'previous'), join(out, 'current')];
  return compareReleases(await openRelease(before), await openRelease(after));
}

/** Removes the rows of a product from a table. */
async function removeRows(content: ContentFolder, file: string, sku: string): Promise<void> {
  const path = join(content.path, file);
  const lines = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, lines.filter((line) => !line.startsWith(`${sku},`)).join('\n'));
}

test.serial('a release compared with itself has no difference', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  await copyFixtureRelease(out);
  const release = await openRelease(join(out, 'current'));
  const diff = await compareReleases(release, release);
  t.deepEqual([diff.facts, diff.prices, diff.texts, diff.others], [[], [], [], []]);
  t.deepEqual(diff.files, { added: [], removed: [], changed: [] });
  t.deepEqual(diff.products, { before: 5, after: 5, added: [], removed: [] });
  t.deepEqual(diff.stock, { before: 628, after: 628, products: [] });
  t.is(diff.lists.length, 9);
  for (const { before, after } of diff.lists) t.true(before !== null && before === after);
});

test.serial('prices are compared by list and currency, across files', async (t) => {
  const { prices, texts, others } = await compareAfter(t, async (content) => {
    await content.replace('prices/msrp.csv', 'TEE-1,CAD,12,8020.00', 'TEE-1,CAD,12,8021.00');
    await content.replace('prices/net-A3.csv', '7929.47', '7900.00');
    await content.replace('prices/surcharges.csv', '6901.13', '6901.14');
  });
  const place = { sku: 'TEE-1', currency: 'CAD' };
  t.deepEqual(prices.map(({ percent: _percent, ...change }) => change) as unknown[], [
    { ...place, list: 'msrp', kind: 'price', minQuantity: 12, before: 8020, after: 8021 },
    { ...place, list: 'A1', kind: 'surcharge', size: '2XL', before: 6901.13, after: 6901.14 },
    {
      sku: 'TEE-1',
      currency: 'USD',
      list: 'A3',
      kind: 'price',
      minQuantity: 48,
      before: 7929.47,
      after: 7900,
    },
  ]);
  t.deepEqual([texts, others], [[], []]);
});

test.serial(
  'text changes are listed by locale and field, other fields separately, stock by product',
  async (t) => {
    const { texts, others, stock } = await compareAfter(t, async (content) => {
      await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
      await content.replace('products/TEE-1.json', '"designCredits": 2', '"designCredits": 3');
      await content.replace('inventory.csv', 'TEE-1,navy,S,120', 'TEE-1,navy,S,20');
    });
    const inFrench = texts.filter(({ locale }) => locale === 'fr-CA');
    const place = { sku: 'TEE-1', locale: 'fr-CA' } as const;
    t.deepEqual(inFrench, [
      { ...place, path: 'note', before: 'Taille petit.', after: 'Taille grand.' },
      {
        ...place,
        path: 'pricing.designCredits.description',
        before: '2 crédits',
        after: '3 crédits',
      },
    ]);
    t.deepEqual(
      others.map(({ locale, path, before, after }) => [locale, path, before, after]),
      ['en-CA', 'en-US', 'fr-CA'].map((locale) => [locale, 'pricing.designCredits.included', 2, 3]),
    );
    t.deepEqual(stock, {
      before: 628,
      after: 528,
      products: [{ sku: 'TEE-1', before: 181, after: 81, variants: 1 }],
    });
  },
);

test.serial('pieces that moved between two variants are a change of the stock', async (t) => {
  const { stock, others } = await compareAfter(t, async (content) => {
    await content.replace('inventory.csv', 'TEE-1,navy,S,120', 'TEE-1,navy,S,119');
    await content.replace('inventory.csv', 'TEE-1,navy,M,0', 'TEE-1,navy,M,1');
  });
  t.deepEqual(stock, {
    before: 628,
    after: 628,
    products: [{ sku: 'TEE-1', before: 181, after: 181, variants: 2 }],
  });
  t.deepEqual(others, []);
});

test.serial(
  'changed part ids and GTINs are listed with both values, and are no change of the stock',
  async (t) => {
    const { texts, others, stock } = await compareLocatedAfter(t, async (content) => {
      await content.replace('variants.csv', 'S,TEE-1-NVY-S', 'S,TEE-1-NAVY-S');
      await content.replace('variants.csv', 'M,,6291041500213', 'M,TEE-1-NAVY-M,4006381333931');
    });
    const inFrench = others.filter(({ locale }) => locale === 'fr-CA');
    t.deepEqual(
      inFrench.map(({ path, before, after }) => [path, before, after]),
      [
        ['inventory.navy M.gtin', '6291041500213', '4006381333931'],
        ['inventory.navy M.partId', null, 'TEE-1-NAVY-M'],
        ['inventory.navy S.partId', 'TEE-1-NVY-S', 'TEE-1-NAVY-S'],
      ],
    );
    t.is(others.length, 3 * inFrench.length);
    t.deepEqual(texts, []);
    t.deepEqual(stock.products, []);
  },
);

test.serial(
  'a new name of a location is one changed text of a product, and no change of the stock',
  async (t) => {
    const { texts, others, stock } = await compareLocatedAfter(t, (content) =>
      content.replace('locations.json', '"Reno"', '"Las Vegas"'),
    );
    const change = { path: 'locations.reno.name', before: 'Reno', after: 'Las Vegas' };
    t.deepEqual(texts, [
      { sku: 'TEE-1', locale: 'en-US', ...change },
      { sku: 'USA-4', locale: 'en-US', ...change },
    ]);
    t.deepEqual(others, []);
    t.deepEqual(stock.products, []);
  },
);

test.serial(
  'a location that a product gains or loses is a change of the stock, and not of its texts',
  async (t) => {
    const { texts, others, stock } = await compareLocatedAfter(t, async (content) => {
      await content.replace('inventory.csv', 'BAG-5,navy,OSFA,400,', 'BAG-5,navy,OSFA,400,calgary');
      const row = 'TEE-1,navy,S,5,calgary,0,,2026-11-20T06:00:00-05:00\n';
      await content.replace('inventory.csv', row, '');
    });
    t.deepEqual(stock.products, [
      { sku: 'BAG-5', before: 400, after: 400, variants: 1 },
      { sku: 'TEE-1', before: 146, after: 141, variants: 1 },
    ]);
    t.deepEqual([texts, others], [[], []]);
  },
);

test.serial(
  'a removed product is listed once, with its stock and without price changes',
  async (t) => {
    const diff = await compareAfter(t, async (content) => {
      await content.remove('products/USA-4.json');
      const tables = ['prices/msrp.csv', 'prices/net-A1.csv', 'prices/net-A3.csv'];
      for (const table of [...tables, 'inventory.csv', 'active-products.csv']) {
        await removeRows(content, table, 'USA-4');
      }
    });
    t.deepEqual(diff.products, { before: 5, after: 4, added: [], removed: ['USA-4'] });
    t.deepEqual(
      diff.locales.map(({ locale, removed }) => [locale, removed]),
      [
        ['en-CA', []],
        ['en-US', ['USA-4']],
        ['fr-CA', []],
      ],
    );
    t.deepEqual(diff.stock.products, [{ sku: 'USA-4', before: 9, after: 0, variants: 0 }]);
    t.deepEqual(diff.prices, []);
  },
);

test.serial(
  'a changed public address is reported as one change, not as a change of every document',
  async (t) => {
    const { out } = await copyBuiltFixture(t);
    const other = 'https://other.example.test';
    await deploy({ content: fixtureContent, out, baseUrl: other, encoding: 'none' });
    const diff = await compareLinked(out);
    t.deepEqual(diff.facts, [{ path: 'baseUrl', before: baseUrl, after: other }]);
    t.deepEqual([diff.prices, diff.texts, diff.others], [[], [], []]);
  },
);

test.serial('an unreadable document is an error with its name and the reason', async (t) => {
  const { out, first } = await buildTwo(t);
  const file = 'public/v1/products/TEE-1/fr-CA.json';
  await rm(join(out, 'releases', first, file));
  await t.throwsAsync(compareLinked(out), {
    message: `${join(out, 'previous', file)} cannot be read (ENOENT)`,
  });
});
