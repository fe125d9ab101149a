/** Push and pull of exports that consist of several chunks. */
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { linkedRelease } from '../../../releases/release-store.ts';
import { parseRemoteManifest } from '../../../releases/remote/remote-manifest.ts';
import {
  createEdgesAt,
  type Edges,
  faultsOf,
  pathsBelow,
  servedFiles,
} from '../../helpers/edges.ts';
import { buildLongExports } from './long-exports.ts';

/** Builds and pushes a release in which one of the long texts is edited. */
async function edit(t: ExecutionContext, edges: Edges, ...args: string[]): Promise<void> {
  await buildLongExports(t, edges.out, { edited: true });
  t.is((await edges.push(...args)).stderr, '');
}

const exported = 'public/v1/export/en-CA.ndjson.gz';

/** Returns the paths on the remote of the chunks of the export in the newest push. */
async function chunksOnRemote({ remote }: Edges): Promise<string[]> {
  const newest = (await pathsBelow(join(remote, 'releases'))).at(-1) ?? '';
  const { release, chunks } = parseRemoteManifest(await readFile(newest), remote);
  const hash = release.files[exported]?.sha256 ?? '';
  return (chunks?.[hash] ?? []).map(([, name]) => join(remote, 'files', name.slice(0, 2), name));
}

/** Asserts that the edge serves the files of the build machine. */
async function assertEqual(t: ExecutionContext, { edge, out }: Edges): Promise<void> {
  t.deepEqual(await servedFiles(edge), await servedFiles(out));
  t.deepEqual(await faultsOf(edge), []);
}

test.serial(
  'after an edit of one product, only the changed chunks of an export are uploaded and fetched',
  async (t) => {
    const edges = await createEdgesAt(t, 'long');
    const before = await chunksOnRemote(edges);
    t.true(before.length > 3, `${before.length} chunks`);
    await edit(t, edges);
    const chunks = await chunksOnRemote(edges);
    const added = chunks.filter((path) => !before.includes(path));
    t.true([1, 2].includes(added.length), `${added.length} of ${chunks.length} chunks changed`);
    for (const path of chunks) if (!added.includes(path)) await rm(path);
    t.is((await edges.pull()).stderr, '', 'the edge does not need the removed chunks');
    await assertEqual(t, edges);
  },
);

test.serial('chunks of a damaged file of the current release are fetched', async (t) => {
  const edges = await createEdgesAt(t, 'long');
  const current = join(edges.edge, 'current', exported);
  const { size } = await stat(current);
  await truncate(current, Math.floor(size / 2));
  await edit(t, edges);
  t.is((await edges.pull()).stderr, '');
  await assertEqual(t, edges);
});

test.serial('a changed chunk is refused, and a repair replaces it', async (t) => {
  const edges = await createEdgesAt(t, 'long');
  const before = await chunksOnRemote(edges);
  const release = await linkedRelease(edges.edge, 'current');
  await edit(t, edges);
  const [chunk = ''] = (await chunksOnRemote(edges)).filter((path) => !before.includes(path));
  await writeFile(chunk, (await readFile(chunk)).reverse());
  const { stderr } = await edges.pull();
  t.regex(stderr, /^not pulled: files\/.+ is changed .+; npm run push -- REMOTE --repair uploads/);
  t.is(await linkedRelease(edges.edge, 'current'), release);
  t.is((await edges.push('--repair')).stderr, '');
  t.is((await edges.pull()).stderr, '');
  await assertEqual(t, edges);
});

test.serial(
  'the chunks of a removed release are removed from the remote, except those of kept ones',
  async (t) => {
    const edges = await createEdgesAt(t, 'long');
    const before = await chunksOnRemote(edges);
    await edit(t, edges, '--keep', '1');
    const paths = await pathsBelow(join(edges.remote, 'files'));
    const chunks = await chunksOnRemote(edges);
    t.deepEqual(
      chunks.filter((path) => !paths.includes(path)),
      [],
    );
    const removed = before.filter((path) => !chunks.includes(path));
    t.true(removed.length > 0);
    t.deepEqual(
      removed.filter((path) => paths.includes(path)),
      [],
    );
  },
);
