import { mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ContentError } from '../../../../build/content/findings/finding.ts';
import { sha256 } from '../../../../build/content/sha256.ts';
import { ReleaseError } from '../../../../build/output/release-error.ts';
import { manifestSchema } from '../../../../contract/release.ts';
import { copyContent, findingsIn, makeFolder } from '../../../helpers/content.ts';
import {
  build,
  buildCompressed,
  builtFixture,
  copyBuiltFixture,
  entriesOf,
  filesBelow,
} from '../../../helpers/released-files.ts';

const frenchTee = 'public/v1/products/TEE-1/fr-CA.json';

test.serial(
  'the same content gives the same release id, bytes and times in any folder',
  async (t) => {
    const [first, second] = [await builtFixture('full'), await buildCompressed(t)];
    t.is(first.manifest.release, second.manifest.release);
    const [files, others] = await Promise.all([
      filesBelow(join(first.out, 'current')),
      filesBelow(join(second.out, 'current')),
    ]);
    t.true(files.size > 100);
    t.deepEqual([...others.keys()], [...files.keys()]);
    for (const [path, { bytes, mtimeSeconds }] of files) {
      t.true(others.get(path)?.bytes.equals(bytes), path);
      // The manifest is not served, so its time may differ.
      if (path !== 'manifest.json') t.is(others.get(path)?.mtimeSeconds, mtimeSeconds, path);
    }
  },
);

test.serial(
  'the manifest and the object records list every file with its size, hash and time',
  async (t) => {
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
  },
);

test.serial('files with different bytes have different modification times', async (t) => {
  const { out, manifest } = await builtFixture('full');
  const hashOf = new Map<number, string>();
  for (const { mtime, sha256: hash } of Object.values(entriesOf(out, manifest))) {
    t.is(hashOf.get(mtime) ?? hash, hash);
    hashOf.set(mtime, hash);
  }
});

test.serial(
  'an edit of equal length changes the release id, and the modification time of the changed files',
  async (t) => {
    const folder = await copyContent(t);
    const before = await builtFixture('full');
    await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const after = await buildCompressed(t, folder.path);
    t.not(after.manifest.release, before.manifest.release);
    const earlier = entriesOf(before.out, before.manifest);
    const later = entriesOf(after.out, after.manifest);
    const changed = Object.keys(earlier).filter(
      (path) => earlier[path]?.sha256 !== later[path]?.sha256,
    );
    const detail = [frenchTee, `${frenchTee}.br`, `${frenchTee}.gz`];
    const exported =
      /^exports\.json$|^public\/v1\/(export\/fr-CA\.ndjson|inventory\/.+\.json)\.(gz|br)$/;
    const others = changed.filter((path) => !exported.test(path));
    t.deepEqual(others.sort(), [...detail, 'public/v1/health.json', 'index.json'].sort());
    t.true(changed.includes('public/v1/export/fr-CA.ndjson.gz'));
    t.is(later[frenchTee]?.size, earlier[frenchTee]?.size);
    const times = async (out: string) => {
      const files = await filesBelow(join(out, 'current'));
      return detail.map((path) => files.get(path)?.mtimeSeconds);
    };
    const [old, current] = [await times(before.out), await times(after.out)];
    for (const [index, time] of current.entries()) t.not(time, old[index]);
  },
);

test.serial('the health document contains the id of its release', async (t) => {
  const { out, manifest } = await builtFixture();
  const health: unknown = JSON.parse(
    await readFile(join(out, 'current/public/v1/health.json'), 'utf8'),
  );
  t.deepEqual(health, { status: 'ok', release: manifest.release });
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

test.serial(
  'a file in the place of the product folder is a finding, also after a release of 1000 products',
  async (t) => {
    const folder = await copyContent(t);
    await rm(join(folder.path, 'products'), { recursive: true });
    await folder.write('products', '');
    const { out, manifest } = await copyBuiltFixture(t);
    const [[, object = ''] = []] = Object.entries(manifest.products);
    // A build of content with an error reads no more of these products than their number and their object.
    const products = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`P-${at}`, object]),
    );
    await writeFile(join(out, 'current/manifest.json'), JSON.stringify({ ...manifest, products }));
    const error = await t.throwsAsync(build(t, folder.path, out), { instanceOf: ContentError });
    const finding = (error as ContentError).findings.find(({ file }) => file === 'products/');
    t.is(finding?.rule, 'catalogue/no-product');
  },
);

test.serial(
  'faults of net prices are found while the tiers of catalogue.json cannot be read',
  async (t) => {
    const folder = await copyContent(t);
    await folder.replace('catalogue.json', '"A1",', '"A1", "A1",');
    await folder.replace('prices/net-A3.csv', 'BAG-5,CAD,10,', 'BAG-5,CAD,11,');
    const expected = await findingsIn(folder.path);
    const error = await t.throwsAsync(build(t, folder.path), { instanceOf: ContentError });
    t.deepEqual((error as ContentError).findings, expected);
    t.deepEqual(
      expected.map(({ file, rule }) => `${file} ${rule}`),
      ['catalogue.json shape/wrong-value', 'prices/net-A3.csv price/first-bracket'],
    );
  },
);

test.serial('building the same content again changes no file', async (t) => {
  const { out } = await copyBuiltFixture(t, 'full');
  const before = await filesBelow(out);
  await buildCompressed(t, undefined, out);
  t.deepEqual(await filesBelow(out), before);
});

test.serial('an unwritable folder causes a ReleaseError', async (t) => {
  const file = join(await makeFolder(t), 'a-file');
  await writeFile(file, '');
  await t.throwsAsync(build(t, undefined, join(file, 'dist')), {
    instanceOf: ReleaseError,
    message: /^cannot write .*ENOTDIR/,
  });
});

test.serial(
  'a build that cannot write its objects leaves no file open, because npm run dev builds again',
  async (t) => {
    const out = join(await makeFolder(t), 'dist');
    await mkdir(join(out, 'objects'), { recursive: true });
    const shards = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));
    for (const shard of shards) await writeFile(join(out, 'objects', shard), '');
    await t.throwsAsync(build(t, undefined, out), {
      instanceOf: ReleaseError,
      message: /^cannot write .*(ENOTDIR|EEXIST)/,
    });
    // Linux lists the files that a process has open.
    const descriptors = await readdir('/proc/self/fd').catch(() => []);
    const targets = descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
    t.deepEqual(
      (await Promise.all(targets)).filter((path) => path.startsWith(out)),
      [],
    );
  },
);

test.serial('a change of the base tier changes the release id', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('catalogue.json', '"base": "A3"', '"base": "A1"');
  const { manifest } = await build(t, folder.path);
  t.not(manifest.release, (await builtFixture()).manifest.release);
  t.is(manifest.baseTier, 'A1');
});

test.serial('building again repairs a release with a truncated manifest', async (t) => {
  const { out } = await copyBuiltFixture(t);
  const file = join(out, 'current', 'manifest.json');
  const whole = await readFile(file, 'utf8');
  await writeFile(file, whole.slice(0, 100));
  await build(t, undefined, out);
  t.is(await readFile(file, 'utf8'), whole);
});

test.serial('building again repairs a damaged release with the same id', async (t) => {
  const { out } = await copyBuiltFixture(t);
  const file = join(out, 'current', 'public', 'v1', 'health.json');
  const whole = await readFile(file, 'utf8');
  await writeFile(file, 'x');
  await build(t, undefined, out);
  t.is(await readFile(file, 'utf8'), whole);
});
