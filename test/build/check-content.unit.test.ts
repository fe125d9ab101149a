import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { type CheckOptions, checkContent } from '../../build/check/check-content.ts';
import { ContentError } from '../../build/content/findings/finding.ts';
import {
  ContentChangedError,
  openSource,
  type SourceUnit,
} from '../../build/content/open-source.ts';
import type { Outline } from '../../build/content/outline.ts';
import { copyContent, fixtureContent, outlinesOf } from '../helpers/content.ts';

async function check(folder: string, options?: CheckOptions) {
  return checkContent(await openSource(folder), options);
}

/** What a build that found the products of a folder clean knows of them. */
async function knowing(folder: string): Promise<(unit: SourceUnit) => Outline | undefined> {
  const outlines = await outlinesOf(await openSource(folder));
  const byHash = new Map(outlines.map(([{ hash }, outline]) => [hash, outline]));
  return ({ hash }) => byHash.get(hash);
}

test('valid content passes every rule', async (t) => {
  const { units, warnings } = await check(fixtureContent, { strict: true });
  t.deepEqual(
    units.map(({ sku, isClean }) => [sku, isClean]),
    ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1', 'USA-4'].map((sku) => [sku, true]),
  );
  t.deepEqual(warnings, []);
});

test('every fault of every file is reported in one run, in order', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('sizes.json', '"OSFA"', '"one size"');
  await folder.replace('products/BAG-5.json', '"sku": "BAG-5"', '"sku": "bag 5"');
  await folder.replace('products/TEE-1.json', '"gsm": 180', '"gsm": -1');
  await folder.replace('products/TEE-1.json', '"brand": "acme"', '"brand": "acmee"');
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  await folder.replace('inventory.csv', 'OSFA,400', 'OSFA,4.5');
  await folder.append('active-products.csv', 'GONE-1,west-shop\n');
  await folder.remove('categories.json');
  await folder.write('tags.json', '[');
  const error = await t.throwsAsync(check(folder.path), { instanceOf: ContentError });
  t.deepEqual(
    error?.findings.map(({ file, line, rule }) => [file, line, rule]),
    [
      ['active-products.csv', 7, 'sync/unknown-product'],
      ['categories.json', undefined, 'file/unreadable'],
      ['inventory.csv', 2, 'csv/wrong-cell'],
      ['inventory.csv', 7, 'csv/wrong-cell'],
      ['products/BAG-5.json', 2, 'shape/wrong-value'],
      ['products/BAG-5.json', 40, 'product/unknown-size'],
      ['products/TEE-1.json', 41, 'product/unknown-brand'],
      ['products/TEE-1.json', 81, 'shape/wrong-value'],
      ['sizes.json', 6, 'shape/wrong-value'],
      ['tags.json', 1, 'json/syntax'],
    ],
  );
});

test('corrected content has no findings', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  await t.throwsAsync(check(folder.path), { instanceOf: ContentError });
  await folder.replace('inventory.csv', 'M,none', 'M,0');
  t.is((await check(folder.path)).warnings.length, 0);
});

test('a warning is an error only with --strict', async (t) => {
  const folder = await copyContent(t);
  await folder.write('products/TEE-9.jsn', '{}');
  const { warnings } = await check(folder.path);
  t.deepEqual(
    warnings.map(({ rule, severity }) => [rule, severity]),
    [['catalogue/unexpected-file', 'warning']],
  );
  await t.throwsAsync(check(folder.path, { strict: true }), { instanceOf: ContentError });
});

test('only products without a warning count as clean', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/TEE-1.json', '"S",\n    "M"', '"M",\n    "S"');
  const cleanOutline = await knowing(fixtureContent);
  const { units, warnings } = await check(folder.path, { cleanOutline });
  t.deepEqual(
    warnings.map(({ rule, file }) => [rule, file]),
    [['product/size-order', 'products/TEE-1.json']],
  );
  const suspects = units.filter(({ isClean }) => !isClean);
  t.deepEqual(
    suspects.map(({ sku }) => sku),
    ['TEE-1'],
  );
});

test('a file edited during the compilation is reported, and never read in two versions', async (t) => {
  const folder = await copyContent(t);
  const source = await openSource(folder.path);
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  await t.throwsAsync(checkContent(source), {
    instanceOf: ContentChangedError,
    message: 'products/TEE-1.json or its rows were edited while they were compiled; build again',
  });
});

test('rows edited during the compilation are reported', async (t) => {
  const folder = await copyContent(t);
  const source = await openSource(folder.path);
  const [first] = source.units;
  const rows = await source.draftOf([first as SourceUnit]);
  t.true(rows.inventory.rows.length + rows.msrp.rows.length > 0);
  await folder.replace('prices/msrp.csv', `${first?.sku},`, `${first?.sku?.toLowerCase()},`);
  await t.throwsAsync(checkContent(source), { instanceOf: ContentChangedError });
});

for (const file of ['prices/msrp.csv', 'inventory.csv', 'brands.json', 'size-charts.json']) {
  test(`a ${file} that was empty only at the first read is reported as edited`, async (t) => {
    const folder = await copyContent(t);
    const whole = await readFile(join(folder.path, file), 'utf8');
    await folder.write(file, '');
    const source = await openSource(folder.path);
    await folder.write(file, whole);
    await t.throwsAsync(checkContent(source), {
      instanceOf: ContentChangedError,
      message: 'the content was edited while it was read; build again',
    });
  });
}

test('clean products are not read again', async (t) => {
  const folder = await copyContent(t);
  const before = await check(folder.path);
  const cleanOutline = await knowing(folder.path);
  const source = await openSource(folder.path);
  // Whatever is read now is not what was hashed.
  for (const { file } of source.units) await folder.write(file, '{');
  const after = await checkContent(source, { cleanOutline });
  t.deepEqual(after, before);
});

for (const file of ['companies.json', 'deprecations.json', 'active-products.csv', 'brands.json']) {
  test(`a fault in ${file} is reported when every product is cached`, async (t) => {
    const folder = await copyContent(t);
    const cleanOutline = await knowing(folder.path);
    await folder.write(file, '{');
    const { findings } = await t.throwsAsync(check(folder.path, { cleanOutline }), {
      instanceOf: ContentError,
    });
    t.true(findings.some((finding) => finding.file === file));
  });
}

test('a checked product keeps only the members of its outline in memory', async (t) => {
  const { units } = await check(fixtureContent);
  const outlines = await outlinesOf(await openSource(fixtureContent));
  const members = new Set<string>();
  for (const [index, { product }] of units.entries()) {
    const outlined: unknown = outlines[index]?.[1].product;
    for (const name of Object.keys(outlined as object)) members.add(name);
    t.true(Object.keys(product).every((name) => Object.hasOwn(outlined as object, name)));
  }
  for (const name of ['$schema', 'name', 'descriptions', 'studio'])
    t.false(members.has(name), name);
  for (const name of ['sku', 'images', 'colors', 'customization']) t.true(members.has(name), name);
});
