import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { fixtureContent, loadFixture } from '../../../helpers/content.ts';
import {
  builtFixture,
  copyBuiltFixture,
  decompressed,
  filesBelow,
  list,
} from '../../../helpers/released-files.ts';

/** Returns every net price and net surcharge of the fixture as text; no MSRP has one of these numbers. */
async function netNumbers(): Promise<readonly string[]> {
  const { products } = await loadFixture();
  const rows = products.flatMap((product) => [...product.rows.net.values()].flat());
  const surcharges = products.flatMap((product) => product.rows.surcharges);
  const prices = rows.flatMap(({ price, regularPrice }) => [price, regularPrice]);
  const extra = surcharges.filter(({ list }) => list !== 'msrp').map(({ surcharge }) => surcharge);
  return [...prices, ...extra].flatMap((number) => (number === undefined ? [] : [String(number)]));
}

/** Returns the names of all members of a JSON value, at any depth. */
function memberNames(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return [];
  const own = Array.isArray(json) ? [] : Object.keys(json);
  return [...own, ...Object.values(json).flatMap(memberNames)];
}

test.serial('the net prices of the fixture are unique, and private/ has them all', async (t) => {
  const numbers = await netNumbers();
  t.is(numbers.length, 30);
  t.true(numbers.every((number) => /^[67]9\d\d\.\d\d$/.test(number)));
  const msrp = await readFile(join(fixtureContent, 'prices/msrp.csv'), 'utf8');
  t.deepEqual(
    numbers.filter((number) => msrp.includes(number)),
    [],
  );
  const { out } = await builtFixture();
  const files = await filesBelow(join(out, 'current/private'));
  const text = [...files.values()].map(({ bytes }) => bytes.toString()).join('');
  t.deepEqual(
    numbers.filter((number) => !text.includes(number)),
    [],
  );
});

test.serial('no file below public/ and no sync listing contains a net price', async (t) => {
  const numbers = await netNumbers();
  const { out } = await copyBuiltFixture(t);
  await list(out);
  for (const folder of ['current/public', 'sync']) {
    const files = await filesBelow(join(out, folder));
    t.true(files.size > 20);
    for (const [path, { bytes }] of files) {
      // French tables have a comma in a number.
      const texts = [bytes, decompressed(path, bytes)].map((each) =>
        each.toString('latin1').replaceAll(/(?<=\d),(?=\d)/g, '.'),
      );
      const found = numbers.filter((number) => texts.some((text) => text.includes(number)));
      t.deepEqual(found, [], path);
    }
  }
});

test.serial('no public document has a member that only keyed answers have', async (t) => {
  const { out } = await builtFixture();
  const files = await filesBelow(join(out, 'current/public'));
  for (const [path, { bytes }] of files) {
    // The OpenAPI document has these member names, but no values.
    if (!path.endsWith('.json') || path === 'openapi.json') continue;
    const names = memberNames(JSON.parse(bytes.toString()));
    t.false(names.includes('net'), path);
    t.false(names.includes('priceTier'), path);
  }
});

test.serial('only owner and group can read private/: findings and net prices', async (t) => {
  const { out } = await builtFixture();
  const folder = join(out, 'current/private');
  const expected = ['A1', 'A3'].flatMap((tier) =>
    ['en-CA', 'en-US', 'fr-CA'].map((locale) => `net/${tier}/${locale}.json`),
  );
  t.deepEqual([...(await filesBelow(folder)).keys()], ['findings.json', ...expected]);
  t.is((await stat(folder)).mode & 0o777, 0o750);
});

test.serial('a release contains no file of the preview, which shows net prices', async (t) => {
  const { out } = await builtFixture();
  const files = await filesBelow(join(out, 'current'));
  for (const [path, { bytes }] of files) {
    const text = decompressed(path, bytes).toString('latin1');
    t.false(/preview\/(app|data|files|paint|products)/.test(`${path} ${text}`), path);
  }
});
