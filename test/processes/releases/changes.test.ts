/** The answers of `/v1/products/changes` that are written when releases become current. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { objectPath, recordFile } from '../../../build/output/objects.ts';
import { readManifest } from '../../../build/output/release-records.ts';
import { changesFiles } from '../../../contract/release.ts';
import { type Changes, changesSchema } from '../../../contract/schemas/changes.ts';
import { readChanges } from '../../../releases/changes/write-changes.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { type DangerKind, dangerKinds } from '../../../releases/guard/dangers.ts';
import { pruneReleases } from '../../../releases/prune.ts';
import { linkedRelease, releaseFolder, releaseIds } from '../../../releases/release-store.ts';
import { swapRelease } from '../../../releases/swap.ts';
import { verifyRelease } from '../../../releases/verify-release.ts';
import { baseUrl, copyContent, makeFolder } from '../../helpers/content.ts';
import { filesBelow } from '../../helpers/released-files.ts';
import { copyDeployedTwice, replaceRows } from './deployments.ts';

interface Options {
  readonly nowMs?: number;
  readonly at?: string;
  readonly accept?: readonly DangerKind[];
  readonly knownReleases?: number;
}

/** Returns functions that deploy content into `out`, and read the current answer about changes since a release. */
function openChanges(content: string, out: string) {
  return {
    async deployNow(options: Options = {}): Promise<string> {
      const all = { content, out, baseUrl, encoding: 'none', ...options } as const;
      return (await deploy(all)).manifest.release;
    },
    async answer(since: string | null | undefined): Promise<Changes> {
      const release = (await linkedRelease(out, 'current')) ?? '';
      const path = join(out, 'changes', release, changesFiles.answer(since, 'fr-CA'));
      return changesSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    },
  };
}

/** Copies two releases, and deploys a third one with another French note of TEE-1 by `deployNote`. */
async function prepare(t: ExecutionContext) {
  const { content, setNote, ...copied } = await copyDeployedTwice(t);
  const { deployNow, answer } = openChanges(content.path, copied.out);
  const deployNote = async (note: string, options: Options = {}) => {
    await setNote(note);
    return deployNow(options);
  };
  return { ...copied, answer, deployNow, deployNote };
}

/** Returns the folder of the object of TEE-1 in a release. */
async function objectOf(out: string, release: string): Promise<string> {
  const { products } = await readManifest(releaseFolder(out, release));
  return join(out, objectPath(products['TEE-1'] as string));
}

test.serial('a replaced picture is a change of the content of its products', async (t) => {
  const { content, out, second } = await copyDeployedTwice(t);
  const { deployNow, answer } = openChanges(content.path, out);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v1"/></svg>';
  await content.write('assets/icons/embroidery.svg', svg);
  await deployNow();
  const { changes = [] } = await answer(second);
  t.like(
    changes.find(({ sku }) => sku === 'TEE-1'),
    { change: 'changed', parts: ['content'] },
  );
});

test.serial(
  'changes since a release are known after it was pruned, and only the current and previous release have answers',
  async (t) => {
    const { out, first, second, deployNote, deployNow, answer } = await prepare(t);
    const third = await deployNote('B.');
    await pruneReleases(out, { keep: 0 });
    t.false((await releaseIds(out)).includes(first));
    for (const since of [first, second]) {
      const { complete, changes } = await answer(since);
      t.true(complete);
      t.like(changes, [{ sku: 'TEE-1', change: 'changed', parts: ['content'] }]);
    }
    // Otherwise a rollback to the previous release would treat every `since` as unknown.
    await deployNow();
    const folders = (await readdir(join(out, 'changes'))).filter((name) => /^\w{16}$/.test(name));
    t.deepEqual(folders.sort(), [second, third].sort());
  },
);

test.serial(
  'a deploy of the current release repairs its damaged or lost answers, and files in place of folders',
  async (t) => {
    const { out, deployNote, deployNow } = await prepare(t);
    const release = await deployNote('B.');
    const [folder, current] = [join(out, 'changes', release), releaseFolder(out, release)];
    const whole = await filesBelow(folder);
    for (const path of ['en-CA/now.json', 'fr-CA/unknown.json', 'index', 'fr-CA']) {
      await rm(join(folder, path), { recursive: true });
      if (path === 'en-CA/now.json') await writeFile(join(folder, path), '');
      t.is(await deployNow(), release);
      t.deepEqual(await filesBelow(folder), whole, path);
    }
    const object = await objectOf(out, release);
    for (const path of [folder, join(current, 'public/v1'), current, object]) {
      await rm(path, { recursive: true });
      await writeFile(path, '');
      t.is(await deployNow(), release);
      t.deepEqual(await verifyRelease(current), [], path);
      t.not(await readChanges(out, release), undefined, path);
    }
    await rm(join(out, 'changes'), { recursive: true });
    await deployNow({ nowMs: 5000 });
    const { history } = (await readChanges(out, release)) ?? {};
    t.deepEqual(history?.entries, [{ release, at: 5000, delta: null }]);
  },
);

test.serial(
  'an answer states how long releases stay known and when the release became current, which another deploy of it keeps',
  async (t) => {
    const { deployNote, deployNow, answer } = await prepare(t);
    const nowMs = Date.parse('2100-01-01T00:00:01Z');
    const releasedAt = '2100-01-01T00:00:01.000Z';
    const release = await deployNote('A.', { nowMs, knownReleases: 10 });
    for (const since of [undefined, null, release]) {
      t.like(await answer(since), { releasedAt, retention: { days: 30, releases: 10 } });
    }
    await deployNow({ nowMs: nowMs + 4000 });
    t.is((await answer(null)).releasedAt, releasedAt);
    await deployNote('Taille petit.', { nowMs: nowMs + 8000 });
    t.is((await answer(null)).releasedAt, '2100-01-01T00:00:09.000Z');
  },
);

type Prepared = Awaited<ReturnType<typeof prepare>>;

const damages: Readonly<Record<string, (prepared: Prepared) => Promise<unknown>>> = {
  'a damaged history': ({ out, second }) =>
    writeFile(join(out, 'changes', second, 'history.json'), '{'),
  'a damaged file of earlier changes': async ({ out, second }) => {
    const folder = join(out, 'changes', second, 'deltas');
    const [name = ''] = (await filesBelow(folder)).keys();
    await writeFile(join(folder, name), '{"fr-CA":[]}');
  },
  'a damaged manifest of the previous release': async ({ out, second }) => {
    await writeFile(join(out, 'releases', second, 'manifest.json'), '{');
    // The guard refuses to compare with a damaged release.
    await rm(join(out, 'current'));
  },
  'a damaged record of an object': async ({ out, second }) =>
    writeFile(join(await objectOf(out, second), recordFile), '{"format":1'),
};

for (const [name, damage] of Object.entries(damages)) {
  test.serial(`${name}: every earlier release is unknown, and a new history begins`, async (t) => {
    const prepared = await prepare(t);
    const { first, second, deployNote, answer } = prepared;
    await damage(prepared);
    const third = await deployNote('B.', { accept: dangerKinds });
    t.like(await answer(null), { release: third, complete: false });
    await t.throwsAsync(answer(first), { code: 'ENOENT' });
    if (name !== 'a damaged file of earlier changes') {
      await t.throwsAsync(answer(second), { code: 'ENOENT' });
    }
    await deployNote('C.');
    t.like((await answer(third)).changes, [{ sku: 'TEE-1' }]);
  });
}

test.serial(
  'if a release becomes current again, its answers follow the new history, and outdated ones are removed',
  async (t) => {
    const { out, first, second, deployNote, answer } = await prepare(t);
    const file = (since: string) =>
      join(out, 'changes', first, changesFiles.answer(since, 'fr-CA'));
    const outdated = [`${file(second)}.gz`, file('0123456789abcdef')];
    for (const path of outdated) await writeFile(path, 'of an earlier history');
    t.is(await deployNote('Taille petit.'), first);
    t.like(await answer(second), { from: second, complete: true, changes: [{ sku: 'TEE-1' }] });
    for (const path of outdated) await t.throwsAsync(readFile(path), { code: 'ENOENT' });
  },
);

test.serial(
  'if several releases become current at the same time, the last one has all of them in its history',
  async (t) => {
    const { out, first, second, deployNote } = await prepare(t);
    const releases = [first, second, await deployNote('B.')];
    const rounds = 2;
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(
        releases.map((release) => swapRelease({ out, release, nowMs: Date.now() })),
      );
    }
    const changes = await readChanges(out, (await linkedRelease(out, 'current')) ?? '');
    // A release that is already current is not added.
    t.true((changes?.history.entries.length ?? 0) >= 3 + rounds * (releases.length - 1));
  },
);

test.serial(
  'a removal has its reason, and the product that replaces the removed one',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const { deployNow, answer } = openChanges(content.path, out);
    const deployOn = (at: string) => deployNow({ at, accept: dangerKinds });
    const bag = 'products/BAG-5.json';
    const sku = '"sku": "BAG-5",';
    await content.replace(bag, sku, `${sku} "availableUntil": "2026-12-31",`);
    const before = await deployOn('2026-12-31');
    const removal = async (of = 'BAG-5') => {
      const { changes } = await answer(before);
      const found = changes?.find((change) => change.sku === of);
      const { removedAt, ...rest } = found?.change === 'removed' ? found : { removedAt: undefined };
      t.not(removedAt, undefined);
      return rest as unknown;
    };
    const removed = { sku: 'BAG-5', change: 'removed' };
    for (const [reason, [from, to], first, second] of [
      ['ended', ['', ''], '2026-12-31', '2027-01-01'],
      ['replaced', [sku, `${sku} "replacedBy": "TEE-1",`], '2026-12-31', '2027-01-01'],
      ['draft', [sku, `${sku} "draft": true,`], '2026-12-31', '2026-12-31'],
      ['upcoming', ['"draft": true', '"availableFrom": "2026-12-31"'], '2026-12-31', '2026-12-30'],
    ] as const) {
      await deployOn('2026-12-31');
      await content.replace(bag, from, to);
      await deployOn(first);
      await deployOn(second);
      const replacement = reason === 'replaced' ? { replacedBy: 'TEE-1' } : {};
      t.deepEqual(await removal(), { ...removed, reason, ...replacement }, reason);
    }
    // Another locale still has this product.
    await content.replace('products/HOOD-2.json', '"CA",\n    "US"', '"US"');
    await replaceRows(content, 'HOOD-2,CAD');
    await deployOn('2026-12-31');
    t.like(await removal('HOOD-2'), { reason: 'market' });
  },
);

test.serial(
  'a former SKU is renamed to its product, and has the reason of its absence if that is not released',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const { deployNow } = openChanges(content.path, out);
    const absences = async () =>
      (await readManifest(releaseFolder(out, await deployNow({ accept: dangerKinds })))).absences;
    await content.replace('products/BAG-5.json', '{', '{ "formerSkus": ["OLD-1", "OLD-2"],');
    const renamed = { reason: 'renamed', replacedBy: 'BAG-5' } as const;
    t.deepEqual(await absences(), { 'OLD-1': renamed, 'OLD-2': renamed });
    await content.replace('products/BAG-5.json', '{', '{ "draft": true,');
    const draft = { reason: 'draft' } as const;
    t.deepEqual(await absences(), { 'OLD-1': draft, 'OLD-2': draft, 'BAG-5': draft });
  },
);
