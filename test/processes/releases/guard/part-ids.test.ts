/** Part ids in consecutive releases: differences that the guard refuses. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { toDangerFindings } from '../../../../build/console/danger-findings.ts';
import { toHeadline } from '../../../../build/content/findings/finding.ts';
import type { DangerKind } from '../../../../releases/guard/dangers.ts';
import { GuardError } from '../../../../releases/guard/guard-release.ts';
import { type ContentFolder, copyContent } from '../../../helpers/content.ts';
import { locatedStock } from '../../../helpers/located-stock.ts';
import { build, copiesOf } from '../../../helpers/released-files.ts';
import type { Teardown } from '../../../helpers/teardown.ts';

const file = 'variants.csv';

async function copyLocated(t: Teardown): Promise<ContentFolder> {
  const content = await copyContent(t);
  for (const [path, text] of Object.entries(locatedStock)) await content.write(path, text);
  return content;
}

const copyBuilt = copiesOf(async (t) => build(t, (await copyLocated(t)).path));

async function prepare(t: ExecutionContext) {
  const [content, { out }] = [await copyLocated(t), await copyBuilt(t)];
  const buildAgain = (...accept: DangerKind[]) => build(t, content.path, out, { accept });
  return { content, buildAgain };
}

test.serial(
  'a part id that is given to another size or product stops the build until it is accepted',
  async (t) => {
    const { content, buildAgain } = await prepare(t);
    await content.replace(file, 'TEE-1,navy,S,TEE-1-NVY-S,', 'TEE-1,navy,S,,');
    await content.replace(file, 'TEE-1,navy,M,,', 'TEE-1,navy,M,TEE-1-NVY-S,');
    await content.replace(file, 'BAG-5,navy,OSFA,BAG/5.1,14567810\n', '');
    await content.append(file, 'HOOD-2,bright,2XL,BAG/5.1,\n');
    const error = await t.throwsAsync(buildAgain(), { instanceOf: GuardError });
    t.is(
      error?.message.split('\n')[0],
      '2 part ids belong to another variant than before: ' +
        'BAG/5.1 was BAG-5, navy, OSFA and is HOOD-2, bright, 2XL, ' +
        'TEE-1-NVY-S was TEE-1, navy, S and is TEE-1, navy, M',
    );
    t.regex(error?.message ?? '', /build again with --accept reused-part-ids$/);
    const [danger] = error?.dangers ?? [];
    t.like(danger, { kind: 'reused-part-ids' });

    const findings = await toDangerFindings(content.path, error?.dangers ?? []);
    const rest =
      '; a part id belongs to one variant for ever; if that is intended, npm run build needs --accept reused-part-ids';
    t.deepEqual(findings.map(toHeadline), [
      `${file}:3:14 warning guard/reused-part-id: TEE-1-NVY-S was TEE-1, navy, S and is TEE-1, navy, M${rest}`,
      `${file}:5:19 warning guard/reused-part-id: BAG/5.1 was BAG-5, navy, OSFA and is HOOD-2, bright, 2XL${rest}`,
    ]);
    await t.notThrowsAsync(buildAgain('reused-part-ids'));
  },
);

test.serial(
  'a part id may be removed and added again, and keeps its variant while other data changes',
  async (t) => {
    const { content, buildAgain } = await prepare(t);
    await content.replace(file, 'BAG-5,navy,OSFA,BAG/5.1,', 'BAG-5,navy,OSFA,BAG-5-2,');
    await content.replace(file, 'TEE-1,navy,M,,', 'TEE-1,navy,M,TEE-1-NVY-M,');
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    await content.replace('inventory.csv', 'TEE-1,navy,S,100', 'TEE-1,navy,S,99');
    await t.notThrowsAsync(buildAgain());
  },
);

/**
 * Adds copies of the product BAG-5 and of its table rows; `products` has the SKU of each copy and the members that the
 * copy has in addition. Removes BAG-5 and its rows unless `keepsBag` is true.
 */
async function replaceBag(
  content: ContentFolder,
  products: Readonly<Record<string, object>>,
  keepsBag = false,
): Promise<void> {
  const text = await readFile(join(content.path, 'products/BAG-5.json'), 'utf8');
  for (const [sku, members] of Object.entries(products)) {
    const start = JSON.stringify({ sku, ...members }).slice(1, -1);
    await content.write(`products/${sku}.json`, text.replace('"sku": "BAG-5"', start));
  }
  if (!keepsBag) await content.remove('products/BAG-5.json');
  const skus = [...(keepsBag ? ['BAG-5'] : []), ...Object.keys(products)];
  const prices = ['msrp', 'net-A1', 'net-A3'].map((name) => `prices/${name}.csv`);
  for (const table of [...prices, 'inventory.csv', 'active-products.csv']) {
    const csv = await readFile(join(content.path, table), 'utf8');
    const likeBag = (row: string) => skus.map((sku) => row.replace('BAG-5', sku)).join('');
    await content.write(table, csv.replaceAll(/^BAG-5,.*\n/gm, likeBag));
  }
}

const giveTo = (content: ContentFolder, sku: string) =>
  content.replace(file, 'BAG-5,navy,OSFA,BAG/5.1', `${sku},navy,OSFA,BAG/5.1`);

test.serial('a product that is renamed keeps its part ids', async (t) => {
  const { content, buildAgain } = await prepare(t);
  await replaceBag(content, { 'BAG-6': { formerSkus: ['BAG-5'] } });
  await giveTo(content, 'BAG-6');
  await t.notThrowsAsync(buildAgain());
  await content.replace(file, 'BAG-6,navy,OSFA,BAG/5.1,14567810\n', '');
  await content.append(file, 'HOOD-2,bright,2XL,BAG/5.1,\n');
  await t.throwsAsync(buildAgain(), { instanceOf: GuardError, message: /BAG\/5\.1 was BAG-6/ });
});

test.serial(
  'a part id cannot be given to another product with the same colour and size',
  async (t) => {
    const replaced = { availableUntil: '2020-12-31', replacedBy: 'BAG-6' };
    for (const [what, prepareBags] of Object.entries({
      'a new product, and the old one is removed': (content: ContentFolder) =>
        replaceBag(content, { 'BAG-6': {} }),
      'a new product beside one with the former SKU': (content: ContentFolder) =>
        replaceBag(content, { 'BAG-6': {}, 'BAG-7': { formerSkus: ['BAG-5'] } }),
      'the product that takes its place': async (content: ContentFolder) => {
        await replaceBag(content, { 'BAG-6': {} }, true);
        const members = JSON.stringify(replaced).slice(1, -1);
        await content.replace('products/BAG-5.json', '"sku"', `${members}, "sku"`);
      },
    })) {
      const { content, buildAgain } = await prepare(t);
      await prepareBags(content);
      await giveTo(content, 'BAG-6');
      const error = await t.throwsAsync(buildAgain(), { instanceOf: GuardError }, what);
      const message = 'BAG/5.1 was BAG-5, navy, OSFA and is BAG-6, navy, OSFA';
      const lines = error?.message.split('\n') ?? [];
      t.true(lines.includes(`1 part id belongs to another variant than before: ${message}`), what);
    }
  },
);

test.serial(
  'a part id that is given to another colour of the same size stops the build',
  async (t) => {
    const { content, buildAgain } = await prepare(t);
    await content.replace(file, 'TEE-1,navy,S,TEE-1-NVY-S,', 'TEE-1,navy,S,,');
    await content.append(file, 'TEE-1,grey-navy,S,TEE-1-NVY-S,\n');
    await content.append('inventory.csv', 'TEE-1,grey-navy,S,1,reno,,,\n');
    await t.throwsAsync(buildAgain(), {
      instanceOf: GuardError,
      message: /TEE-1-NVY-S was TEE-1, navy, S and is TEE-1, grey-navy, S/,
    });
  },
);
