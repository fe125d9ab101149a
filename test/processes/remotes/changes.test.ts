/** What edges answer to `/v1/products/changes`, after pushes and pulls. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readManifest } from '../../../build/output/manifest.ts';
import { stampOf } from '../../../build/output/stamps.ts';
import { changesFiles } from '../../../contract/release.ts';
import type { Changes } from '../../../contract/schemas/changes.ts';
import { runRelease } from '../../../releases/release-command.ts';
import { linkedRelease, releaseFolder } from '../../../releases/release-store.ts';
import { describePublicRelease } from '../../../releases/remote/public-release.ts';
import { makeFolder } from '../../helpers/content.ts';
import { changeOneProduct, createEdgesAt, pathsBelow, readPointer } from '../../helpers/edges.ts';
import { filesBelow } from '../../helpers/released-files.ts';
import { runCommand } from '../../helpers/run-command.ts';

/**
 * Returns the files with the answers of `/v1/products/changes` of a release, one text for each: its path and its bytes
 * in Base64.
 */
async function answersOf(out: string, release: string): Promise<readonly string[]> {
  const files = await filesBelow(join(out, 'changes', release));
  return Array.from(files, ([path, { bytes }]) => `${path} ${bytes.toString('base64')}`);
}

async function readAnswer(out: string, release: string, since: string): Promise<Changes> {
  const path = join(out, 'changes', release, changesFiles.answer(since, 'fr-CA'));
  return JSON.parse(await readFile(path, 'utf8')) as Changes;
}

test.serial(
  'an edge that missed a push has the same answers to changes as the build machine',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const { out, edge, release: first } = edges;
    t.deepEqual(await answersOf(edge, first), await answersOf(out, first));
    const second = (await linkedRelease(out, 'current')) ?? '';
    const third = await changeOneProduct(t, edges, 'Taille juste.');
    await edges.push();
    const { exitCode, stderr } = await edges.pull();
    t.is(exitCode, 0, stderr);
    t.deepEqual(await answersOf(edge, third), await answersOf(out, third));
    for (const since of [first, second]) {
      const { complete, changes } = await readAnswer(edge, third, since);
      t.true(complete);
      t.deepEqual(
        changes?.map(({ sku, parts }) => [sku, parts]),
        [['TEE-1', ['content']]],
      );
    }
  },
);

test.serial('a pull repairs the damaged answers and history of the current release', async (t) => {
  const edges = await createEdgesAt(t, 'updated');
  const { out, edge } = edges;
  const release = (await linkedRelease(edge, 'current')) ?? '';
  const folder = join(edge, 'changes', release);
  for (const path of ['en-CA/now.json', 'fr-CA/unknown.json', 'history.json', '']) {
    await rm(join(folder, path), { recursive: true });
    const { exitCode, stdout } = await edges.pull();
    t.is(exitCode, 0);
    t.regex(
      stdout,
      /^release \w{16} was damaged: changes\/\w{16}\/[\w/-]+\.json is missing or damaged\n/,
    );
    t.deepEqual(await answersOf(edge, release), await answersOf(out, release), path);
  }
  t.is((await edges.pull()).stdout, `release ${release} is current already\n`);
});

test.serial(
  'a push keeps the history that its manifest names, although an activation replaces it meanwhile',
  async (t) => {
    const { out, release: first } = await createEdgesAt(t, 'newer');
    const second = (await linkedRelease(out, 'current')) ?? '';
    const folder = releaseFolder(out, second);
    const temporary = await makeFolder(t);
    const pushed = await describePublicRelease(out, folder, await readManifest(folder), temporary);
    for (const release of [first, second]) {
      t.is((await runCommand(runRelease, ['activate', release, '--out', out])).exitCode, 0);
    }
    const changes = Object.entries(pushed.manifest.changes ?? {});
    t.is(changes.length, 2);
    for (const [path, stamp] of changes) {
      t.deepEqual(stampOf(await readFile(pushed.pathOf(path))), stamp, path);
    }
  },
);

test.serial(
  'a rollback on the build machine is pushed as a newer pointer, and edges report it as changes',
  async (t) => {
    const edges = await createEdgesAt(t, 'updated');
    const { out, edge, release: first } = edges;
    const second = (await linkedRelease(edge, 'current')) ?? '';
    await runCommand(runRelease, ['activate', first, '--out', out]);
    const { sequence } = await readPointer(edges.remote);
    t.notRegex((await edges.push('--keep', '2')).stdout, /removed/);
    t.true((await readPointer(edges.remote)).sequence > sequence);
    t.regex((await edges.pull()).stdout, /: 5 products, 0 objects fetched/);
    t.is(await linkedRelease(edge, 'current'), first);
    t.deepEqual(await answersOf(edge, first), await answersOf(out, first));
    const { changes } = await readAnswer(edge, first, second);
    t.deepEqual(
      changes?.map(({ sku, change }) => [sku, change]),
      [['TEE-1', 'changed']],
    );
  },
);

test.serial(
  'a file of changes is transferred once, and removed from the remote with the last release that needs it',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const filesOf = async () =>
      (await pathsBelow(edges.remote)).filter((path) => path.includes('/files/'));
    const pushNote = async (note: string) => {
      await changeOneProduct(t, edges, note);
      const before = await filesOf();
      await edges.push('--keep', '1');
      const after = await filesOf();
      return { added: after.filter((path) => !before.includes(path)).length, all: after.length };
    };
    const first = await pushNote('Taille B.');
    const second = await pushNote('Taille C.');
    t.is(second.added, first.added);
    t.is(second.all, first.all + 1, 'one delta more, and one history in the place of another');
    t.is((await edges.pull()).exitCode, 0);
  },
);

test.serial('an edge with a damaged history fetches the whole history', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  const { out, edge, release: first } = edges;
  const second = (await linkedRelease(out, 'current')) ?? '';
  await rm(join(edge, 'changes', first), { recursive: true });
  t.is((await edges.pull()).exitCode, 0);
  t.deepEqual(await answersOf(edge, second), await answersOf(out, second));
});
