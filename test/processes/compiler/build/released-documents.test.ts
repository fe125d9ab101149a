import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { locales } from '../../../../contract/locales.ts';
import { publicFiles } from '../../../../contract/release.ts';
import { productListSchema } from '../../../../contract/schemas/list.ts';
import { openDocs } from '../../../../pages/docs/open-docs.ts';
import { copyContent, fixtureContent } from '../../../helpers/content.ts';
import { build, copyBuiltFixture, filesBelow, list } from '../../../helpers/released-files.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';
import { checkDocument } from './check-document.ts';

/** The uncompressed files of the fixture's release with all pages: path → bytes. Built once, for every test. */
let files: ReadonlyMap<string, Buffer>;

test.before('the fixture is built with all pages', async () => {
  const teardowns = collectTeardowns();
  try {
    const { out } = await build(teardowns, undefined, undefined, { pages: await openDocs() });
    const isPlain = (path: string) => !path.endsWith('/object.json') && path !== 'index.json';
    const found = await filesBelow(join(out, 'current'));
    const plain = [...found].filter(([path]) => isPlain(path) && !/\.(gz|br)$/.test(path));
    files = new Map(plain.map(([path, { bytes }]) => [path, bytes]));
  } finally {
    await teardowns.run();
  }
});

test.serial('a release has pages, pictures, assets and the API’s description', async (t) => {
  const pages = ['docs/decorations', 'docs/size-charts/tops'].flatMap((page) =>
    ['en-CA', 'en-US', 'fr-CA'].map((locale) => `${page}/${locale}.html`),
  );
  const others = ['docs/errors.html', 'openapi.json', 'images/HOOD-2/wheel.svg'];
  for (const path of [...pages, ...others]) t.true(files.has(`public/${path}`), path);
  const photo = 'assets/photos/stateside.png';
  t.deepEqual(files.get(`public/${photo}`), await readFile(join(fixtureContent, photo)));
  const style = join(import.meta.dirname, '../../../../pages/docs/assets/style.css');
  t.deepEqual(files.get('public/docs/style.css'), await readFile(style));
});

test.serial('only the pictures among the assets are released', async (t) => {
  const folder = await copyContent(t);
  const icon = 'assets/icons/embroidery.svg';
  const others = [`${icon}.gz`, `${icon}.br`, 'assets/guide.pdf'];
  for (const path of others) await folder.write(path, 'kept by an editor');
  const { out } = await build(t, folder.path);
  const isReleased = (path: string) => existsSync(join(out, 'current/public', path));
  t.deepEqual([icon, ...others].filter(isReleased), [icon]);
});

test.serial('every URL of the API in a document leads to a file of the release', (t) => {
  const addresses = new Set<string>();
  for (const [path, bytes] of files) {
    if (!path.startsWith('public/v1/')) continue;
    for (const [, address = ''] of bytes.toString().matchAll(/"(https:\/\/api\.[^"]+)"/g)) {
      addresses.add(address);
    }
  }
  t.true(addresses.size > 15);
  for (const address of addresses) {
    const { pathname, hash } = new URL(address);
    const file = files.get(`public${pathname}`) ?? files.get(`public${pathname}.html`);
    t.truthy(file, address);
    if (hash) t.true(file?.toString().includes(`id="${hash.slice(1)}"`), address);
  }
});

test.serial('a document is one line of JSON, in the order of its schema', (t) => {
  let checked = 0;
  for (const [path, bytes] of files) {
    if (!path.endsWith('.json')) continue;
    t.false(bytes.includes('\n'), path);
    if (checkDocument(path, bytes.toString())) checked += 1;
  }
  t.is(checked, 4 + 16 + 6);
});

test.serial('a list defines the category and brand of each of its products', (t) => {
  for (const locale of locales) {
    const bytes = files.get(`public/v1/products/index.${locale}.json`) ?? Buffer.of();
    const list = productListSchema.parse(JSON.parse(bytes.toString()));
    const names = list.categories.map(({ name }) => name);
    t.is(list.locale, locale);
    t.is(list.products.length, 4);
    for (const { brand, catalog } of list.products) {
      t.truthy(list.brands[brand]);
      t.true(names.includes(catalog.category));
    }
  }
});

test.serial('every served text file except health has a gzip and a Brotli form', async (t) => {
  const { out } = await copyBuiltFixture(t, 'full');
  const { listing } = await list(out);
  for (const folder of [`${out}/current/public`, `${out}/sync/${listing}`]) {
    const files = await filesBelow(folder);
    const isText = (path: string) =>
      /\.(json|html|svg|css)$/.test(path) && !path.endsWith('/object.json');
    const plain = [...files].filter(([path]) => isText(path) && path !== publicFiles.health);
    t.true(plain.length > 3);
    for (const [path, file] of plain) {
      const gzipped = files.get(`${path}.gz`)?.bytes ?? Buffer.of();
      t.true(gunzipSync(gzipped).equals(file.bytes), path);
      t.is(gzipped[9], 255, path);
      const brotli = files.get(`${path}.br`)?.bytes ?? Buffer.of();
      t.true(brotliDecompressSync(brotli).equals(file.bytes), path);
    }
  }
});
