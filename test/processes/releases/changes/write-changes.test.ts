/** The data of `/v1/products/changes` that is written when releases become current. */
import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { renderWithState } from '../../../../build/output/detail-state.ts';
import { readManifest } from '../../../../build/output/manifest.ts';
import {
  objectPath,
  readObjectRecord,
  recordFile,
} from '../../../../build/output/object-records.ts';
import { locales } from '../../../../contract/locales.ts';
import { changesFiles, objectFiles } from '../../../../contract/release.ts';
import { type Changes, changesSchema } from '../../../../contract/schemas/changes.ts';
import { readChanges } from '../../../../releases/changes/write-changes.ts';
import { deploy } from '../../../../releases/deploy/deploy.ts';
import { swapRelease } from '../../../../releases/deploy/swap.ts';
import { type DangerKind, dangerKinds } from '../../../../releases/guard/dangers.ts';
import { pruneReleases } from '../../../../releases/prune.ts';
import { linkedRelease, releaseFolder, releaseIds } from '../../../../releases/release-store.ts';
import { verifyRelease } from '../../../../releases/verify-release.ts';
import { baseUrl, copyContent, fixtureContent, makeFolder } from '../../../helpers/content.ts';
import { filesBelow } from '../../../helpers/released-files.ts';
import { buildTwo } from '../build-two.ts';

const deployOptions = { baseUrl, encoding: 'none' } as const;

/**
 * Returns two releases (`buildTwo`), in order (`releases`), and functions that deploy the content with another French
 * note of TEE-1 (`deployNote`) and read the current answer in fr-CA about changes since a release (`answer`).
 */
async function prepare(t: ExecutionContext) {
  const { out, content, first, second } = await buildTwo(t);
  const releases = [first, second];
  let now = 'Taille grand.';
  const deployNote = async (
    note: string,
    options: { readonly nowMs?: number; readonly accept?: readonly DangerKind[] } = {},
  ) => {
    if (note !== now) await content.replace('products/TEE-1.json', now, note);
    now = note;
    const { manifest } = await deploy({ ...deployOptions, content: content.path, out, ...options });
    releases.push(manifest.release);
    return manifest.release;
  };
  const answer = async (since: string | null): Promise<Changes> => {
    const release = (await linkedRelease(out, 'current')) ?? '';
    const path = join(out, 'changes', release, changesFiles.answer(since, 'fr-CA'));
    return changesSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  };
  return { out, first, second, releases, deployNote, answer };
}

/** Returns the folder of the object of TEE-1 in a release. */
async function objectOf(out: string, release: string): Promise<string> {
  const { products } = await readManifest(releaseFolder(out, release));
  return join(out, objectPath(products['TEE-1'] as string));
}

test.serial('changes since a release are known after it was pruned', async (t) => {
  const { out, first, second, deployNote, answer } = await prepare(t);
  await deployNote('B.');
  await pruneReleases(out, { keep: 0, used: new Set() });
  t.false((await releaseIds(out)).includes(first));
  for (const since of [first, second]) {
    const { complete, changes } = await answer(since);
    t.true(complete);
    t.deepEqual(
      changes?.map(({ sku }) => sku),
      ['TEE-1'],
    );
  }
});

test.serial(
  'only the current and the previous release have stored answers, also after another deploy of the current one',
  async (t) => {
    const { out, first, second, releases, deployNote } = await prepare(t);
    const third = await deployNote('B.');
    t.is(await readChanges(out, first), undefined);
    t.not(await readChanges(out, second), undefined);
    t.deepEqual(
      (await readChanges(out, third))?.history.entries.map(({ release }) => release),
      releases,
    );
    // Otherwise a rollback to the previous release would treat every `since` as unknown.
    await deployNote('B.');
    t.not(await readChanges(out, second), undefined);
  },
);

test.serial('a deploy of the current release repairs its damaged answers', async (t) => {
  const { out, deployNote } = await prepare(t);
  const release = await deployNote('B.');
  const folder = join(out, 'changes', release);
  const whole = await filesBelow(folder);
  const damages = [
    () => writeFile(join(folder, 'en-CA/now.json'), ''),
    () => rm(join(folder, 'en-CA/unknown.json')),
    () => rm(join(folder, 'index')),
    () => rm(join(folder, 'fr-CA'), { recursive: true }),
  ];
  for (const damage of damages) {
    await damage();
    t.is(await deployNote('B.'), release);
    t.deepEqual(await filesBelow(folder), whole);
  }
});

test.serial('a deploy replaces files that have the names of folders', async (t) => {
  const { out, deployNote } = await prepare(t);
  const release = await deployNote('B.');
  const object = await objectOf(out, release);
  const current = releaseFolder(out, release);
  const folders = [current, join(current, 'public/v1'), join(out, 'changes', release), object];
  for (const folder of folders) {
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    t.is(await deployNote('B.'), release);
    t.deepEqual(await verifyRelease(current), [], folder);
    t.not(await readChanges(out, release), undefined, folder);
  }
});

test.serial(
  'a release shares the files of earlier changes with the release before it',
  async (t) => {
    const { out, second, deployNote } = await prepare(t);
    const third = await deployNote('B.');
    const [delta = ''] = (await readChanges(out, second))?.deltas.keys() ?? [];
    const inodes = await Promise.all(
      [second, third].map(
        async (release) =>
          (await stat(join(out, 'changes', release, changesFiles.delta(delta)))).ino,
      ),
    );
    t.is(inodes[0], inodes[1]);
  },
);

test.serial('answers state the number of earlier releases that are kept', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const { manifest } = await deploy({
    ...{ ...deployOptions, content: fixtureContent, out },
    knownReleases: 10,
  });
  const { release } = manifest;
  for (const since of [undefined, null, release]) {
    const path = join(out, 'changes', release, changesFiles.answer(since, 'fr-CA'));
    const { retention } = changesSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    t.deepEqual(retention, { days: 30, releases: 10 }, String(since));
  }
});

test.serial(
  'the time of a release is when it became current, and stays when the release is deployed again',
  async (t) => {
    const { deployNote, answer } = await prepare(t);
    const nowMs = Date.parse('2100-01-01T00:00:01Z');
    await deployNote('A.', { nowMs });
    t.is((await answer(null)).releasedAt, '2100-01-01T00:00:01.000Z');
    await deployNote('A.', { nowMs: nowMs + 4000 });
    t.is((await answer(null)).releasedAt, '2100-01-01T00:00:01.000Z');
    await deployNote('Taille petit.', { nowMs: nowMs + 8000 });
    t.is((await answer(null)).releasedAt, '2100-01-01T00:00:09.000Z');
  },
);

test.serial(
  'if the history or the previous release is damaged, the next release starts a new history',
  async (t) => {
    for (const damage of ['changes', 'releases'] as const) {
      const { out, first, second, deployNote, answer } = await prepare(t);
      const file = damage === 'changes' ? 'history.json' : 'manifest.json';
      await writeFile(join(out, damage, second, file), '{');
      // The guard refuses to compare with a damaged release.
      if (damage === 'releases') await rm(join(out, 'current'));
      const third = await deployNote('B.');
      t.like(await answer(null), { release: third, complete: false });
      for (const since of [first, second]) await t.throwsAsync(answer(since), { code: 'ENOENT' });
      await deployNote('C.');
      t.deepEqual(
        (await answer(third)).changes?.map(({ sku }) => sku),
        ['TEE-1'],
      );
    }
  },
);

test.serial(
  'if a release becomes current again, its answers are written from the new history, and outdated ones are removed',
  async (t) => {
    const { out, first, second, deployNote } = await prepare(t);
    const left = join(out, 'changes', first, changesFiles.answer(second, 'fr-CA'));
    await writeFile(`${left}.gz`, 'of a longer answer');
    const other = join(out, 'changes', first, changesFiles.answer('0123456789abcdef', 'fr-CA'));
    await writeFile(other, 'of a release that is too old now');
    await deployNote('Taille petit.');
    t.is(await linkedRelease(out, 'current'), first);
    t.is((JSON.parse(await readFile(left, 'utf8')) as Changes).from, second);
    for (const path of [`${left}.gz`, other])
      await t.throwsAsync(readFile(path), { code: 'ENOENT' });
  },
);

test.serial(
  'if the record of an object of the previous release is damaged, the next release starts a new history',
  async (t) => {
    for (const damage of ['missing', 'cut off'] as const) {
      const { out, first, second, deployNote, answer } = await prepare(t);
      const record = join(await objectOf(out, second), recordFile);
      if (damage === 'missing') await rm(record);
      else await writeFile(record, '{"format":1');
      // The guard refuses to compare with a damaged release.
      const third = await deployNote('B.', { accept: ['unreadable-release', 'price-jumps'] });
      t.like(await answer(null), { release: third, complete: false });
      await t.throwsAsync(answer(first), { code: 'ENOENT' }, damage);
    }
  },
);

test.serial(
  'if details of the previous release are lost, clients still get its changes',
  async (t) => {
    const { out, first, second, deployNote, answer } = await prepare(t);
    const object = await objectOf(out, second);
    for (const locale of locales) await rm(join(object, objectFiles.detail(locale)));
    const release = await deployNote('B.', { accept: ['unreadable-release', 'price-jumps'] });
    for (const since of [first, second]) {
      t.like(await answer(since), { release, complete: true, changes: [{ sku: 'TEE-1' }] });
    }
  },
);

test.serial(
  'changes since a release of an earlier compiler, whose records lack hashes, are found in its details',
  async (t) => {
    const { out, second, deployNote, answer } = await prepare(t);
    const object = await objectOf(out, second);
    const { states, ...record } = readObjectRecord(object) ?? t.fail();
    for (const locale of locales) {
      const text = await readFile(join(object, objectFiles.detail(locale)));
      t.deepEqual(states?.[locale], renderWithState(JSON.parse(text.toString())).state, locale);
    }
    await writeFile(join(object, recordFile), JSON.stringify(record));
    await deployNote('B.');
    const { changes } = await answer(second);
    t.like(changes, [{ sku: 'TEE-1', change: 'changed', parts: ['content'] }]);
  },
);

test.serial(
  'a current release without stored answers gets new ones when it is deployed again',
  async (t) => {
    const { out, second, deployNote } = await prepare(t);
    await rm(join(out, 'changes'), { recursive: true });
    await deployNote('Taille grand.', { nowMs: 5000 });
    const { history } = (await readChanges(out, second)) ?? {};
    t.deepEqual(history?.entries, [{ release: second, at: 5000, delta: null }]);
  },
);

test.serial('a history that belongs to another release is not used', async (t) => {
  const { out, first, second } = await prepare(t);
  await cp(join(out, 'changes', second), join(out, 'changes', first), { recursive: true });
  t.is(await readChanges(out, first), undefined);
  t.not(await readChanges(out, second), undefined);
});

test.serial(
  'the reason of a removal is market if another locale still has the product, and renamed for every former SKU',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const accept = dangerKinds;
    const deployNow = async () =>
      (await deploy({ ...deployOptions, content: content.path, out, accept })).manifest.release;
    const before = await deployNow();
    await content.replace('products/HOOD-2.json', '"CA",\n    "US"', '"US"');
    for (const name of ['msrp', 'net-A1', 'net-A3']) {
      const file = join(content.path, 'prices', `${name}.csv`);
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replaceAll(/^HOOD-2,CAD,.*\n/gm, ''));
    }
    const former = '{ "formerSkus": ["OLD-1", "OLD-2"],';
    await content.replace('products/BAG-5.json', '{', former);
    const after = await deployNow();
    const path = join(out, 'changes', after, changesFiles.answer(before, 'en-CA'));
    const { changes } = changesSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    t.like(
      changes?.find(({ sku }) => sku === 'HOOD-2'),
      { change: 'removed', reason: 'market' },
    );
    const { absences } = await readManifest(releaseFolder(out, after));
    const renamed = { reason: 'renamed', replacedBy: 'BAG-5' } as const;
    t.deepEqual(absences, { 'OLD-1': renamed, 'OLD-2': renamed });
  },
);

test.serial(
  'a former SKU of an absent product has the same reason for its absence, and does not name the unpublished SKU',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    await content.replace('products/BAG-5.json', '{', '{ "draft": true, "formerSkus": ["OLD-1"],');
    const { manifest } = await deploy({
      ...{ ...deployOptions, content: content.path, out },
      at: '2026-12-01',
    });
    t.deepEqual(manifest.absences, { 'OLD-1': { reason: 'draft' }, 'BAG-5': { reason: 'draft' } });
  },
);

test.serial('a file of changes that does not match the hash in its name is not used', async (t) => {
  const { out, first, second, deployNote, answer } = await prepare(t);
  const folder = join(out, 'changes', second, 'deltas');
  const [name = ''] = [...(await filesBelow(folder)).keys()];
  await writeFile(join(folder, name), '{"fr-CA":[]}');
  await deployNote('B.');
  await t.throwsAsync(answer(first), { code: 'ENOENT' });
});

test.serial(
  'a removal has its reason, and the product that replaces the removed one',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const deployOn = async (at: string) => {
      return (await deploy({ ...deployOptions, content: content.path, out, at })).manifest.release;
    };
    const bag = 'products/BAG-5.json';
    const sku = '"sku": "BAG-5",';
    await content.replace(bag, sku, `${sku} "availableUntil": "2026-12-31",`);
    const before = await deployOn('2026-12-31');
    const removal = async () => {
      const release = await linkedRelease(out, 'current');
      const path = join(out, 'changes', release ?? '', changesFiles.answer(before, 'en-CA'));
      const { changes } = changesSchema.parse(JSON.parse(await readFile(path, 'utf8')));
      const { removedAt, ...rest } = changes?.find((change) => change.sku === 'BAG-5') ?? {};
      t.not(removedAt, undefined);
      return rest;
    };
    const removed = { sku: 'BAG-5', change: 'removed' };

    await deployOn('2027-01-01');
    t.deepEqual(await removal(), { ...removed, reason: 'ended' } as never);

    await content.replace(bag, sku, `${sku} "replacedBy": "TEE-1",`);
    await deployOn('2026-12-31');
    await deployOn('2027-01-01');
    const replaced = { ...removed, reason: 'replaced', replacedBy: 'TEE-1' };
    t.deepEqual(await removal(), replaced as never);

    await deployOn('2026-12-31');
    await content.replace(bag, sku, `${sku} "draft": true,`);
    await deployOn('2026-12-31');
    t.deepEqual(await removal(), { ...removed, reason: 'draft' } as never);

    await content.replace(bag, '"draft": true,', '"availableFrom": "2026-12-31",');
    await deployOn('2026-12-31');
    await deployOn('2026-12-30');
    t.deepEqual(await removal(), { ...removed, reason: 'upcoming' } as never);
  },
);

test.serial(
  'if several releases become current at the same time, the last one has all of them in its history',
  async (t) => {
    const { out, releases, deployNote } = await prepare(t);
    await deployNote('B.');
    const deployed = releases.length;
    const rounds = 5;
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(
        releases.map((release) => swapRelease({ out, release, nowMs: Date.now() })),
      );
    }
    const changes = await readChanges(out, (await linkedRelease(out, 'current')) ?? '');
    // A release that is already current is not added.
    t.true((changes?.history.entries.length ?? 0) >= deployed + rounds * (releases.length - 1));
  },
);
