import { readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ReleaseError } from '../../../build/release/write-tree.ts';
import { activateRelease } from '../../../build/releases/activate.ts';
import { linkedRelease } from '../../../build/releases/standing.ts';
import { makeFolder } from '../../helpers/content.ts';
import { build } from '../released-files.ts';
import { buildTwo } from './releases.ts';

const listed = async (out: string) =>
  JSON.parse(await readFile(join(out, 'sync/current/all/fr-CA.json'), 'utf8')) as {
    sku: string;
    revision: string;
  }[];

test('the release that was current before is the previous one', async (t) => {
  const { out, first, second } = await buildTwo(t);
  t.is(await linkedRelease(out, 'current'), second);
  t.is(await linkedRelease(out, 'previous'), first);
  await activateRelease(out, first);
  t.is(await linkedRelease(out, 'current'), first);
  t.is(await linkedRelease(out, 'previous'), second);
});

test('activating what is current leaves the previous one as it is', async (t) => {
  const { out, first, second } = await buildTwo(t);
  await activateRelease(out, second);
  t.is(await linkedRelease(out, 'previous'), first);
});

test('a release brings its own sync listing, with the revisions of its documents', async (t) => {
  const { out, first, second } = await buildTwo(t);
  const revisionOf = async () => (await listed(out)).find(({ sku }) => sku === 'TEE-1')?.revision;
  const manifestOf = async (id: string) =>
    JSON.parse(await readFile(join(out, 'releases', id, 'manifest.json'), 'utf8')) as {
      files: Record<string, { sha256: string }>;
    };
  for (const id of [first, second]) {
    await activateRelease(out, id);
    const { files } = await manifestOf(id);
    const hash = files['public/v1/products/TEE-1/fr-CA.json']?.sha256 ?? '';
    t.is(await revisionOf(), hash.slice(0, 16));
  }
});

test('a listing that changed alone is served with the release that stands', async (t) => {
  const { out, content, second } = await buildTwo(t);
  await content.append('active-products.csv', 'JER-3,west-shop\n');
  await build(t, content.path, out);
  t.is(await linkedRelease(out, 'current'), second);
  t.true((await listed(out)).some(({ sku }) => sku === 'JER-3'));
});

test('the link of the sync listing is made once and leads through the current release', async (t) => {
  const { out } = await build(t, undefined, join(await makeFolder(t), 'dist'));
  t.is(await readlink(join(out, 'sync/current')), '../current/sync');
});

test('a release that is gone is not activated', async (t) => {
  const { out, first, second } = await buildTwo(t);
  await rm(join(out, 'releases', first), { recursive: true });
  const error = await t.throwsAsync(activateRelease(out, first), { instanceOf: ReleaseError });
  t.regex(error?.message ?? '', /was removed meanwhile; build again$/);
  t.is(await linkedRelease(out, 'current'), second);
});
