/** The sync listing that is served after rounds of a sync, with releases of the fixture. */
import {
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { sha256 } from '../../../../build/content/sha256.ts';
import { ReleaseError } from '../../../../build/output/release-error.ts';
import { syncListingSchema } from '../../../../contract/schemas/sync.ts';
import { activateRelease } from '../../../../releases/release-store.ts';
import { createContentSource } from '../../../../sync/content-source.ts';
import { runRound } from '../../../../sync/round.ts';
import { createServiceSource } from '../../../../sync/service-source.ts';
import { SyncError } from '../../../../sync/source.ts';
import { readValidity } from '../../../../sync/sync-folder.ts';
import { copyContent, makeFolder } from '../../../helpers/content.ts';
import { build, copyBuiltFixture, filesBelow, list } from '../../../helpers/released-files.ts';
import { startService } from '../../../specification-service/server.ts';

/** Returns SKU → item of the served French sync listing in an output folder. */
async function itemsOf(out: string) {
  const text = await readFile(join(out, 'sync/current/all/fr-CA.json'), 'utf8');
  return new Map(syncListingSchema.parse(JSON.parse(text)).map((item) => [item.sku, item]));
}

test.serial('the revision of an item is the hash of the served detail', async (t) => {
  const { out } = await copyBuiltFixture(t);
  await list(out);
  const items = await itemsOf(out);
  t.deepEqual([...items.keys()], ['BAG-5', 'HOOD-2', 'TEE-1']);
  for (const [sku, { revision }] of items) {
    const detail = await readFile(join(out, 'current/public/v1/products', sku, 'fr-CA.json'));
    t.is(revision, sha256(detail).slice(0, 16));
  }
});

test.serial(
  'updatedAt is the time of the release that last changed the bytes of a detail',
  async (t) => {
    const content = await copyContent(t);
    const { out, manifest } = await copyBuiltFixture(t);
    await list(out, content.path);
    const first = await itemsOf(out);
    // Times are in milliseconds.
    await wait(5);
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    await build(t, content.path, out);
    await list(out, content.path);
    const second = await itemsOf(out);
    t.not(second.get('TEE-1')?.revision, first.get('TEE-1')?.revision);
    t.true((second.get('TEE-1')?.updatedAt ?? '') > (first.get('TEE-1')?.updatedAt ?? ''));
    t.deepEqual(second.get('HOOD-2'), first.get('HOOD-2'));

    await content.replace('products/BAG-5.json', '"fr": "', '"fr": "Nouveau ');
    await build(t, content.path, out);
    await list(out, content.path);
    const third = await itemsOf(out);
    t.deepEqual(third.get('TEE-1'), second.get('TEE-1'), 'a rebuild that left it alone');

    await wait(5);
    await activateRelease(out, manifest.release);
    await list(out, content.path);
    const back = await itemsOf(out);
    t.is(back.get('TEE-1')?.revision, first.get('TEE-1')?.revision);
    t.true((back.get('TEE-1')?.updatedAt ?? '') > (third.get('TEE-1')?.updatedAt ?? ''));
    t.deepEqual(back.get('HOOD-2'), first.get('HOOD-2'));
  },
);

test.serial('a changed company makes a new listing and no new release', async (t) => {
  const content = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  const before = await list(out, content.path);
  t.true(before.changed);
  t.false((await list(out, content.path)).changed);
  const link = await readlink(join(out, 'current'));
  await content.append('active-products.csv', 'JER-3,west-shop\n');
  const after = await list(out, content.path);
  t.true(after.changed);
  t.not(after.listing, before.listing);
  t.true((await itemsOf(out)).has('JER-3'));
  t.is(await readlink(join(out, 'current')), link);
});

test.serial('damaged and lost files of the listing are repaired by the next round', async (t) => {
  const { out } = await copyBuiltFixture(t);
  const { listing } = await list(out);
  const current = join(out, 'sync/current');
  const whole = await filesBelow(current);
  const damages = [
    () => writeFile(join(current, 'all/fr-CA.json'), ''),
    () => rm(join(current, 'north-shop'), { recursive: true }),
    () => rm(join(out, 'sync', listing), { recursive: true }),
  ];
  for (const damage of damages) {
    await damage();
    const again = await list(out);
    t.is(again.listing, listing);
    t.false(again.changed);
    t.deepEqual(await filesBelow(current), whole);
  }
});

test.serial(
  'if the source becomes a specification service that fails, the listing of the content gets an expiry',
  async (t) => {
    const { out } = await copyBuiltFixture(t);
    t.is((await list(out)).expiresAt, undefined);
    const service = await startService({ products: [] });
    await service.leave();
    const url = new URL(service.url);
    const source = createServiceSource({ url, maxAgeSeconds: 900, random: () => 0 });
    t.teardown(() => source.close());
    const before = await readValidity(join(out, 'sync'));
    const { signal: stop } = new AbortController();
    const { failure, served } = await runRound({ out, source, now: Date.now, stop });
    t.regex(failure?.message ?? '', /refuses connections/);
    t.is(served?.expiresAt, (before?.askedAt ?? 0) + 900);
    t.is((await readValidity(join(out, 'sync')))?.expiresAt, served?.expiresAt);
  },
);

test.serial(
  'an active products table that is refused does not extend the validity of a service’s answer',
  async (t) => {
    const content = await copyContent(t);
    const { out } = await copyBuiltFixture(t);
    const active = ['BAG-5', 'HOOD-2', 'TEE-1'].map((sku) => ({ sku, companies: ['north-shop'] }));
    const service = await startService({ products: active });
    t.teardown(() => service.leave());
    const url = new URL(service.url);
    const source = createServiceSource({ url, maxAgeSeconds: 900, random: () => 0 });
    t.teardown(() => source.close());
    const { signal: stop } = new AbortController();
    const { served } = await runRound({ out, source, now: Date.now, stop });
    t.is(typeof served?.expiresAt, 'number');
    const notBelieved = ['sku,company\nJER-3,north-shop\n', 'sku,company\nJER-3\n'];
    for (const table of notBelieved) {
      await content.write('active-products.csv', table);
      const asked = { out, source: createContentSource(content.path), now: Date.now, stop };
      t.true((await runRound(asked)).failure instanceof SyncError);
      t.is((await readValidity(join(out, 'sync')))?.expiresAt, served?.expiresAt);
    }
  },
);

test.serial(
  'a lost validity is restored from the time of the last answer, which counts as expired if another source gave it',
  async (t) => {
    const { out } = await copyBuiltFixture(t);
    const service = await startService({ products: [{ sku: 'TEE-1', companies: ['north-shop'] }] });
    const url = new URL(service.url);
    const source = createServiceSource({ url, maxAgeSeconds: 900, random: () => 0 });
    t.teardown(() => source.close());
    const { signal: stop } = new AbortController();
    const { served } = await runRound({ out, source, now: Date.now, stop });
    const expiresAt = served?.expiresAt ?? 0;
    await service.leave();
    const noContent = createContentSource(join(out, 'missing'));
    for (const [asked, expected] of [
      [source, expiresAt],
      [noContent, expiresAt - 900],
    ] as const) {
      await rm(join(out, 'sync/validity'));
      t.truthy((await runRound({ out, source: asked, now: Date.now, stop })).failure);
      t.deepEqual(await readValidity(join(out, 'sync')), {
        askedAt: expiresAt - 900,
        expiresAt: expected,
      });
    }
  },
);

test.serial('a damaged state is reported with its remedy', async (t) => {
  const { out } = await copyBuiltFixture(t);
  await list(out);
  const path = join(out, 'sync/state.json');
  await writeFile(path, '{"answer":');
  await t.throwsAsync(list(out), { message: `${path} is damaged; remove it and run this again` });
  await rm(path);
  t.false((await list(out)).changed, 'and the listing is the same');
});

test.serial(
  'files of the last round that cannot be read are reported with their path',
  async (t) => {
    const { out } = await copyBuiltFixture(t);
    await list(out);
    for (const name of ['state.json', 'validity', 'current']) {
      const path = join(out, 'sync', name);
      await rename(path, `${path}.kept`);
      await mkdir(path);
      const error = await t.throwsAsync(list(out), { instanceOf: ReleaseError }, name);
      t.true(error?.message.startsWith(`cannot read ${path}: E`), error?.message);
      await rmdir(path);
      await rename(`${path}.kept`, path);
    }
    t.false((await list(out)).changed, 'and the listing is the same');
  },
);

test.serial('only the last two listings are kept', async (t) => {
  const content = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  const ids = [(await list(out, content.path)).listing];
  for (const sku of ['JER-3', 'USA-4', 'BAG-5', 'HOOD-2']) {
    await content.append('active-products.csv', `${sku},south-shop\n`);
    ids.push((await list(out, content.path)).listing);
  }
  const left = (await readdir(join(out, 'sync'))).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const unique = [...new Set(ids)];
  t.deepEqual(left.sort(), unique.slice(-3).sort());
});

test.serial(
  'without a current release, or if it was removed, a round fails with the remedy',
  async (t) => {
    const empty = await makeFolder(t);
    await t.throwsAsync(list(empty), { message: `${empty} has no release; run npm run build` });
    await symlink('releases/0123456789abcdef', join(empty, 'current'));
    await t.throwsAsync(list(empty), {
      message:
        /^the manifest of release 0123456789abcdef cannot be read: ENOENT.+; deploy or pull again$/,
    });
  },
);
