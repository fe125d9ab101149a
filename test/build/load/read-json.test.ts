import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readJson } from '../../../build/load/read-json.ts';
import { productSchema } from '../../../build/schemas/product.ts';
import { brandsSchema, catalogueSchema } from '../../../build/schemas/shared.ts';
import { copyContent, makeFolder } from '../../helpers/content.ts';

const file = 'products/TEE-1.json';

/** The faults of the fixture's standard product after one edit. */
async function faultsAfter(t: ExecutionContext, from: string, to: string) {
  const folder = await copyContent(t);
  await folder.replace(file, from, to);
  return (await readJson(folder.path, file, productSchema)).findings;
}

test('a sound file is its value', async (t) => {
  const { path } = await copyContent(t);
  const { value, findings } = await readJson(path, file, productSchema);
  t.is(value?.sku, 'TEE-1');
  t.deepEqual(findings, []);
});

test('a byte order mark before the JSON does no harm', async (t) => {
  const folder = await copyContent(t);
  await folder.replace(file, '{', '\uFEFF{');
  t.is((await readJson(folder.path, file, productSchema)).value?.sku, 'TEE-1');
});

test('a wrong value is reported with its path and what it should be', async (t) => {
  const sku = await faultsAfter(t, '"sku": "TEE-1"', '"sku": "tee-1"');
  const skuMessage = 'is not a SKU: upper-case letters, digits, . _ -';
  t.deepEqual(sku, [{ file, path: 'sku', message: skuMessage }]);
  const color = await faultsAfter(t, '"color": "grey-navy"', '"color": "Grey Navy"');
  const idMessage = 'is not an id: use lower-case letters, digits and hyphens';
  t.deepEqual(color, [{ file, path: 'colors.1.color', message: idMessage }]);
  const text = await faultsAfter(t, '"A tee."', '"A tee. "');
  const textMessage = 'has white space at its start or end; remove it';
  t.deepEqual(text, [{ file, path: 'descriptions.short.en', message: textMessage }]);
  const empty = await faultsAfter(t, '"A tee."', '""');
  const emptyMessage = 'is empty; write the text or leave the field out';
  t.deepEqual(empty, [{ file, path: 'descriptions.short.en', message: emptyMessage }]);
});

test('a misspelt member is reported by name', async (t) => {
  const [fault, ...more] = await faultsAfter(t, '"note"', '"notes"');
  t.deepEqual(more, []);
  t.is(fault?.file, file);
  t.regex(fault?.message ?? '', /"notes"/);
});

test('a member that is not there is reported by path', async (t) => {
  const [fault] = await faultsAfter(t, '"studio": true,', '');
  t.is(fault?.path, 'studio');
});

test('every fault of a file is reported', async (t) => {
  const folder = await copyContent(t);
  await folder.replace(file, '"quantity": 12', '"quantity": 0');
  await folder.replace(file, '"designCredits": 2', '"designCredits": "two"');
  await folder.replace(file, '"percentage": 30', '"percentage": 130');
  const { findings } = await readJson(folder.path, file, productSchema);
  const paths = ['designCredits', 'minimumOrder.quantity', 'sizeRecommendations.0.percentage'];
  t.deepEqual(findings.map(({ path }) => path).sort(), paths);
});

test('a text for a language that is none is reported', async (t) => {
  const [fault] = await faultsAfter(t, '"fr": "Taille petit."', '"de": "Klein."');
  t.is(fault?.path, 'note');
});

test('a shape fault of a shared file has the id in its path', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('brands.json', '"page": false', '"page": "no"');
  const brands = await readJson(folder.path, 'brands.json', brandsSchema);
  t.is(brands.findings[0]?.path, 'brands.zeta.page');
  await folder.replace('catalogue.json', '"A1"', '"Tier one"');
  const catalogue = await readJson(folder.path, 'catalogue.json', catalogueSchema);
  const message = 'is not a tier such as A3';
  t.deepEqual(catalogue.findings, [{ file: 'catalogue.json', path: 'tiers.all.0', message }]);
});

test('a file that cannot be read is reported with the reason', async (t) => {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'brands.json'));
  const { findings } = await readJson(folder, 'brands.json', brandsSchema);
  t.deepEqual(findings, [{ file: 'brands.json', message: 'cannot be read (EISDIR)' }]);
});
