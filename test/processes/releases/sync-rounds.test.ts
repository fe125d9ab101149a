/** The sync listing after rounds, also of several processes at the same time, with a simulated clock. */
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { sha256 } from '../../../build/content/sha256.ts';
import { ReleaseError } from '../../../build/output/release-error.ts';
import { syncListingSchema } from '../../../contract/schemas/sync.ts';
import { createContentSource } from '../../../sync/content-source.ts';
import { followRelease, type RoundResult, runRound } from '../../../sync/round.ts';
import { createServiceSource } from '../../../sync/service-source.ts';
import { SyncError } from '../../../sync/source.ts';
import { readValidity } from '../../../sync/sync-folder.ts';
import { filesBelow, list } from '../../helpers/released-files.ts';
import { startService } from '../../specification-service/server.ts';
import { copyDeployed } from './deployments.ts';

/** Returns SKU → item of the served French sync listing in an output folder. */
async function itemsOf(out: string) {
  const text = await readFile(join(out, 'sync/current/all/fr-CA.json'), 'utf8');
  return new Map(syncListingSchema.parse(JSON.parse(text)).map((item) => [item.sku, item]));
}

test.serial(
  'a revision is the hash of the served detail, and updatedAt the time when its bytes last changed',
  async (t) => {
    const { content, out, first: release, setNote, deploy, ...more } = await copyDeployed(t);
    const listed = async () => {
      await list(out, content.path);
      const items = await itemsOf(out);
      for (const [sku, { revision }] of items) {
        const detail = await readFile(join(out, 'current/public/v1/products', sku, 'fr-CA.json'));
        t.is(revision, sha256(detail).slice(0, 16));
      }
      return { tee: items.get('TEE-1'), hood: items.get('HOOD-2') };
    };
    const first = await listed();
    await setNote('Taille grand.');
    await deploy();
    const second = await listed();
    t.not(second.tee?.revision, first.tee?.revision);
    t.true((second.tee?.updatedAt ?? '') > (first.tee?.updatedAt ?? ''));
    t.deepEqual(second.hood, first.hood);
    await content.replace('products/BAG-5.json', '"fr": "', '"fr": "Nouveau ');
    await deploy();
    t.deepEqual((await listed()).tee, second.tee);
    await more.release({}, 'activate', release);
    const back = await listed();
    t.is(back.tee?.revision, first.tee?.revision);
    t.true((back.tee?.updatedAt ?? '') > (second.tee?.updatedAt ?? ''));
  },
);

test.serial(
  'a changed company makes a new listing and no new release, and the last two listings are kept',
  async (t) => {
    const { content, out, first, current } = await copyDeployed(t);
    const ids = [(await list(out, content.path)).listing];
    t.false((await list(out, content.path)).changed);
    for (const sku of ['JER-3', 'USA-4', 'BAG-5', 'HOOD-2']) {
      await content.append('active-products.csv', `${sku},south-shop\n`);
      const { listing } = await list(out, content.path);
      ids.push(listing);
    }
    t.true((await itemsOf(out)).has('JER-3'));
    const left = (await readdir(join(out, 'sync'))).filter((name) => /^[0-9a-f]{16}$/.test(name));
    t.deepEqual(left.sort(), [...new Set(ids)].slice(-3).sort());
    t.is(await current(), first);
  },
);

test.serial(
  'damaged files of the listing are repaired by the next round; a damaged state is reported with its remedy',
  async (t) => {
    const { out } = await copyDeployed(t);
    const { listing } = await list(out);
    const folder = join(out, 'sync');
    const whole = await filesBelow(join(folder, 'current'));
    for (const damage of [
      () => writeFile(join(folder, 'current/all/fr-CA.json'), ''),
      () => rm(join(folder, 'current/north-shop'), { recursive: true }),
      () => rm(join(folder, listing), { recursive: true }),
    ]) {
      await damage();
      t.like(await list(out), { listing, changed: false });
      t.deepEqual(await filesBelow(join(folder, 'current')), whole);
    }
    for (const name of ['state.json', 'validity', 'current']) {
      const path = join(folder, name);
      await rename(path, `${path}.kept`);
      await mkdir(path);
      const error = await t.throwsAsync(list(out), { instanceOf: ReleaseError }, name);
      t.true(error?.message.startsWith(`cannot read ${path}: E`), error?.message);
      await rmdir(path);
      await rename(`${path}.kept`, path);
    }
    const state = join(folder, 'state.json');
    await writeFile(state, '{"answer":');
    const message = `${state} is damaged; remove it and run this again`;
    await t.throwsAsync(list(out), { instanceOf: SyncError, message });
    await rm(state);
    t.like(await list(out), { listing, changed: false });
  },
);

const maxAgeSeconds = 900;
const active = (...skus: string[]) => skus.map((sku) => ({ sku, companies: ['north-shop'] }));

/**
 * Creates an output folder with a sync listing of BAG-5, HOOD-2 and TEE-1, made by a round at second 1000 of a
 * simulated clock. Returns the specification service, and functions that run further rounds and check the listing.
 */
async function startListed(t: ExecutionContext) {
  const { content, out } = await copyDeployed(t);
  const service = await startService({ products: active('BAG-5', 'HOOD-2', 'TEE-1') });
  t.teardown(() => service.leave());
  let nowMs = 0;
  const openSource = () => {
    const url = new URL(service.url);
    const source = createServiceSource({ url, maxAgeSeconds, random: () => 0 });
    t.teardown(() => source.close());
    return source;
  };
  const optionsOf = (source = openSource()) => {
    return { out, source, stop: new AbortController().signal, now: () => nowMs };
  };
  /** Sets the simulated clock to `second`, and runs a round with its own connection, as another process would. */
  const round = (second: number, acceptLoss = false): Promise<RoundResult> => {
    nowMs = second * 1000;
    return runRound({ ...optionsOf(), acceptLoss });
  };
  /** Starts a round whose request has arrived; `answer` answers it, and `result` is the result of the round. */
  const heldRound = async (second: number, acceptLoss = false) => {
    const answer = service.hold();
    const asked = service.nextAsked();
    const result = round(second, acceptLoss);
    await asked;
    return { answer, result };
  };
  /** Runs a round with the table of active products as the source. */
  const contentRound = () => runRound(optionsOf(createContentSource(content.path)));
  const assertServed = async (skus: readonly string[], askedAt: number, expiresAt?: number) => {
    t.deepEqual([...(await itemsOf(out)).keys()].sort(), [...skus].sort());
    const expected = { askedAt, expiresAt: expiresAt ?? askedAt + maxAgeSeconds };
    t.deepEqual(await readValidity(join(out, 'sync')), expected);
  };
  await round(1000);
  const follow = () => followRelease(optionsOf());
  return { content, out, service, round, heldRound, contentRound, follow, assertServed };
}

const all = ['BAG-5', 'HOOD-2', 'TEE-1'];

test.serial(
  'a failing source leaves the listing and its expiry as they were, also if its validity was lost',
  async (t) => {
    const { content, out, service, round, contentRound, assertServed } = await startListed(t);
    await service.leave();
    t.regex((await round(1100)).failure?.message ?? '', /refuses connections/);
    await assertServed(all, 1000);
    for (const table of ['sku,company\nJER-3,north-shop\n', 'sku,company\nJER-3\n']) {
      await content.write('active-products.csv', table);
      t.true((await contentRound()).failure instanceof SyncError);
      await assertServed(all, 1000);
    }
    await rm(join(out, 'sync/validity'));
    t.truthy((await round(1200)).failure);
    await assertServed(all, 1000);
    await rm(join(out, 'sync/validity'));
    t.truthy((await contentRound()).failure);
    await assertServed(all, 1000, 1000);
  },
);

test.serial(
  'if the source becomes a service that fails, the listing of the content gets an expiry',
  async (t) => {
    const { out, service, round, contentRound, assertServed } = await startListed(t);
    t.is((await contentRound()).served?.expiresAt, undefined);
    t.is((await readValidity(join(out, 'sync')))?.expiresAt, undefined);
    await service.leave();
    t.truthy((await round(1100)).failure);
    await assertServed(all, 1000);
  },
);

test.serial(
  'a failing or late round keeps the answer to a later request that another process stored meanwhile',
  async (t) => {
    const { service, round, heldRound, assertServed } = await startListed(t);
    const failing = await heldRound(2000);
    // Both requests are sent within the same second.
    const late = await heldRound(2000.1);
    service.list(active('TEE-1'));
    const operator = await round(2000.8, true);
    failing.answer('error 404');
    const { served, failure } = await failing.result;
    t.regex(failure?.message ?? '', / answers 404$/);
    t.deepEqual(served, { ...operator.served, changed: false });
    late.answer();
    t.deepEqual(await late.result, { served, failure: undefined });
    await assertServed(['TEE-1'], 2000);
  },
);

test.serial(
  'of concurrent rounds the one with the latest request is served, unless that comes from the future',
  async (t) => {
    const { service, round, heldRound, follow, assertServed } = await startListed(t);
    const rounds = [];
    for (const [index, skus] of [['BAG-5', 'JER-3'], all.slice(0, 2), all.slice(1)].entries()) {
      service.list(active(...skus));
      rounds.push(await heldRound(2000 + index));
    }
    // Meanwhile the listing is made again from the stored answer and the current release, as after an activation.
    const joined = follow();
    for (const { answer } of rounds.toReversed()) answer();
    await Promise.all([joined, ...rounds.map(({ result }) => result)]);
    await assertServed(['HOOD-2', 'TEE-1'], 2002);
    await round(900_000);
    service.list(active('BAG-5', 'TEE-1'));
    t.is((await round(2100)).failure, undefined);
    await assertServed(['BAG-5', 'TEE-1'], 2100);
  },
);
