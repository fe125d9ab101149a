import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { runEdit } from '../../../../editing/edit/command.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { errorsIn, importFrom, shopifyFile } from '../../../helpers/import-run.ts';
import { runCommand } from '../../../helpers/run-command.ts';

/** Imports the Shopify export of the fixture, and returns functions that read the content and import again. */
async function openShop(t: ExecutionContext) {
  const folder = await makeFolder(t);
  const [out, source] = [join(folder, 'content'), join(folder, 'export.csv')];
  const read = (file: string) => readFile(join(out, file), 'utf8');
  await importFrom('shopify', shopifyFile, '--out', out);
  return {
    ...{ out, read },
    lines: async (file: string, sku: string) =>
      (await read(file)).split('\n').filter((line) => line.startsWith(`${sku},`)),
    again: async (change = (text: string) => text) => {
      await writeFile(source, change(await readFile(shopifyFile, 'utf8')));
      return importFrom('shopify', source, '--out', out);
    },
  };
}

/** A change of the source: another price, stock and name of TEE100. */
const changeTee = (text: string) =>
  text
    .replaceAll('24.50', '25.00')
    .replace('TEE100-NVY-M,180,shopify,65', 'TEE100-NVY-M,180,shopify,9')
    .replace('Harbour Tee,', 'Harbour Tee II,');

test('a style that editors renamed takes the changes of the source under its new SKU', async (t) => {
  const { out, again, read, lines } = await openShop(t);
  for (const skus of [
    ['TEE100', 'TEE200'],
    ['TEE200', 'TEE300'],
  ]) {
    const renamed = await runCommand(runEdit, ['rename', ...skus, '--content', out, '--yes']);
    t.is(renamed.exitCode, 0, renamed.stderr);
    const unchanged = await again();
    t.notRegex(unchanged, /files changed|new styles|removed/);
  }
  const report = await again(changeTee);
  t.regex(report, /Kept:\n {2}styles that editors renamed: 1 \(TEE100 = TEE300\)/);
  t.deepEqual(await lines('prices/msrp.csv', 'TEE300'), ['TEE300,CAD,1,25.00,']);
  t.true((await lines('inventory.csv', 'TEE300')).includes('TEE300,navy,M,9'));
  t.regex(await read('products/TEE300.json'), /"en": "Harbour Tee II"/);
  t.deepEqual(await lines('inventory.csv', 'TEE100'), []);
  t.deepEqual(await errorsIn(out), []);
});

test('a SKU that is corrected in the options renames its style, and editors’ changes stay', async (t) => {
  const { out, again, read, lines } = await openShop(t);
  const product = await read('products/TEE100.json');
  await writeFile(join(out, 'products/TEE100.json'), product.replace('A heavy', 'Our heaviest'));
  const options = await readFile(`${out}.import.json`, 'utf8');
  await writeFile(`${out}.import.json`, options.replace('"TEE100"', '"HARBOUR"'));
  const report = await again(changeTee);
  t.regex(report, /styles renamed, as the options say: 1 \(TEE100 = HARBOUR\)/);
  t.notRegex(report, /new styles|no longer has/);
  const renamed = JSON.parse(await read('products/HARBOUR.json'));
  t.deepEqual([renamed.sku, renamed.formerSkus], ['HARBOUR', ['TEE100']]);
  t.regex(JSON.stringify(renamed), /Our heaviest tee.*/);
  await t.throwsAsync(read('products/TEE100.json'), { code: 'ENOENT' });
  t.deepEqual(await lines('prices/msrp.csv', 'HARBOUR'), ['HARBOUR,CAD,1,25.00,']);
  t.deepEqual(await lines('variants.csv', 'TEE100'), []);
  t.deepEqual(await errorsIn(out), []);
  t.notRegex(await again(changeTee), /files changed|renamed/);
});

/** Imports a CSV table of tees, and returns functions that read the content and import again with other SKUs. */
async function _openTees(t: ExecutionContext) {
  const folder = await makeFolder(t);
  const [out, source, map] = ['content', 'tees.csv', 'map.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const columns = { style: 'Style', name: 'Name', size: 'Size', partId: 'Part', price: 'Price' };
  await writeFile(map, JSON.stringify(columns));
  const optionsFile = `${out}.import.json`;
  const importTees = async (...rows: readonly string[]) => {
    await writeFile(source, ['Style,Name,Size,Part,Price', ...rows].join('\n'));
    return importFrom('csv', source, '--map', map, '--out', out);
  };
  return {
    ...{ out, importTees },
    products: async () => (await readdir(join(out, 'products'))).sort(),
    /** Replaces the import option `skus`. */
    assign: async (skus: Readonly<Record<string, string>>) => {
      const options = JSON.parse(await readFile(optionsFile, 'utf8'));
      await writeFile(optionsFile, JSON.stringify({ ...options, skus }));
    },
  };
}

const _tees = ['TEE1,Pier Tee,S,TEE1-S,10.00', 'TEE1,Pier Tee,M,TEE1-M,10.00'];
