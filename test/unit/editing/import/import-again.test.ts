/** Imports into content that exists: only what the shop owns, or the whole content, which git has. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { unfinishedFolder } from '../../../../build/content/unfinished-edit.ts';
import { editFolder, makeFolder } from '../../../helpers/content.ts';
import { errorsIn, importFrom, shopifyFile } from '../../../helpers/import-run.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';

/** The folder with the imported Shopify export of the fixture, which each test copies. */
let imported: string;
const teardowns = collectTeardowns();

test.before('the export is imported', async () => {
  imported = await makeFolder(teardowns);
  await importFrom('shopify', shopifyFile, '--out', join(imported, 'content'));
});
test.after.always(() => teardowns.run());

/** Copies the imported content; returns functions that read it and import it again. */
async function openShop(t: ExecutionContext) {
  const folder = await makeFolder(t);
  cpSync(imported, folder, { recursive: true });
  const out = join(folder, 'content');
  const read = (file: string) => readFile(join(out, file), 'utf8');
  return {
    out,
    content: editFolder(out),
    read,
    /** Returns the lines of a table that begin with a text. */
    lines: async (file: string, start: string) =>
      (await read(file)).split('\n').filter((text) => text.startsWith(start)),
    /** Imports the export again, changed by `change`; returns the report. */
    again: async (change: (text: string) => string, ...args: readonly string[]) => {
      const file = join(folder, 'export.csv');
      await writeFile(file, change(await readFile(shopifyFile, 'utf8')));
      return importFrom('shopify', file, '--out', out, ...args);
    },
    git: (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=E', '-c', 'user.email=e@example.com', ...args], {
        cwd: folder,
        encoding: 'utf8',
      }),
  };
}

const teeFile = 'products/TEE100.json';
/** A change of the source: another price, stock, name, text and picture of TEE100. */
const changeTee = (text: string) =>
  text
    .replaceAll('24.50', '25.00')
    .replace('TEE100-NVY-M,180,shopify,65', 'TEE100-NVY-M,180,shopify,9')
    .replace('Harbour Tee,', 'Harbour Tee II,')
    .replaceAll('tee100-hgr.jpg?v=171', 'tee100-hgr.jpg?v=172');
const all = ['--only', 'prices,stock,pictures'];

test('--only updates prices, stock and pictures, and leaves texts and new styles', async (t) => {
  const { again, lines, read, out } = await openShop(t);
  const report = await again(
    (text) => `${changeTee(text).trimEnd()}\r\nnew-tee,New Tee${','.repeat(22)}9.00\r\n`,
    ...all,
  );
  t.deepEqual(await lines('prices/msrp.csv', 'TEE100'), ['TEE100,CAD,1,25.00,']);
  t.deepEqual(await lines('prices/net-A1.csv', 'TEE100'), ['TEE100,CAD,1,17.50,']);
  t.deepEqual(await lines('prices/surcharges.csv', 'TEE100,CAD,2XL,m'), [
    'TEE100,CAD,2XL,msrp,1.50',
  ]);
  t.deepEqual(await lines('inventory.csv', 'TEE100,navy,M'), ['TEE100,navy,M,9']);
  const tee = await read(teeFile);
  t.true(tee.includes('tee100-hgr.jpg?v=172') && !tee.includes('Tee II'), tee);
  t.regex(report, /new styles; import all into a branch to add them: 1 \(NEW-TEE\)/);
  t.deepEqual(await lines('prices/msrp.csv', 'NEW-TEE'), []);
  t.deepEqual(await errorsIn(out), []);
});

test('the same export changes nothing, and one part leaves the others', async (t) => {
  const { again, lines } = await openShop(t);
  t.regex(await again((text) => text, ...all), /files changed: 1 \(none\)/);
  await again(changeTee, '--only', 'stock');
  t.deepEqual(await lines('prices/msrp.csv', 'TEE100'), ['TEE100,CAD,1,24.50,']);
  t.deepEqual(await lines('inventory.csv', 'TEE100,navy,M'), ['TEE100,navy,M,9']);
});

test('what editors own stays, and is named', async (t) => {
  const { again, lines, read, content } = await openShop(t);
  await content.replace('prices/net-A2.csv', 'TEE100,CAD,1,16.17', 'TEE100,CAD,1,15.00');
  const tee = 'TEE100,CAD,1,24.50,\n';
  await content.replace('prices/msrp.csv', tee, `${tee}TEE100,CAD,48,22.00,\n`);
  const own = 'https://cdn.shopify.example/s/files/1/0001/products/tee100-wbr.jpg?v=171';
  await content.write('assets/w.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await content.write(teeFile, (await read(teeFile)).replace(own, 'w.svg'));
  await content.replace(teeFile, '"The collar"', '"Our collar"');
  await content.remove('products/CAP9.json');
  const lists = ['msrp', 'surcharges', 'net-A1', 'net-A2', 'net-A3', 'net-A4', 'net-A5'];
  for (const table of ['inventory', 'variants', 'active-products']) lists.push(`../${table}`);
  for (const file of lists.map((list) => `prices/${list}.csv`)) {
    await content.write(file, (await read(file)).replaceAll(/^CAP9,.*\n/gm, ''));
  }
  const report = await again((text) => changeTee(text).replaceAll('-wbr.jpg', '-wb2.jpg'), ...all);
  t.deepEqual(await lines('prices/net-A2.csv', 'TEE100'), ['TEE100,CAD,1,15.00,']);
  t.deepEqual(await lines('prices/msrp.csv', 'TEE100'), [
    'TEE100,CAD,1,25.00,',
    'TEE100,CAD,48,22.00,',
  ]);
  t.deepEqual(await lines('prices/msrp.csv', 'CAP9'), []);
  const product = await read(teeFile);
  for (const text of ['"w.svg"', 'Our collar', 'tee100-hgr.jpg?v=172'])
    t.true(product.includes(text), text);
  t.regex(report, /not the share of the MSRP in the options: \d+ \(TEE100 CAD A2, not 66 %\)/);
  t.regex(report, /pictures of editors: 1 \(TEE100 wildberry\)/);
  t.regex(report, /add them: 1 \(CAP9\)/);
});

test('a price of the shop is that of the first bracket of a style', async (t) => {
  const { again, content, lines, read } = await openShop(t);
  for (const list of ['msrp', 'net-A1', 'net-A2', 'net-A3', 'net-A4', 'net-A5']) {
    const text = await read(`prices/${list}.csv`);
    await content.write(`prices/${list}.csv`, text.replaceAll('TEE100,CAD,1,', 'TEE100,CAD,12,'));
  }
  await content.replace(teeFile, '"quantity": 1', '"quantity": 12');
  await again(changeTee, ...all);
  t.deepEqual(await lines('prices/msrp.csv', 'TEE100'), ['TEE100,CAD,12,25.00,']);
  t.deepEqual(await lines('prices/net-A1.csv', 'TEE100'), ['TEE100,CAD,12,17.50,']);
});

test('--only writes nothing if the content would not build', async (t) => {
  const { again, content, lines } = await openShop(t);
  await content.replace('brands.json', '"northpier"', '"northpeer"');
  await t.throwsAsync(again(changeTee, ...all), {
    message: /nothing was written: the content would/,
  });
  t.deepEqual(await lines('prices/msrp.csv', 'TEE100'), ['TEE100,CAD,1,24.50,']);
});

test('the whole content is replaced only if git has all of it, and then merged', async (t) => {
  const { again, content, git, read, out } = await openShop(t);
  git('init', '-q', '-b', 'shop');
  const message = /has changes that git has not; commit them/;
  await t.throwsAsync(again(changeTee), { message });
  git('add', '.');
  git('commit', '-q', '-m', 'import');
  git('switch', '-q', '-c', 'main');
  await content.replace(teeFile, 'A heavy tee', 'Our heaviest tee');
  await t.throwsAsync(again(changeTee), { message });
  await t.throwsAsync(again(changeTee, ...all), { message });
  git('commit', '-q', '-a', '-m', 'edit');
  git('switch', '-q', 'shop');
  const report = await again((text) => changeTee(text).replace(/canvas-tote.*\r\n/, ''));
  t.regex(report, /styles removed, which the source does not have: 1 \(TOTE-1\)/);
  git('add', '.');
  git('commit', '-q', '-m', 'import again');
  git('switch', '-q', 'main');
  git('merge', '-q', '--no-edit', 'shop');
  const tee = await read(teeFile);
  t.true(tee.includes('Our heaviest tee') && tee.includes('Harbour Tee II'), tee);
  t.deepEqual(await errorsIn(out), []);
});

test('an interrupted edit blocks an import', async (t) => {
  const { again, content } = await openShop(t);
  await content.write(`${unfinishedFolder}/plan.json`, '[]');
  await t.throwsAsync(again(changeTee, ...all), { message: /an edit was interrupted/ });
});
