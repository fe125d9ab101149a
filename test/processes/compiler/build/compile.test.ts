import { readdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ContentError } from '../../../../build/content/findings/finding.ts';
import { sha256 } from '../../../../build/content/sha256.ts';
import { ReleaseError } from '../../../../build/output/release-error.ts';
import { manifestSchema } from '../../../../contract/release.ts';
import { copyContent, makeFolder } from '../../../helpers/content.ts';
import {
  build,
  builtFixture,
  copyBuiltFixture,
  currentFiles,
  entriesOf,
  filesBelow,
} from '../../../helpers/released-files.ts';

const frenchTee = 'public/v1/products/TEE-1/fr-CA.json';

test.serial('the manifest and objects list each file with size, hash and time', async (t) => {
  const { out } = await builtFixture('full');
  const text = await readFile(join(out, 'current/manifest.json'), 'utf8');
  const manifest = manifestSchema.parse(JSON.parse(text));
  const files = await filesBelow(join(out, 'current'));
  const isListed = (path: string) => path !== 'manifest.json' && !path.endsWith('/object.json');
  const paths = [...files.keys()].filter(isListed);
  const entries = entriesOf(out, manifest);
  t.deepEqual(Object.keys(entries).sort(), paths);
  for (const path of paths) {
    const { bytes, mtimeSeconds } = files.get(path) ?? { bytes: Buffer.of(), mtimeSeconds: 0 };
    const expected = { size: bytes.length, sha256: sha256(bytes), mtime: mtimeSeconds };
    t.deepEqual(entries[path], expected, path);
  }
  const { release, files: _files, products, productBytes, ...facts } = manifest;
  t.deepEqual(Object.keys(products), ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1', 'USA-4']);
  t.true(productBytes.every((bytes) => bytes > 1000));
  t.is(await readlink(join(out, 'current')), `releases/${release}`);
  t.deepEqual(facts, {
    format: 2,
    baseUrl: 'https://api.example.test',
    defaultLocale: 'en-CA',
    tiers: ['A1', 'A3'],
    companies: ['north-shop', 'south-shop', 'west-shop'],
    baseTier: 'A3',
  });
});

test.serial('a product has a document for exactly the locales of its markets', async (t) => {
  const { out } = await builtFixture();
  const paths = [...(await filesBelow(join(out, 'current/public/v1/products'))).keys()];
  const localesOf = (sku: string) =>
    paths.filter(
      (path) =>
        path.startsWith(`${sku}/`) && path.endsWith('.json') && !path.endsWith('/object.json'),
    );
  t.deepEqual(localesOf('USA-4'), ['USA-4/en-US.json']);
  const canadian = ['BAG-5/en-CA.json', 'BAG-5/fr-CA.json', 'BAG-5/index.json'];
  t.deepEqual(localesOf('BAG-5'), canadian);
  t.is(localesOf('TEE-1').length, 4);
});

test.serial('the document for requests without a locale is in the default locale', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('catalogue.json', '"en-CA"', '"fr-CA"');
  const { out } = await build(t, folder.path);
  const files = await filesBelow(join(out, 'current/public/v1/products'));
  const bytesOf = (path: string) => files.get(path)?.bytes.toString();
  t.is(bytesOf('index.json'), bytesOf('index.fr-CA.json'));
  t.is(bytesOf('TEE-1/index.json'), bytesOf('TEE-1/fr-CA.json'));
  t.not(bytesOf('TEE-1/index.json'), bytesOf('TEE-1/en-CA.json'));
});

test.serial('invalid content leaves the current release unchanged', async (t) => {
  const folder = await copyContent(t);
  const { out, manifest } = await copyBuiltFixture(t);
  const before = await filesBelow(out);
  await folder.replace('products/TEE-1.json', '"brand": "acme"', '"brand": "gone"');
  await t.throwsAsync(build(t, folder.path, out), { instanceOf: ContentError });
  await folder.write('products/TEE-1.json', '{');
  await t.throwsAsync(build(t, folder.path, out), { instanceOf: ContentError });
  t.is(await readlink(join(out, 'current')), `releases/${manifest.release}`);
  t.deepEqual(await filesBelow(out), before);
});

test.serial('an unwritable folder causes a ReleaseError', async (t) => {
  const file = join(await makeFolder(t), 'a-file');
  await writeFile(file, '');
  await t.throwsAsync(build(t, undefined, join(file, 'dist')), {
    instanceOf: ReleaseError,
    message: /^cannot write .*EEXIST/,
  });
});

test.serial('building again changes no file, and repairs what is damaged', async (t) => {
  const { out } = await copyBuiltFixture(t);
  const before = await currentFiles(out);
  await build(t, undefined, out);
  t.deepEqual(await currentFiles(out), before);
  const current = join(out, 'current');
  const damages = [
    () => writeFile(join(current, 'public/v1/health.json'), 'x'),
    () => writeFile(join(current, 'manifest.json'), '{'),
    () => writeFile(join(current, 'index.json'), '{'),
    () => rm(join(current, frenchTee)),
    () => utimes(join(current, frenchTee), 1, 1),
    () => rm(join(current, 'public/v1/products/TEE-1')),
    () => rm(join(current, 'private'), { recursive: true }),
  ];
  for (const damage of damages) {
    await damage();
    await build(t, undefined, out);
    t.deepEqual(await currentFiles(out), before, String(damage));
  }
  t.is((await stat(join(current, 'private'))).mode & 0o777, 0o750);
});

test.serial('a page that cannot be rendered ends the build, which leaves nothing', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const cause = new TypeError('the page has no title');
  const render = () => {
    throw cause;
  };
  const pages = () => ({ key: '', loadRenderer: async () => render });
  const error = await t.throwsAsync(build(t, undefined, out, { pages, encoding: 'full' }), {
    name: 'RenderError',
    message: 'cannot render the pages: the page has no title',
  });
  t.is(error.cause, cause);
  t.deepEqual(await readdir(join(out, 'releases')), []);
  t.false((await readdir(out)).includes('current'));
  await build(t, undefined, out);
  t.is((await readdir(join(out, 'releases'))).length, 1, 'the folder is not locked');
});
