/**
 * What a build reuses from earlier builds: objects (folders with the files of one version of a product), and
 * parts of the current release.
 */
import { writeFileSync } from 'node:fs';
import {
  access,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createBuildMemory, forgetChanged } from '../../../../../build/known-products.ts';
import { objectNames, objectPath } from '../../../../../build/output/object-records.ts';
import { tempName } from '../../../../../build/output/temp-entries.ts';
import { privateFiles, publicFiles } from '../../../../../contract/release.ts';
import { copyContent, fixtureContent } from '../../../../helpers/content.ts';
import { locatedStock } from '../../../../helpers/located-stock.ts';
import { pictureOfSize } from '../../../../helpers/pictures.ts';
import {
  build,
  builtFixture,
  copyBuiltFixture,
  currentFiles,
  filesBelow,
} from '../../../../helpers/released-files.ts';

const frenchTee = 'public/v1/products/TEE-1/fr-CA.json';

/**
 * Builds a content folder, by default the fixture, into an empty folder, so that nothing is reused. Returns a line with
 * path, hash and time for each file of the release.
 */
async function coldFiles(t: ExecutionContext, content?: string): Promise<readonly string[]> {
  return currentFiles((await build(t, content)).out);
}

test.serial('after an edit only changed documents are rendered again', async (t) => {
  const folder = await copyContent(t);
  const first = await copyBuiltFixture(t);
  t.is(first.documents.reused, 0);
  const again = await build(t, folder.path, first.out);
  t.deepEqual(again.documents, { rendered: 0, reused: first.documents.rendered });
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  const edited = await build(t, folder.path, first.out);
  // The product, and health with its new release id.
  const { locales, pictures } = { locales: 3, pictures: 4 };
  t.is(edited.documents.rendered, locales + pictures + 1);
  t.deepEqual(await currentFiles(first.out), await coldFiles(t, folder.path));
});

test.serial(
  'after an edit of a name, net prices are hard links to those of the last release, and lists are not',
  async (t) => {
    const folder = await copyContent(t);
    const { out } = await copyBuiltFixture(t);
    const files = [privateFiles.netPrices('A1', 'en-CA'), publicFiles.list('en-CA')];
    const paths = files.map((file, at) =>
      join(out, 'current', at === 0 ? 'private' : 'public', file),
    );
    const inodes = () => Promise.all(paths.map(async (path) => (await stat(path)).ino));
    const [net, list] = await inodes();
    await folder.replace('products/TEE-1.json', '"en": "', '"en": "New ');
    await build(t, folder.path, out);
    const [netAfter, listAfter] = await inodes();
    t.is(netAfter, net);
    t.not(listAfter, list);
    t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
  },
);

test.serial(
  'a long-running process reads only changed files, and turns the folder of an old release into the next one',
  async (t) => {
    const folder = await copyContent(t);
    const memory = createBuildMemory();
    const { out } = await build(t, folder.path, undefined, { memory });
    // This change is not reported to the process, so it uses the file that it has in memory.
    await folder.replace('products/BAG-5.json', '"en": "Plain Bag"', '"en": "Plainer Bag"');
    const releases: string[] = [];
    const sizes = ['petit', 'grand', 'large', 'juste', 'ample', 'long'];
    for (const [at, size] of sizes.slice(1).entries()) {
      await folder.replace('products/TEE-1.json', `Taille ${sizes[at]}.`, `Taille ${size}.`);
      forgetChanged(memory, [{ file: 'products/TEE-1.json', kind: 'changed' }]);
      const { documents, manifest } = await build(t, folder.path, out, { memory });
      t.is(documents.rendered, 8);
      releases.push(manifest.release);
    }
    t.is(releases.length, new Set(releases).size);
    t.false(String(await currentFiles(out)).includes('Plainer'));
    forgetChanged(memory, [{ file: 'products/BAG-5.json', kind: 'changed' }]);
    await build(t, folder.path, out, { memory });
    t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
    // The folders of older releases than the last three were reused for new ones.
    t.is((await readdir(join(out, 'releases'))).length, 3);
  },
);

test.serial(
  'a long-running process has the tables in memory, also if a release exists when it starts',
  async (t) => {
    const folder = await copyContent(t);
    const { out } = await copyBuiltFixture(t);
    const memory = createBuildMemory();
    await build(t, folder.path, out, { memory });
    const inventory = await readFile(join(folder.path, 'inventory.csv'), 'utf8');
    await folder.remove('inventory.csv');
    await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    forgetChanged(memory, [{ file: 'products/TEE-1.json', kind: 'changed' }]);
    await build(t, folder.path, out, { memory });
    await folder.write('inventory.csv', inventory);
    t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
  },
);

test.serial(
  'the links of unchanged products are those of the current release, and a wrong or missing link is created',
  async (t) => {
    const folder = await copyContent(t);
    const { out } = await copyBuiltFixture(t);
    const linkOf = (sku: string) => join(out, 'current/public/v1/products', sku);
    const inodeOf = async (sku: string) => (await lstat(linkOf(sku))).ino;
    const [hood, tee] = [await inodeOf('HOOD-2'), await inodeOf('TEE-1')];
    await rm(linkOf('BAG-5'));
    await rm(linkOf('JER-3'));
    await symlink('elsewhere', linkOf('JER-3'));
    await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    await build(t, folder.path, out);
    t.is(await inodeOf('HOOD-2'), hood);
    t.not(await inodeOf('TEE-1'), tee);
    t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
  },
);

test.serial(
  'every build reports a warning about a product, even if nothing has changed',
  async (t) => {
    const folder = await copyContent(t);
    for (const [file, text] of Object.entries(locatedStock)) await folder.write(file, text);
    const expected = '2026-11-19,2026-11-20T06:00:00Z';
    await folder.append('inventory.csv', `TEE-1,grey-navy,S,1,reno,6,${expected}\n`);
    const first = await build(t, folder.path);
    t.deepEqual(
      first.warnings.map(({ rule }) => rule),
      ['stock/incoming-before-count'],
    );
    const again = await build(t, folder.path, first.out);
    t.deepEqual(again.warnings, first.warnings);
  },
);

test.serial(
  'a picture with a new size causes only products that show it to be rendered again',
  async (t) => {
    const folder = await copyContent(t);
    const first = await copyBuiltFixture(t);
    const photo = join(folder.path, 'assets/photos/stateside.png');
    // The size is the same: only the picture and the release id change.
    const repainted = Buffer.concat([await readFile(photo), Buffer.from('repainted')]);
    await writeFile(photo, repainted);
    t.is((await build(t, folder.path, first.out)).documents.rendered, 2);
    await writeFile(photo, pictureOfSize('png', 640, 480));
    const edited = await build(t, folder.path, first.out);
    const changed = Object.keys(edited.manifest.products).filter(
      (sku) => edited.manifest.products[sku] !== first.manifest.products[sku],
    );
    t.deepEqual(changed, ['USA-4']);
    const detail = join(first.out, 'current/public/v1/products/USA-4/en-US.json');
    t.like(JSON.parse(await readFile(detail, 'utf8')).images[0], { width: 640, height: 480 });
    t.deepEqual(await currentFiles(first.out), await coldFiles(t, folder.path));
  },
);

test.serial(
  'a picture that became only wider or only higher is detected, also if its product has another picture',
  async (t) => {
    const folder = await copyContent(t);
    const write = (name: string, width: number, height: number) =>
      writeFile(join(folder.path, 'assets/photos', name), pictureOfSize('png', width, height));
    await write('other.png', 9, 9);
    const url = 'https://cdn.example.test/worn.jpg';
    await folder.replace('products/USA-4.json', url, 'photos/other.png');
    await write('stateside.png', 640, 480);
    const { out } = await build(t, folder.path);
    for (const [width, height] of [
      [641, 480],
      [641, 481],
    ] as const) {
      await write('stateside.png', width, height);
      await build(t, folder.path, out);
      const detail = join(out, 'current/public/v1/products/USA-4/en-US.json');
      const { images } = JSON.parse(await readFile(detail, 'utf8'));
      t.like(images[0], { width, height });
      t.like(images[1], { width: 9, height: 9 });
    }
  },
);

test.serial('a long-running process detects a picture with a new size', async (t) => {
  const folder = await copyContent(t);
  const memory = createBuildMemory();
  const { out } = await build(t, folder.path, undefined, { memory });
  const file = 'assets/photos/stateside.png';
  await writeFile(join(folder.path, file), pictureOfSize('png', 640, 480));
  forgetChanged(memory, [{ file, kind: 'changed' }]);
  await build(t, folder.path, out, { memory });
  t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
});

test.serial('a release contains sizes, never the aliases that the content uses', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('sizes.json', '"sizes"', '"aliases": { "XXL": "2XL" }, "sizes"');
  const named = await build(t, folder.path);
  t.is(named.manifest.release, (await builtFixture()).manifest.release);
  const files = [
    ...['products/TEE-1.json', 'products/HOOD-2.json', 'size-charts.json'],
    ...['inventory.csv', 'prices/surcharges.csv'],
  ];
  for (const file of files) {
    const text = await readFile(join(folder.path, file), 'utf8');
    await folder.write(file, text.replaceAll(/2XL/g, 'XXL'));
  }
  const { manifest } = await build(t, folder.path, named.out);
  t.is(manifest.release, named.manifest.release);
  // Only sizes.json changes: the same rows now name one size twice.
  await folder.replace('sizes.json', '{ "XXL": "2XL" }', '{ "XXL": "M" }');
  await t.throwsAsync(build(t, folder.path, named.out), { name: 'ContentError' });
});

test.serial(
  'a reverted edit makes the earlier release current again, and writes no object',
  async (t) => {
    const folder = await copyContent(t);
    const { out, manifest } = await copyBuiltFixture(t);
    await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    await build(t, folder.path, out);
    const before = await objectNames(out);
    await folder.replace('products/TEE-1.json', 'Taille grand.', 'Taille petit.');
    await build(t, folder.path, out);
    t.is(await readlink(join(out, 'current')), `releases/${manifest.release}`);
    t.deepEqual((await objectNames(out)).sort(), before.sort());
  },
);

test.serial('rows that move to other lines change nothing', async (t) => {
  const folder = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  const text = await readFile(join(folder.path, 'inventory.csv'), 'utf8');
  const [header, ...rows] = text.trimEnd().split('\n');
  await folder.write('inventory.csv', `${[header, '', ...rows].join('\n')}\n`);
  t.is((await build(t, folder.path, out)).documents.rendered, 0);
});

test.serial('an edit of only a net price keeps every object', async (t) => {
  const folder = await copyContent(t);
  const { out, manifest } = await copyBuiltFixture(t);
  await folder.replace('prices/net-A3.csv', '7921.11', '7921.17');
  const edited = await build(t, folder.path, out);
  t.not(edited.manifest.release, manifest.release);
  t.deepEqual(edited.manifest.products, manifest.products);
  t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
});

test.serial('no object contains private data', async (t) => {
  const { out } = await builtFixture();
  for (const name of await objectNames(out)) {
    for (const [path, { bytes }] of await filesBelow(join(out, objectPath(name)))) {
      t.notRegex(path, /net|private/);
      t.false(bytes.toString().includes('priceTier'), path);
    }
  }
});

test.serial('each changed file of an object is written again', async (t) => {
  const { out } = await copyBuiltFixture(t);
  const expected = await currentFiles(out);
  for (const name of await objectNames(out)) {
    const folder = join(out, objectPath(name));
    for (const [path, { bytes }] of await filesBelow(folder)) {
      await rm(join(folder, path));
      await writeFile(join(folder, path), Buffer.alloc(bytes.length, 'x'));
    }
  }
  await build(t, fixtureContent, out);
  t.deepEqual(await currentFiles(out), expected);
});

test.serial(
  'a table that changes during a build ends the build, and the next one has the change',
  async (t) => {
    const folder = await copyContent(t);
    const { out } = await copyBuiltFixture(t);
    await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const table = join(folder.path, 'inventory.csv');
    const text = await readFile(table, 'utf8');
    // Unchanged products are finished, and the table is changed here, before the rows of the edited product are read.
    const onProgress = () => writeFileSync(table, text.replace(/,\d+(?=\n)/, ',12'));
    await t.throwsAsync(build(t, folder.path, out, { onProgress }), {
      name: 'ExpectedError',
      message: `${table} changed during the build; build again`,
    });
    await build(t, folder.path, out);
    t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
  },
);

test.serial('columns of tables are not taken from a damaged index', async (t) => {
  const folder = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  const index = join(out, 'current/index.json');
  const whole = await readFile(index, 'utf8');
  await writeFile(index, whole.replaceAll('"minQuantity","price"', '"price","minQuantity"'));
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  await build(t, folder.path, out);
  t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
});

test.serial(
  'a damaged object that no product of the new release uses does not cause any product to be made again',
  async (t) => {
    const folder = await copyContent(t);
    const { out, manifest } = await copyBuiltFixture(t);
    await rm(join(out, objectPath(manifest.products['TEE-1'] as string), 'fr-CA.json'));
    await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const done: number[] = [];
    await build(t, folder.path, out, { onProgress: (number) => done.push(number) });
    t.is(done.length, new Set(done).size);
    t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
  },
);

test.serial(
  'an object that cannot be checked ends the build with the error of the file system',
  async (t) => {
    const folder = await copyContent(t);
    const { out, manifest } = await copyBuiltFixture(t);
    const file = join(out, objectPath(manifest.products['TEE-1'] as string), 'fr-CA.json');
    await rm(file);
    await symlink(file, file);
    await folder.replace('products/BAG-5.json', '"en": "Plain Bag"', '"en": "Plainer Bag"');
    await t.throwsAsync(build(t, folder.path, out), { name: 'ReleaseError', message: /ELOOP/ });
  },
);

test.serial(
  'a missing file of an unchanged product is written again, also if it is needed to make an export after another product has changed',
  async (t) => {
    const folder = await copyContent(t);
    const { out, manifest } = await copyBuiltFixture(t);
    await rm(join(out, objectPath(manifest.products['TEE-1'] as string), 'fr-CA.json'));
    // Without this record, the build makes the exports from the details of all products.
    await rm(join(out, 'current/exports.json'));
    await folder.replace('products/BAG-5.json', '"en": "Plain Bag"', '"en": "Plainer Bag"');
    await build(t, folder.path, out);
    t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
    const releases = await readdir(join(out, 'releases'));
    t.deepEqual(
      releases.filter((name) => !/^[0-9a-f]{16}$/.test(name)),
      [],
    );
  },
);

test.serial(
  'a file that was changed or removed in the current release is not copied to the next one',
  async (t) => {
    const folder = await copyContent(t);
    const { out } = await copyBuiltFixture(t);
    for (const path of [
      frenchTee,
      'public/v1/products/index.en-CA.json',
      'public/openapi.json.br',
    ]) {
      await writeFile(join(out, 'current', path), '{"sku":"TEE-1"}');
    }
    await rm(join(out, 'current/private', privateFiles.netPrices('A1', 'en-CA')));
    await folder.replace('products/BAG-5.json', '"en": "Plain Bag"', '"en": "Plainer Bag"');
    await build(t, folder.path, out);
    t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
  },
);

/** Replaces bytes of a file by others; its size and time stay the same, so that it still counts as complete. */
async function changeBytes(path: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  const { mtime } = await stat(path);
  await writeFile(path, change(await readFile(path)));
  await utimes(path, mtime, mtime);
}

test.serial(
  'no compressed form is taken from a release that another compiler version made',
  async (t) => {
    const folder = await copyContent(t);
    const { out } = await copyBuiltFixture(t, 'full');
    const frenchList = join(out, 'current/public', `${publicFiles.list('fr-CA')}.br`);
    await changeBytes(frenchList, (bytes) => Buffer.alloc(bytes.length));
    await changeBytes(join(out, 'current/index.json'), (bytes) => {
      const text = bytes.toString();
      return Buffer.from(text.replace(/("compiler":")[0-9a-f]{4}/, '$1beef'));
    });
    // The French list stays the same.
    await folder.replace('products/TEE-1.json', 'Soft in every colour', 'Soft in all colours');
    await build(t, folder.path, out, { encoding: 'full' });
    t.deepEqual(
      await currentFiles(out),
      await currentFiles((await build(t, folder.path, undefined, { encoding: 'full' })).out),
    );
  },
);

test.serial(
  'a damaged or truncated index is not reused, and the next release is complete',
  async (t) => {
    const { out } = await copyBuiltFixture(t);
    const index = join(out, 'current/index.json');
    const whole = await readFile(index, 'utf8');
    const expected = await currentFiles(out);
    const damaged = whole.replace('"hashes":{', '"hashes:{{');
    for (const text of [damaged, whole.slice(0, 2000), '', '\n', `x${whole}`, whole.slice(0, -3)]) {
      await writeFile(index, text);
      await build(t, fixtureContent, out);
      t.is(await readFile(index, 'utf8'), whole);
      t.deepEqual(await currentFiles(out), expected);
    }
  },
);

test.serial('the next build removes temporary objects of a killed build', async (t) => {
  const folder = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  const temporary = join(out, 'objects', tempName());
  await mkdir(temporary);
  await writeFile(join(temporary, 'en-CA.json'), '{');
  await build(t, folder.path, out);
  const names = (await readdir(join(out, 'objects'))).filter((name) => name.length > 2);
  t.deepEqual(names, ['lock']);
});

test.serial('concurrent builds may share their objects', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  const { out } = await build(t, folder.path);
  await rm(join(out, 'objects'), { recursive: true });
  const builds = await Promise.all([1, 2, 3].map(() => build(t, folder.path, out)));
  t.is(new Set(builds.map(({ manifest }) => manifest.release)).size, 1);
  t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
});

test.serial(
  'an output folder that is copied with its links and times can be reused like the original',
  async (t) => {
    const built = await builtFixture();
    const { out } = await copyBuiltFixture(t);
    t.deepEqual(await currentFiles(out), await currentFiles(built.out));
    t.is((await build(t, fixtureContent, out)).documents.rendered, 0);
  },
);

test.serial(
  'files whose modification time does not match their hash are written again',
  async (t) => {
    const { out } = await copyBuiltFixture(t);
    const expected = await currentFiles(out);
    await utimes(join(out, 'current', frenchTee), 1, 1);
    await build(t, fixtureContent, out);
    t.deepEqual(await currentFiles(out), expected);
    await t.notThrowsAsync(access(join(out, 'current', frenchTee)));
  },
);
