/** A build into the folder of an earlier release writes what a build into an empty folder would write. */
import { writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ContentError } from '../../../../build/content/findings/finding.ts';
import { createBuildMemory, forgetChanged } from '../../../../build/known-products.ts';
import { objectPath } from '../../../../build/output/objects.ts';
import type { CreatePages } from '../../../../build/output/shared-files.ts';
import { dangerKinds } from '../../../../releases/guard/dangers.ts';
import { type ContentFolder, copyContent, fixtureContent } from '../../../helpers/content.ts';
import { locatedStock } from '../../../helpers/located-stock.ts';
import { pictureOfSize } from '../../../helpers/pictures.ts';
import {
  build,
  builtFixture,
  copyBuiltFixture,
  currentFiles,
} from '../../../helpers/released-files.ts';

const tee = 'products/TEE-1.json';
const frenchTee = 'public/v1/products/TEE-1/fr-CA.json';
const photo = 'assets/photos/stateside.png';
const editTee = ({ replace }: ContentFolder) => replace(tee, 'Taille petit.', 'Taille grand.');

type Encoding = 'none' | 'full';

/** Builds a content folder into an empty folder; returns path, hash and time of each file. */
async function coldFiles(t: ExecutionContext, content?: string, encoding: Encoding = 'none') {
  return currentFiles((await build(t, content, undefined, { encoding })).out);
}

test.serial('after an edit only what it changes is made again', async (t) => {
  const folder = await copyContent(t);
  const first = await copyBuiltFixture(t);
  const again = await build(t, folder.path, first.out);
  t.deepEqual(again.documents, { rendered: 0, reused: first.documents.rendered });
  await editTee(folder);
  const edited = await build(t, folder.path, first.out);
  t.true(edited.documents.rendered < first.documents.rendered / 2);
  t.deepEqual(await currentFiles(first.out), await coldFiles(t, folder.path));
  await folder.replace('prices/net-A3.csv', '7921.11', '7921.17');
  const net = await build(t, folder.path, first.out);
  t.not(net.manifest.release, edited.manifest.release);
  t.deepEqual(net.manifest.products, edited.manifest.products);
  t.deepEqual(await currentFiles(first.out), await coldFiles(t, folder.path));
});

/** Edits after each of which other findings may be reported. */
const edits: Readonly<Record<string, (folder: ContentFolder) => Promise<void>>> = {
  'the tag of a product': ({ replace }) => replace(tee, 'best-seller', 'eco'),
  'a shared file': ({ replace }) => replace('brands.json', 'Acme', 'Apex'),
  'the sync listing': ({ replace }) => replace('active-products.csv', 'BAG-5,west-shop\n', ''),
  'an unknown file': ({ write }) => write('prices/net-B1.csv', 'sku\n'),
  'rows without a product': ({ append }) => append('prices/msrp.csv', 'NONE-1,CAD,12,10.00,\n'),
  'a product without its rows': ({ remove }) => remove('products/BAG-5.json'),
  'a part id': ({ append }) => append('variants.csv', 'TEE-1,navy,S,P-1\n'),
  'stock with a warning': ({ append }) =>
    append('inventory.csv', 'TEE-1,grey-navy,S,1,reno,6,2026-11-19,2026-11-20T06:00:00Z\n'),
  'an alias of a size': ({ replace }) =>
    replace('sizes.json', '"sizes"', '"aliases": { "XXL": "2XL" }, "sizes"'),
};

test.serial('a build reports the same findings whatever it reuses', async (t) => {
  const { replace, path, ...folder } = await copyContent(t);
  for (const [file, text] of Object.entries(locatedStock)) await folder.write(file, text);
  await folder.write('variants.csv', 'sku,color,size,part_id\nBAG-5,navy,OSFA,P-1\n');
  const findings = async (out?: string) => {
    const options = { at: '2026-11-20', accept: dangerKinds };
    const built = build(t, path, out, options).catch((error: unknown) => {
      if (error instanceof ContentError) return { warnings: error.findings };
      throw error;
    });
    return (await built).warnings;
  };
  const { out } = await build(t, path, undefined, { at: '2026-11-20' });
  for (const [what, edit] of Object.entries(edits)) {
    await edit({ replace, path, ...folder });
    // Twice, because the second build may take all from the first.
    const [first, second, cold] = [await findings(out), await findings(out), await findings()];
    t.deepEqual([first, second], [cold, cold], what);
  }
});

test.serial('a picture with other bytes or another size is read again', async (t) => {
  const folder = await copyContent(t);
  const memory = createBuildMemory();
  const [first, kept] = [
    await copyBuiltFixture(t),
    await build(t, folder.path, undefined, { memory }),
  ];
  const repainted = Buffer.concat([await readFile(join(folder.path, photo)), Buffer.from('x')]);
  for (const bytes of [repainted, pictureOfSize('png', 640, 480), pictureOfSize('png', 641, 480)]) {
    await writeFile(join(folder.path, photo), bytes);
    forgetChanged(memory, [{ file: photo, kind: 'changed' }]);
    await build(t, folder.path, first.out);
    await build(t, folder.path, kept.out, { memory });
    const expected = await coldFiles(t, folder.path);
    t.deepEqual(await currentFiles(first.out), expected);
    t.deepEqual(await currentFiles(kept.out), expected);
  }
});

test.serial('a release has sizes, never the aliases that its content uses', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('sizes.json', '"sizes"', '"aliases": { "XXL": "2XL" }, "sizes"');
  const files = [tee, 'products/HOOD-2.json', 'size-charts.json', 'inventory.csv'];
  for (const file of [...files, 'prices/surcharges.csv']) {
    const text = await readFile(join(folder.path, file), 'utf8');
    await folder.write(file, text.replaceAll(/2XL/g, 'XXL'));
  }
  const { manifest } = await build(t, folder.path);
  t.is(manifest.release, (await builtFixture()).manifest.release);
});

test.serial('nothing that is damaged in the last release gets into the next one', async (t) => {
  const damages: readonly ((out: string, object: string) => Promise<unknown>)[] = [
    (out) => writeFile(join(out, 'current', frenchTee), '{"sku":"TEE-1"}'),
    (out) => writeFile(join(out, 'current/public/v1/products/index.en-CA.json'), '{}'),
    (out) => writeFile(join(out, 'current/public/v1/products/index.fr-CA.json.br'), '{}'),
    (out) => writeFile(join(out, 'current/public/v1/export/en-CA.csv.gz'), 'x'),
    (out) => rm(join(out, 'current/private/net/A1/en-CA.json')),
    (out, object) => rm(join(out, object, 'en-CA.json')),
    (out, object) => rm(join(out, object), { recursive: true }),
    (out) => rm(join(out, 'objects'), { recursive: true }),
    async (out) => {
      const pieces = await readdir(join(out, 'pieces'));
      for (const name of pieces) await writeFile(join(out, 'pieces', name), 'damaged');
    },
  ];
  const folder = await copyContent(t);
  await folder.replace('products/BAG-5.json', '"en": "Plain Bag"', '"en": "Plainer Bag"');
  const expected = await coldFiles(t, folder.path, 'full');
  for (const damage of damages) {
    const { out, manifest } = await copyBuiltFixture(t, 'full');
    await damage(out, objectPath(manifest.products['TEE-1'] as string));
    await build(t, folder.path, out, { encoding: 'full' });
    t.deepEqual(await currentFiles(out), expected, String(damage));
  }
});

test.serial('nothing is taken from a release that another compiler version made', async (t) => {
  const folder = await copyContent(t);
  const { out } = await copyBuiltFixture(t, 'full');
  const changeBytes = async (path: string, change: (bytes: Buffer) => Buffer) => {
    const { mtime } = await stat(path);
    await writeFile(path, change(await readFile(path)));
    await utimes(path, mtime, mtime);
  };
  const list = join(out, 'current/public/v1/products/index.fr-CA.json.br');
  await changeBytes(list, (bytes) => Buffer.alloc(bytes.length));
  await changeBytes(join(out, 'current/index.json'), (bytes) => {
    return Buffer.from(String(bytes).replace(/("compiler":")[0-9a-f]{4}/, '$1beef'));
  });
  // The French list stays the same.
  await folder.replace(tee, 'Soft in every colour', 'Soft in all colours');
  await build(t, folder.path, out, { encoding: 'full' });
  t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path, 'full'));
});

test.serial('a table that changes during a build is released as it was read', async (t) => {
  const folder = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  await editTee(folder);
  const table = join(folder.path, 'inventory.csv');
  const text = await readFile(table, 'utf8');
  const expected = await coldFiles(t, folder.path);
  const onProgress = () => writeFileSync(table, text.replace(/,\d+(?=\n)/, ',12'));
  await build(t, folder.path, out, { onProgress });
  t.deepEqual(await currentFiles(out), expected);
  await build(t, folder.path, out);
  t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
});

test.serial('builds at the same time may share their objects', async (t) => {
  const folder = await copyContent(t);
  await editTee(folder);
  const { out } = await build(t, folder.path);
  await rm(join(out, 'objects'), { recursive: true });
  const builds = await Promise.all([1, 2, 3].map(() => build(t, folder.path, out)));
  t.is(new Set(builds.map(({ manifest }) => manifest.release)).size, 1);
  t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
});

test.serial('a process that stays renders pages again only if their key changed', async (t) => {
  const { out } = await copyBuiltFixture(t);
  const memory = createBuildMemory();
  for (const [text, key, expected] of [
    ['one', 'one', 'one'],
    ['never', 'one', 'one'],
    ['two', 'two', 'two'],
  ] as const) {
    const render = () => [{ paths: ['public/docs/a.html'] as const, bytes: Buffer.from(text) }];
    const pages: CreatePages = () => ({ key, loadRenderer: async () => render });
    await build(t, fixtureContent, out, { pages, memory });
    t.is(await readFile(join(out, 'current/public/docs/a.html'), 'utf8'), expected);
  }
});
