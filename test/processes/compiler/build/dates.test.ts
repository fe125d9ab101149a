/** Tests releases that are built for a given day or time: which products and prices they have. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Day } from '../../../../build/content/dates.ts';
import { createBuildMemory, forgetChanged } from '../../../../build/known-products.ts';
import { publicFiles } from '../../../../contract/release.ts';
import type { ProductList } from '../../../../contract/schemas/list.ts';
import type { ProductDetail } from '../../../../contract/schemas/product.ts';
import { undefinedIfMissing } from '../../../../releases/release-store.ts';
import { type ContentFolder, copyContent, makeFolder } from '../../../helpers/content.ts';
import { build, currentFiles } from '../../../helpers/released-files.ts';
import { buildWithoutPages, runCommand } from '../../../helpers/run-command.ts';

const bag = 'products/BAG-5.json';

/** Copies the fixture and adds `members`, as JSON text, to the product BAG-5. */
async function contentWith(t: ExecutionContext, members: string): Promise<ContentFolder> {
  const content = await copyContent(t);
  await content.replace(bag, '"sku": "BAG-5",', `"sku": "BAG-5", ${members},`);
  return content;
}

/** Adds the columns `from` and `until` to msrp.csv, and a markdown of BAG-5 from 24 to 26 December. */
async function markDown(content: ContentFolder): Promise<void> {
  const file = 'prices/msrp.csv';
  const text = (await readFile(join(content.path, file), 'utf8')).trimEnd();
  const rows = [
    'BAG-5,CAD,10,8008.00,,,2026-12-23',
    'BAG-5,CAD,10,7990.00,8008.00,2026-12-24,2026-12-26',
    'BAG-5,CAD,10,8008.00,,2026-12-27,',
  ];
  const dated = text.replaceAll(/$/gm, ',,').replace('Price,,', 'Price,from,until');
  await content.write(file, `${dated.replace('BAG-5,CAD,10,8008.00,,,', rows.join('\n'))}\n`);
}

async function read<Document>(out: string, path: string): Promise<Document | undefined> {
  const text = await undefinedIfMissing(readFile(join(out, 'current/public', path), 'utf8'));
  return text === undefined ? undefined : (JSON.parse(text) as Document);
}

async function bagOn(t: ExecutionContext, content: ContentFolder, at: Date | Day) {
  const { out, manifest } = await build(t, content.path, undefined, { at });
  const list = await read<ProductList>(out, publicFiles.list('en-CA'));
  const detail = await read<ProductDetail>(out, publicFiles.detail('BAG-5', 'en-CA'));
  t.is(
    list?.products.some(({ sku }) => sku === 'BAG-5'),
    detail !== undefined,
  );
  return { detail, manifest };
}

test.serial('a product is shown from its first to its last day, with both days', async (t) => {
  const life = { availableFrom: '2026-12-01', availableUntil: '2026-12-31' };
  const content = await contentWith(t, JSON.stringify(life).slice(1, -1));
  for (const at of ['2026-11-30', '2027-01-01']) {
    t.is((await bagOn(t, content, at)).detail, undefined, at);
  }
  for (const at of ['2026-12-01', '2026-12-31']) {
    t.like((await bagOn(t, content, at)).detail, life, at);
  }
});

test.serial('an unavailable product is in no document of a release', async (t) => {
  const content = await contentWith(t, '"draft": true');
  const { out } = await build(t, content.path);
  for (const line of await currentFiles(out)) t.false(line.includes('BAG-5'), line);
  for (const path of [publicFiles.list('en-CA'), publicFiles.list('fr-CA')]) {
    t.false(JSON.stringify(await read(out, path)).includes('BAG-5'), path);
  }
  for (const file of ['index.json', 'private/net/A1/en-CA.json']) {
    t.false((await readFile(join(out, 'current', file), 'utf8')).includes('BAG-5'), file);
  }
});

test.serial('the day of a time depends on the time zone of the catalogue', async (t) => {
  const content = await contentWith(t, '"availableFrom": "2026-12-01"');
  const at = new Date('2026-12-01T04:59:59Z');
  t.not((await bagOn(t, content, at)).detail, undefined);
  await content.replace('catalogue.json', '{', '{ "timeZone": "America/Toronto",');
  const { detail, manifest } = await bagOn(t, content, at);
  t.is(detail, undefined);
  t.is(manifest.dueAt, '2026-12-01T05:00:00.000Z');
});

test.serial('the next date of a release is the earliest next date of its products', async (t) => {
  const content = await contentWith(t, '"availableUntil": "2026-12-31"');
  for (const [sku, day] of [
    ['TEE-1', '2027-03-01'],
    ['HOOD-2', '2026-12-24'],
    ['USA-4', '2027-02-01'],
  ]) {
    await content.replace(`products/${sku}.json`, '{', `{ "availableFrom": "${day}",`);
  }
  t.is((await bagOn(t, content, '2026-12-01')).manifest.dueAt, '2026-12-24T00:00:00.000Z');
  t.is((await bagOn(t, content, '2026-12-24')).manifest.dueAt, '2027-01-01T00:00:00.000Z');
  t.is((await bagOn(t, content, '2027-02-01')).manifest.dueAt, '2027-03-01T00:00:00.000Z');
  t.is((await bagOn(t, content, '2027-03-01')).manifest.dueAt, undefined);
});

test.serial('a markdown has its regular price and last day, during its period', async (t) => {
  const content = await copyContent(t);
  await markDown(content);
  const pricesOn = async (at: Day) => (await bagOn(t, content, at)).detail?.pricing.msrp;
  const bracket = { minQuantity: 10, maxQuantity: null };
  t.deepEqual(await pricesOn('2026-12-23'), [{ ...bracket, price: 8008, until: '2026-12-23' }]);
  for (const at of ['2026-12-24', '2026-12-26']) {
    const marked = { price: 7990, regularPrice: 8008, until: '2026-12-26' };
    t.deepEqual(await pricesOn(at), [{ ...bracket, ...marked }], at);
  }
  t.deepEqual(await pricesOn('2026-12-27'), [{ ...bracket, price: 8008 }]);
});

test.serial('releases of two times differ if and only if a date is between them', async (t) => {
  const content = await copyContent(t);
  await markDown(content);
  const out = await makeFolder(t);
  const releaseOn = async (at: Date | Day) =>
    (await build(t, content.path, out, { at })).manifest.release;
  const before = await releaseOn('2026-11-01');
  t.is(await releaseOn(new Date('2026-12-23T23:59:59.999Z')), before);
  const during = await releaseOn(new Date('2026-12-24T00:00:00Z'));
  t.not(during, before);
  t.is(await releaseOn('2026-12-26'), during);
  t.not(await releaseOn('2026-12-27'), during);
});

test.serial('a build that reuses a release of another day equals one without it', async (t) => {
  const content = await contentWith(t, '"availableUntil": "2026-12-29"');
  await markDown(content);
  const memory = createBuildMemory();
  const [warm, kept] = [await makeFolder(t), await makeFolder(t)];
  for (const at of ['2026-12-23', '2026-12-24', '2026-12-27', '2026-12-30', '2026-12-01']) {
    const expected = await currentFiles((await build(t, content.path, undefined, { at })).out);
    await build(t, content.path, warm, { at });
    t.deepEqual(await currentFiles(warm), expected, at);
    // As in a long-running process in which no file has changed.
    forgetChanged(memory, []);
    await build(t, content.path, kept, { at, memory });
    t.deepEqual(await currentFiles(kept), expected, at);
  }
});

test.serial('the build prints the next date, and --at accepts a day or a time', async (t) => {
  const content = await copyContent(t);
  await markDown(content);
  const args = ['--content', content.path, '--out', await makeFolder(t)];
  const build = (...more: string[]) => runCommand(buildWithoutPages, [...args, ...more]);
  const first = await build('--at', '2026-12-01');
  t.regex(first.stdout, /^ {2}next date: 2026-12-24T00:00:00\.000Z$/m);
  const last = await build('--at', '2026-12-26T23:00:00-05:00');
  t.notRegex(last.stdout, /next date/);
  const { exitCode, stderr } = await build('--at', '2026-02-30');
  t.is(exitCode, 1);
  t.is(
    stderr,
    '--at takes a day such as 2026-12-01 or a moment such as 2026-12-01T06:00:00-05:00; not "2026-02-30"\n',
  );
});
