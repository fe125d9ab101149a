/** `npm run diff`: what it finds between two releases, and how it prints it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { compareReleases } from '../../../releases/diff/compare-releases.ts';
import { runDiff } from '../../../releases/diff/diff-command.ts';
import { openRelease } from '../../../releases/diff/read-release.ts';
import type { ReleaseDiff } from '../../../releases/diff/release-diff.ts';
import { dangerKinds } from '../../../releases/guard/dangers.ts';
import { type ContentFolder, copyContent } from '../../helpers/content.ts';
import { locatedStock } from '../../helpers/located-stock.ts';
import { build } from '../../helpers/released-files.ts';
import { runCommand } from '../../helpers/run-command.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { copyDeployed, copyDeployedTwice, removeProduct } from './deployments.ts';

/** Compares the previous release of an output folder with the current one. */
async function compareLinked(out: string): Promise<ReleaseDiff> {
  const [before, after] = [join(out, 'previous'), join(out, 'current')];
  return compareReleases(await openRelease(before), await openRelease(after));
}

/** Compares the releases of the fixture before and after `edit`. */
async function compareAfter(t: Teardown, edit: (content: ContentFolder) => Promise<void>) {
  const { content, out } = await copyDeployed(t);
  await edit(content);
  await build(t, content.path, out, { accept: dangerKinds });
  return compareLinked(out);
}

test.serial(
  'prices are compared by list and currency, texts by locale and field, other fields separately, stock by product',
  async (t) => {
    const diff = await compareAfter(t, async (content) => {
      await content.replace('prices/msrp.csv', 'TEE-1,CAD,12,8020.00', 'TEE-1,CAD,12,8021.00');
      await content.replace('prices/net-A3.csv', '7929.47', '7900.00');
      await content.replace('prices/surcharges.csv', '6901.13', '6901.14');
      await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
      await content.replace('products/TEE-1.json', '"designCredits": 2', '"designCredits": 3');
      await content.replace('inventory.csv', 'TEE-1,navy,S,120', 'TEE-1,navy,S,20');
      // Pieces that move between variants are a change as well.
      await content.replace('inventory.csv', 'HOOD-2,bright,2XL,7', 'HOOD-2,bright,2XL,8');
      await content.replace('inventory.csv', 'HOOD-2,grey-navy,M,31', 'HOOD-2,grey-navy,M,30');
    });
    const [tee, price] = [{ sku: 'TEE-1' }, { kind: 'price' }];
    const cad = { ...tee, currency: 'CAD' };
    t.deepEqual(diff.prices as unknown[], [
      { ...cad, list: 'msrp', ...price, minQuantity: 12, before: 8020, after: 8021, percent: 0.01 },
      {
        ...cad,
        list: 'A1',
        kind: 'surcharge',
        size: '2XL',
        before: 6901.13,
        after: 6901.14,
        percent: 0,
      },
      {
        ...tee,
        currency: 'USD',
        list: 'A3',
        ...price,
        minQuantity: 48,
        before: 7929.47,
        after: 7900,
        percent: -0.37,
      },
    ]);
    const credits = 'pricing.designCredits';
    const french = { ...tee, locale: 'fr-CA' } as const;
    t.deepEqual(
      diff.texts.filter(({ locale }) => locale === 'fr-CA'),
      [
        { ...french, path: 'note', before: 'Taille petit.', after: 'Taille grand.' },
        { ...french, path: `${credits}.description`, before: '2 crédits', after: '3 crédits' },
      ],
    );
    t.deepEqual(
      diff.others,
      (['en-CA', 'en-US', 'fr-CA'] as const).map((locale) => {
        return { ...tee, locale, path: `${credits}.included`, before: 2, after: 3 };
      }),
    );
    t.deepEqual(diff.stock, {
      ...{ before: 628, after: 528 },
      products: [
        { sku: 'HOOD-2', before: 38, after: 38, variants: 2 },
        { sku: 'TEE-1', before: 181, after: 81, variants: 1 },
      ],
    });
    t.deepEqual(diff.products, { before: 5, after: 5, added: [], removed: [] });
  },
);

test.serial(
  'part ids, GTINs and names of locations are no change of the stock, and a location that a product gains is one',
  async (t) => {
    const content = await copyContent(t);
    for (const [file, text] of Object.entries(locatedStock)) await content.write(file, text);
    const { out } = await build(t, content.path);
    await content.replace('variants.csv', 'S,TEE-1-NVY-S', 'S,TEE-1-NAVY-S');
    await content.replace('variants.csv', 'M,,6291041500213', 'M,TEE-1-NAVY-M,4006381333931');
    await content.replace('locations.json', '"Reno"', '"Las Vegas"');
    await content.replace('inventory.csv', 'BAG-5,navy,OSFA,400,', 'BAG-5,navy,OSFA,400,calgary');
    await build(t, content.path, out, { accept: dangerKinds });
    const { texts, others, stock } = await compareLinked(out);
    t.deepEqual(
      others
        .filter(({ locale }) => locale === 'en-US')
        .map(({ path, before, after }) => [path, before, after]),
      [
        ['inventory.navy M.gtin', '6291041500213', '4006381333931'],
        ['inventory.navy M.partId', null, 'TEE-1-NAVY-M'],
        ['inventory.navy S.partId', 'TEE-1-NVY-S', 'TEE-1-NAVY-S'],
      ],
    );
    const change = { path: 'locations.reno.name', before: 'Reno', after: 'Las Vegas' };
    t.deepEqual(texts, [
      { sku: 'TEE-1', locale: 'en-US', ...change },
      { sku: 'USA-4', locale: 'en-US', ...change },
    ]);
    t.deepEqual(stock.products, [{ sku: 'BAG-5', before: 400, after: 400, variants: 1 }]);
  },
);

test.serial(
  'a removed product is listed once, with its stock and without price changes',
  async (t) => {
    const diff = await compareAfter(t, (content) => removeProduct(content, 'USA-4'));
    t.deepEqual(diff.products, { before: 5, after: 4, added: [], removed: ['USA-4'] });
    const removed = diff.locales.map(({ locale, removed: skus }) => [locale, ...skus]);
    t.deepEqual(removed, [['en-CA'], ['en-US', 'USA-4'], ['fr-CA']]);
    t.deepEqual(diff.stock.products, [{ sku: 'USA-4', before: 9, after: 0, variants: 0 }]);
    t.deepEqual(diff.prices, []);
  },
);

test.serial(
  'a changed public address is one change, not a change of every document, and equal releases have none',
  async (t) => {
    const { out, deploy } = await copyDeployed(t);
    const before = 'https://api.example.test';
    const after = 'https://other.example.test';
    t.is((await deploy({}, '--base-url', after)).exitCode, 0);
    const diff = await compareLinked(out);
    t.deepEqual(diff.facts, [{ path: 'baseUrl', before, after }]);
    t.deepEqual([diff.prices, diff.texts, diff.others], [[], [], []]);
    const release = await openRelease(join(out, 'current'));
    const none = await compareReleases(release, release);
    t.deepEqual([none.facts, none.prices, none.texts, none.others], [[], [], [], []]);
    t.deepEqual(none.files, { added: [], removed: [], changed: [] });
  },
);

test.serial(
  'the diff compares the previous release with the current one, or two releases in the given order and format',
  async (t) => {
    const { out, first, second } = await copyDeployedTwice(t);
    const diff = (...args: string[]) => runCommand(runDiff, [...args, '--out', out]);
    const { exitCode, stdout, stderr } = await diff();
    t.deepEqual([exitCode, stderr], [0, '']);
    t.true(stdout.startsWith(`release ${first} → ${second}\n`));
    const note = 'TEE-1 {2}note {2}"Taille petit\\." {2}"Taille grand\\."';
    t.regex(stdout, new RegExp(`\nText fr-CA: 1 changed\n {2}${note}\n`));
    const json = await diff(second, first.slice(0, 8), '--format', 'json');
    t.like(JSON.parse(json.stdout), { before: second, after: first });
    const markdown = await diff('current', 'previous', '--format', 'markdown');
    t.true(markdown.stdout.startsWith(`## Catalogue: \`${second}\` → \`${first}\`\n`));
  },
);

test.serial(
  'a missing release or a damaged file is one error line with its name, and exit code 1',
  async (t) => {
    const { out } = await copyDeployedTwice(t);
    const refuse = async (reason: RegExp, ...args: string[]) => {
      const { exitCode, stdout, stderr } = await runCommand(runDiff, [...args, '--out', out]);
      t.deepEqual([exitCode, stdout], [1, '']);
      t.regex(stderr, reason);
    };
    await refuse(/^there is no release "0123" in .+\n$/, '0123', 'current');
    const detail = join(out, 'current/public/v1/products/TEE-1/fr-CA.json');
    await writeFile(detail, 'a\nb');
    await refuse(/^\S+TEE-1\/fr-CA\.json cannot be read \(.*JSON.*\)\n$/);
    await writeFile(detail, '[]');
    await refuse(/^\S+TEE-1\/fr-CA\.json cannot be read \(the document: .+\)\n$/);
    await writeFile(join(out, 'current/manifest.json'), '{}');
    await refuse(/^\S+manifest\.json cannot be read \(it has format 1, .+\)\n$/);
  },
);
