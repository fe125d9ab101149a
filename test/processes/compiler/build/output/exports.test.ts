/**
 * Exports, which have all products of a locale in one file. Products are compressed in groups: a build that
 * reuses unchanged groups writes the same exports as a build into an empty folder.
 */
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, crc32, gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { createGroupCompressor } from '../../../../../build/output/export-groups.ts';
import {
  type ExportsRecord,
  exportPath,
  toStored,
} from '../../../../../build/output/export-segments.ts';
import { createExportRenderers } from '../../../../../build/render/exports.ts';
import type { ExportForm } from '../../../../../contract/release.ts';
import type { Inventory } from '../../../../../contract/schemas/inventory.ts';
import type { ProductDetail } from '../../../../../contract/schemas/product.ts';
import { copyContent } from '../../../../helpers/content.ts';
import { build, copyBuiltFixture, currentFiles } from '../../../../helpers/released-files.ts';
import { addProducts, buildWithProducts, removeProduct } from '../edit-products.ts';

/** SKUs that end a group of products. Whether a product ends a group depends on its SKU alone. */
const groupEnds = Array.from({ length: 300 }, (_, at) => `BAG-${at + 10}`)
  .filter((sku) => crc32(sku) % 64 === 0)
  .slice(0, 3)
  .sort();

/** SKUs of the added products: each of `groupEnds`, and products that follow it and so begin the next group. */
const skus = groupEnds.flatMap((sku) => ['', '-A', '-B', '-C'].map((end) => sku + end));

const exportOf = async (out: string, file: string) =>
  gunzipSync(await readFile(join(out, 'current/public/v1', `${file}.gz`))).toString();

async function readRecord(out: string): Promise<ExportsRecord> {
  return JSON.parse(await readFile(join(out, 'current/exports.json'), 'utf8')) as ExportsRecord;
}

async function readGroups(out: string) {
  const { locales } = await readRecord(out);
  return locales['en-CA']?.map(({ objects }) => objects) ?? [];
}

const prepare = (t: ExecutionContext) => buildWithProducts(t, skus, 'none');

for (const encoding of ['none', 'full'] as const) {
  test(`after an edit, an addition and a removal, only changed groups of an export are compressed again, with the same bytes, with the encoding ${encoding}`, async (t) => {
    const { folder, out, again, cold } = await buildWithProducts(t, skus, encoding);
    const [lastOfGroup = '', other = ''] = groupEnds;
    let before = await readGroups(out);
    t.is(before.length, groupEnds.length + 1);
    for (const edit of [
      () => folder.replace(`products/${other}.json`, 'It holds things', 'It holds all'),
      () => addProducts(folder, [`${other}-D`]),
      () => removeProduct(folder, lastOfGroup),
    ]) {
      await edit();
      await again();
      const after = await readGroups(out);
      t.true(after.filter((group) => !before.includes(group)).length <= 1, 'one group is new');
      t.true(after.some((group) => before.includes(group)));
      before = after;
    }
    t.deepEqual(await currentFiles(out), await currentFiles(await cold()));
    const lines = (await exportOf(out, 'export/en-CA.ndjson')).trimEnd().split('\n');
    const exported = lines.map((line) => (JSON.parse(line) as ProductDetail).sku);
    t.deepEqual(exported, [...exported].sort());
    t.is(exported.length, skus.length + 4);
  });
}

/**
 * Replaces all bytes of a detail by spaces. Its size and time stay the same, so that a build counts the object as
 * complete and only notices the change if it reads the detail.
 */
async function blankDetail(out: string, sku: string): Promise<void> {
  const detail = join(out, `current/public/v1/products/${sku}/en-CA.json`);
  const { size, mtime } = await stat(detail);
  await writeFile(detail, ' '.repeat(size));
  await utimes(detail, mtime, mtime);
}

const exportFiles = ['export/en-CA.ndjson', 'export/en-CA.csv', 'inventory/en-CA.json'];

// The product after the end of a group is the first of the next one.
for (const [place, changed] of [
  ['last', groupEnds[1]],
  ['first', `${groupEnds[1]}-A`],
]) {
  test(`unchanged products are copied from the last exports without reading their details, also if the ${place} product of their group has changed`, async (t) => {
    const { folder, out, again, cold } = await prepare(t);
    for (const sku of skus) if (sku !== changed) await blankDetail(out, sku);
    await folder.replace(`products/${changed}.json`, 'It holds things', 'It holds all');
    await again();
    const expected = await cold();
    for (const file of exportFiles) t.is(await exportOf(out, file), await exportOf(expected, file));
  });
}

test.serial('a segment whose parts have not changed is not compressed again', async (t) => {
  const { out } = await prepare(t);
  const { locales } = await readRecord(out);
  const [record] = locales['en-CA'] ?? [];
  const forms = createExportRenderers('en-CA').map(({ form }) => form);
  const segments = (record?.segments ?? []).map((each, at) => {
    return toStored(each, join(out, 'current', exportPath(forms[at] as ExportForm, 'en-CA')));
  });
  const { objects = '' } = record ?? {};
  const all = objects.split(',');
  const compress = createGroupCompressor({ out, encoding: 'none' });
  const compressed = (of: readonly string[]) =>
    compress({ locale: 'en-CA', objects: of, stored: [{ objects, segments }] });
  t.deepEqual(await compressed(all), segments);
  t.true((await compressed(all.slice(1))).every((segment) => 'bytes' in segment));
});

test.serial(
  'an export that has not changed is the file of the last release, with the same positions of its segments',
  async (t) => {
    const { folder, out, again, cold } = await buildWithProducts(t, skus, 'full');
    const fileOf = async (file: string) => (await stat(join(out, 'current/public/v1', file))).ino;
    const both = (file: string) => [`${file}.gz`, `${file}.br`];
    const files = ['fr-CA', 'en-CA'].flatMap((locale) =>
      ['export/L.ndjson', 'export/L.csv', 'inventory/L.json', 'inventory/L.csv'].flatMap((file) =>
        both(file.replace('L', locale)),
      ),
    );
    const before = await Promise.all(files.map(fileOf));
    await folder.replace(`products/${groupEnds[1]}.json`, 'It holds things', 'It holds all');
    await again();
    const after = await Promise.all(files.map(fileOf));
    const kept = files.filter((_file, at) => after[at] === before[at]);
    // Unchanged are: French files, because the edited text is English; the catalogue as CSV, because it lacks
    // descriptions; and the stock as CSV. The stock as JSON changes, because it names the release.
    const unchanged = ['export/fr-CA.ndjson', 'export/fr-CA.csv', 'inventory/fr-CA.csv'];
    t.deepEqual(kept, [...unchanged, 'export/en-CA.csv', 'inventory/en-CA.csv'].flatMap(both));
    t.deepEqual(await currentFiles(out), await currentFiles(await cold()));
    // Another build copies segments from the positions that this build has recorded, so they must be correct.
    await folder.replace(`products/${groupEnds[1]}.json`, 'It holds all', 'It holds more');
    await again();
    t.deepEqual(await currentFiles(out), await currentFiles(await cold()));
  },
);

test.serial(
  'products of a changed group are read again if the group is damaged in the last exports',
  async (t) => {
    const { folder, out, again, cold } = await prepare(t);
    const path = join(out, 'current/public/v1/export/en-CA.csv.gz');
    const { mtime } = await stat(path);
    const bytes = await readFile(path);
    const { locales } = await readRecord(out);
    // The segment of the second group in the second export, the catalogue as CSV. Besides the edited product, which ends
    // the group, it has other products, which a build would copy.
    const [offset, length] = locales['en-CA']?.[1]?.segments[1] ?? [0, 0];
    bytes.fill(0, offset + (length >> 1), offset + length);
    await writeFile(path, bytes);
    await utimes(path, mtime, mtime);
    await folder.replace(`products/${groupEnds[1]}.json`, 'It holds things', 'It holds all');
    await again();
    const expected = await cold();
    for (const file of exportFiles) t.is(await exportOf(out, file), await exportOf(expected, file));
  },
);

test.serial(
  'the Brotli form of an export has the bytes of its gzip form, and its segments of unchanged groups are copied',
  async (t) => {
    const { folder, out, again, cold } = await buildWithProducts(t, skus, 'full');
    const path = join(out, 'current/public/v1/export/en-CA.ndjson.br');
    const readBrotli = async () => brotliDecompressSync(await readFile(path)).toString();
    const edit = (from: string, to: string) =>
      folder.replace(`products/${groupEnds[1]}.json`, `It holds ${from}`, `It holds ${to}`);
    await edit('things', 'all');
    await again();
    t.deepEqual(await currentFiles(out), await currentFiles(await cold()));
    t.is(await readBrotli(), await exportOf(out, 'export/en-CA.ndjson'));

    // Its size and time stay the same, so that only a copy has these bytes afterwards.
    const { mtime } = await stat(path);
    const bytes = await readFile(path);
    const { locales } = await readRecord(out);
    const segments = locales['en-CA']?.map((group) => group.segments[0]?.slice(5)) ?? [];
    for (const [offset = 0, length = 0] of segments as number[][]) {
      bytes.fill(1, offset, offset + length);
    }
    await writeFile(path, bytes);
    await utimes(path, mtime, mtime);
    await edit('all', 'more');
    await again();
    const after = await readFile(path);
    const { locales: written } = await readRecord(out);
    const copied = written['en-CA']?.map(({ segments: [segment] }) => {
      const [, , , , , offset = 0, length = 0] = segment ?? [];
      return after.subarray(offset, offset + length).every((byte) => byte === 1);
    });
    // The edited product ends the second group.
    t.deepEqual(copied, [true, false, true, true]);

    // With another modification time, the damaged file does not match the record, so that nothing is copied from it.
    await edit('more', 'less');
    await utimes(path, 0, 0);
    await again();
    t.is(await readBrotli(), await exportOf(out, 'export/en-CA.ndjson'));
  },
);

test.serial('no group is copied from a damaged export', async (t) => {
  const folder = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  const path = join(out, 'current/public/v1/export/en-CA.csv.gz');
  await writeFile(path, (await readFile(path)).subarray(0, -9));
  await folder.write('inventory.json', '{ "asOf": "2026-11-20T06:00:00-05:00" }');
  await build(t, folder.path, out);
  const cold = await build(t, folder.path);
  t.deepEqual(await currentFiles(out), await currentFiles(cold.out));
});

test.serial(
  'the time of the stock is in the inventory, and a new time changes the release but no product',
  async (t) => {
    const folder = await copyContent(t);
    const before = await copyBuiltFixture(t);
    await folder.write('inventory.json', '{ "asOf": "2026-11-20T06:00:00-05:00" }');
    const { out, manifest, documents } = await build(t, folder.path, before.out);
    t.not(manifest.release, before.manifest.release);
    t.deepEqual(manifest.products, before.manifest.products);
    t.true(documents.reused > documents.rendered);
    const { asOf, release } = JSON.parse(await exportOf(out, 'inventory/fr-CA.json')) as Inventory;
    t.deepEqual([asOf, release], ['2026-11-20T06:00:00-05:00', manifest.release]);
  },
);
