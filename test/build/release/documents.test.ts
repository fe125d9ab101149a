import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createContexts, renderDocuments } from '../../../build/release/documents.ts';
import { baseUrl, copyContent, fixtureContent, loadFixture } from '../../helpers/content.ts';

const styleSheet = Buffer.from('main { color: black }');

/** Every file of a release of the fixture. */
async function documents() {
  return renderDocuments(createContexts(await loadFixture(), { baseUrl }), styleSheet);
}

test('a release has pages, pictures, assets and the API’s description', async (t) => {
  const files = await documents();
  const pages = ['docs/decorations', 'docs/size-charts/tops'].flatMap((page) =>
    ['en-CA', 'en-US', 'fr-CA'].map((locale) => `${page}/${locale}.html`),
  );
  const others = ['docs/errors.html', 'openapi.json', 'images/HOOD-2/wheel.svg'];
  for (const path of [...pages, ...others]) t.true(files.has(`public/${path}`), path);
  t.deepEqual(files.get('public/docs/style.css'), styleSheet);
  const photo = await readFile(join(fixtureContent, 'assets/photos/stateside.png'));
  t.deepEqual(files.get('public/assets/photos/stateside.png'), photo);
});

test('every address of ours in a document leads to a file of the release', async (t) => {
  const files = await documents();
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

test('a document is JSON on one line', async (t) => {
  for (const [path, bytes] of await documents()) {
    if (!path.endsWith('.json')) continue;
    t.false(bytes.includes('\n'), path);
    t.notThrows(() => JSON.parse(bytes.toString()), path);
  }
});

test('a picture is titled in the first locale that its product is sold in', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/JER-3.json', '"en": "Made Jersey"', '"en": "A", "en-US": "B"');
  const content = await folder.load();
  const files = renderDocuments(createContexts(content, { baseUrl }), styleSheet);
  t.regex(files.get('public/images/JER-3/wheel.svg')?.toString() ?? '', /<title>A<\/title>/);
});
