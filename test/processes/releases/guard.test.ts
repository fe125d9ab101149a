/** The guard: differences from the current release that stop a deploy until they are accepted. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { toDangerFindings } from '../../../build/console/danger-findings.ts';
import { type Finding, toHeadline } from '../../../build/content/findings/finding.ts';
import type { DangerKind } from '../../../releases/guard/dangers.ts';
import { GuardError } from '../../../releases/guard/guard-release.ts';
import { releaseIds } from '../../../releases/release-store.ts';
import { type ContentFolder, copyContent } from '../../helpers/content.ts';
import { locatedStock } from '../../helpers/located-stock.ts';
import { build, copiesOf } from '../../helpers/released-files.ts';
import { buildWithoutPages, runCommand } from '../../helpers/run-command.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { copyBag, copyDeployed, removeProduct, replaceRows } from './deployments.ts';

interface Case {
  edit(content: ContentFolder, out: string): Promise<void>;
  /** Patterns of lines of the error. */
  readonly lines: readonly RegExp[];
  /** What must be accepted. */
  readonly accept: string;
}

const raiseBag = (content: ContentFolder) =>
  content.replace('prices/msrp.csv', 'BAG-5,CAD,10,8008.00', 'BAG-5,CAD,10,80080.00');
const manifestOf = (out: string) => join(out, 'current/manifest.json');

const cases: Readonly<Record<string, Case>> = {
  'removed products': {
    edit: (content) => removeProduct(content, 'JER-3'),
    lines: [/^1 of 5 SKUs \(20\.0 %.*\) were removed from the catalogue: JER-3$/m],
    accept: 'removed-products',
  },
  'an emptied locale': {
    async edit(content) {
      for (const sku of ['TEE-1', 'HOOD-2', 'JER-3', 'USA-4']) await removeProduct(content, sku);
    },
    lines: [/^en-US has no products any more; it had 4$/m, /^4 of 5 SKUs /m],
    accept: 'removed-products,emptied-locale',
  },
  'jumps of public and net prices, all of which are counted': {
    async edit(content) {
      await raiseBag(content);
      await content.replace('prices/net-A1.csv', '7909.47', '2009.10');
    },
    lines: [
      /^2 prices rose or fell by more than a factor of 3: BAG-5 CAD msrp for 10: 8008.00 → 80080.00, TEE-1 USD A1 for 48: 7909.47 → 2009.10$/m,
    ],
    accept: 'price-jumps',
  },
  'a damaged manifest of the current release': {
    edit: (_content, out) => writeFile(manifestOf(out), '{'),
    lines: [/^the releases cannot be compared: .*manifest\.json cannot be read \(.*JSON.*\)$/m],
    accept: 'unreadable-release',
  },
  'an unreadable price file beside other dangers': {
    async edit(content, out) {
      await removeProduct(content, 'JER-3');
      await raiseBag(content);
      await writeFile(join(out, 'current/private/net/A1/en-CA.json'), '{}x');
    },
    lines: [/^1 of 5 SKUs /m, /^1 price rose /m, /^not all prices can be compared: .+A1\/en-CA/m],
    accept: 'removed-products,price-jumps,unreadable-release',
  },
};

for (const [name, { edit, lines, accept }] of Object.entries(cases)) {
  test.serial(
    `${name}: the release is written and not activated, until it is accepted`,
    async (t) => {
      const { content, out, first, setNote, deploy, current } = await copyDeployed(t);
      await setNote('Taille grand.');
      await edit(content, out);
      const stopped = await deploy();
      t.is(stopped.exitCode, 1);
      t.is(await current(), first);
      for (const line of lines) t.regex(stopped.stderr, line);
      const [, built = ''] = /release (\w{16}) was written/.exec(stopped.stderr) ?? [];
      t.deepEqual(await releaseIds(out), [first, built].sort());
      t.regex(stopped.stderr, new RegExp(`build again with --accept ${accept}\n$`));
      const [one = '', ...others] = accept.split(',');
      t.is((await deploy({}, '--accept', others.join() || 'lost-stock')).exitCode, 1, one);
      const accepted = await deploy({}, '--accept', accept);
      t.is(accepted.exitCode, 0, accepted.stderr);
      t.is(await current(), built);
    },
  );
}

test.serial('a table of stock that was cut off stops the build', async (t) => {
  const content = await copyContent(t);
  await copyBag(content, { 'BAG-6': {}, 'BAG-7': {}, 'BAG-8': {} });
  const { out } = await build(t, content.path);
  const inventory = 'sku,color,size,quantity\nHOOD-2,bright,2XL,7\nUSA-4,navy,M,9\n';
  await content.write('inventory.csv', inventory);
  const args = ['--content', content.path, '--out', out, '--base-url', 'https://api.example.test'];
  const stopped = await runCommand(buildWithoutPages, args);
  t.deepEqual([stopped.exitCode, stopped.stdout], [1, '']);
  const counts = '5 of 7 products with stock (more than 20 %)';
  const skus = 'BAG-5, BAG-6, BAG-7, BAG-8, TEE-1';
  const line = `${counts} have none any more, as if inventory.csv were cut off: ${skus}\n`;
  t.true(stopped.stderr.startsWith(line), stopped.stderr);
  t.is((await runCommand(buildWithoutPages, [...args, '--accept', 'lost-stock'])).exitCode, 0);
  const unknown = await runCommand(buildWithoutPages, [...args, '--accept', 'everything']);
  t.is(unknown.exitCode, 1);
  t.regex(unknown.stderr, /^--accept takes removed-products, .*; not "everything"\n$/);
});

const variants = 'variants.csv';

async function copyLocated(t: Teardown): Promise<ContentFolder> {
  const content = await copyContent(t);
  for (const [path, text] of Object.entries(locatedStock)) await content.write(path, text);
  return content;
}

const copyBuilt = copiesOf(async (t) => build(t, (await copyLocated(t)).path));

/** Copies content with part ids, and a release of it; returns the content and a function that builds it again. */
async function prepareParts(t: ExecutionContext) {
  const [content, { out }] = [await copyLocated(t), await copyBuilt(t)];
  const buildAgain = (...accept: DangerKind[]) => build(t, content.path, out, { accept });
  return { content, buildAgain };
}

test.serial(
  'a part id that is given to another colour, size or product stops the build until it is accepted',
  async (t) => {
    const { content, buildAgain } = await prepareParts(t);
    await content.replace(variants, 'TEE-1,navy,S,TEE-1-NVY-S,', 'TEE-1,navy,S,,');
    await content.replace(variants, 'TEE-1,navy,M,,', 'TEE-1,navy,M,TEE-1-NVY-S,');
    await content.replace(variants, 'TEE-1,grey-navy,2XL,TEE-1-GRY-2XL,', 'TEE-1,grey-navy,2XL,,');
    await content.append(variants, 'TEE-1,navy,2XL,TEE-1-GRY-2XL,\n');
    await content.append('inventory.csv', 'TEE-1,navy,2XL,1,reno,,,\n');
    await content.replace(variants, 'BAG-5,navy,OSFA,BAG/5.1,14567810\n', '');
    await content.append(variants, 'HOOD-2,bright,2XL,BAG/5.1,\n');
    const error = await t.throwsAsync(buildAgain(), { instanceOf: GuardError });
    t.regex(error?.message ?? '', /^3 part ids belong to another variant than before: /);
    t.regex(error?.message ?? '', /build again with --accept reused-part-ids$/);
    const findings = await toDangerFindings(content.path, error?.dangers ?? []);
    const found = findings.map(toHeadline).map((line) => line.split(';')[0]);
    t.deepEqual(found, [
      'variants.csv:3:14 warning guard/reused-part-id: TEE-1-NVY-S was TEE-1, navy, S and is TEE-1, navy, M',
      'variants.csv:5:16 warning guard/reused-part-id: TEE-1-GRY-2XL was TEE-1, grey-navy, 2XL and is TEE-1, navy, 2XL',
      'variants.csv:6:19 warning guard/reused-part-id: BAG/5.1 was BAG-5, navy, OSFA and is HOOD-2, bright, 2XL',
    ]);
    await t.notThrowsAsync(buildAgain('reused-part-ids'));
  },
);

test.serial('an id of a category that only changes its spelling stops the build', async (t) => {
  const { content, buildAgain } = await prepareParts(t);
  for (const file of ['categories.json', 'products/BAG-5.json']) {
    await content.replace(file, '"bags"', '"sacks"');
  }
  const error = await t.throwsAsync(buildAgain(), { instanceOf: GuardError });
  t.regex(error?.message ?? '', /the id bags of "Bags" \(categories\) became sacks/);
  const [finding] = await toDangerFindings(content.path, error?.dangers ?? []);
  t.regex(toHeadline(finding as Finding), /^categories\.json.* warning guard\/renamed-id: /);
  await t.notThrowsAsync(buildAgain('renamed-ids'));
});

test.serial(
  'a part id may be removed and added again, and keeps its variant if its product is renamed',
  async (t) => {
    const { content, buildAgain } = await prepareParts(t);
    await content.replace(variants, 'BAG-5,navy,OSFA,BAG/5.1,', 'BAG-5,navy,OSFA,BAG-5-2,');
    await content.replace(variants, 'TEE-1,navy,M,,', 'TEE-1,navy,M,TEE-1-NVY-M,');
    await t.notThrowsAsync(buildAgain());
    await content.replace(variants, 'BAG-5,navy,OSFA,BAG-5-2,', 'BAG-5,navy,OSFA,BAG/5.1,');
    await t.notThrowsAsync(buildAgain());
    await copyBag(content, { 'BAG-6': { formerSkus: ['BAG-5'] } });
    await replaceRows(content, 'BAG-5');
    await content.remove('products/BAG-5.json');
    await t.notThrowsAsync(buildAgain());
  },
);

test.serial(
  'a part id cannot be given to another product with the same colour and size',
  async (t) => {
    for (const [what, copies, keepsBag] of [
      ['a new product, and the old one is removed', { 'BAG-6': {} }, false],
      ['beside a former SKU', { 'BAG-6': {}, 'BAG-7': { formerSkus: ['BAG-5'] } }, false],
      ['the product that takes its place', { 'BAG-6': {} }, true],
    ] as const) {
      const { content, buildAgain } = await prepareParts(t);
      await content.replace(variants, 'BAG-5,navy,OSFA,BAG/5.1,14567810\n', '');
      await copyBag(content, copies);
      await content.append(variants, 'BAG-6,navy,OSFA,BAG/5.1,14567810\n');
      if (keepsBag) {
        const members = '"availableUntil": "2020-12-31", "replacedBy": "BAG-6", "sku"';
        await content.replace('products/BAG-5.json', '"sku"', members);
      } else {
        await replaceRows(content, 'BAG-5');
        await content.remove('products/BAG-5.json');
      }
      const line = /^1 part id .+: BAG\/5\.1 was BAG-5, navy, OSFA and is BAG-6, navy, OSFA$/m;
      await t.throwsAsync(buildAgain(), { instanceOf: GuardError, message: line }, what);
    }
  },
);
