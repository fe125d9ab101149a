import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { linkedRelease } from '../../../releases/release-store.ts';
import { readPrivateKey } from '../../../releases/remote/keys.ts';
import { push } from '../../../releases/remote/push.ts';
import { makeFolder } from '../../helpers/content.ts';
import {
  createEdges,
  createEdgesAt,
  createKeys,
  type Edges,
  faultsOf,
  pathsBelow,
  servedFiles,
} from '../../helpers/edges.ts';

/** Pulls, and asserts that one line with the reason is printed and the edge still serves the previous release. */
async function refuse(t: ExecutionContext, edges: Edges, reason: RegExp): Promise<void> {
  const { exitCode, stdout, stderr } = await edges.pull();
  t.is(exitCode, 1);
  t.is(stdout, '');
  t.regex(stderr, reason);
  t.regex(stderr, /^not pulled: [^\n]+\n$/);
  t.is(await linkedRelease(edges.edge, 'current'), edges.release);
  t.deepEqual(await faultsOf(edges.edge), []);
}

/** Returns the paths of the files of those objects on the remote that the edge lacks. */
async function newObject({ remote, edge }: Edges): Promise<string[]> {
  const objects = join(remote, 'objects');
  const has = new Set(await readdir(join(edge, 'objects'), { recursive: true }));
  const paths = await pathsBelow(objects);
  return paths.filter((path) => !has.has(path.slice(objects.length + 1)));
}

/** Replaces the bytes of a file without changing its size; a second call restores them. */
async function change(path: string): Promise<void> {
  const bytes = await readFile(path);
  await writeFile(path, Buffer.from(bytes.map((byte) => byte ^ 1)));
}

test.serial('a truncated or missing object is refused, and a repair replaces it', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  const [file = ''] = (await newObject(edges)).filter((path) => path.endsWith('.br'));
  await truncate(file, 3);
  await refuse(t, edges, /objects\/.+ is truncated or changed \(3 bytes, not \d+\); npm run push/);
  await rm(file);
  await refuse(t, edges, /objects\/.+ is missing; npm run push -- REMOTE --repair/);
  t.is((await edges.push('--repair')).exitCode, 0);
  t.is((await edges.pull()).exitCode, 0);
  t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
});

test.serial('a repair uploads no file that has changed on the machine that builds', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  const [file = ''] = (await newObject(edges)).filter((path) => path.endsWith('.br'));
  const own = join(edges.out, file.slice(edges.remote.length));
  const { atime, mtime } = await stat(own);
  await change(own);
  await utimes(own, atime, mtime);
  const { exitCode, stderr } = await edges.push('--repair');
  t.is(exitCode, 1);
  t.regex(stderr, /^not pushed: release \w+ is damaged: .+; build its content again\n$/);
});

test.serial('an object whose record has other hashes is refused', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  const record = (await newObject(edges)).find((path) => path.endsWith('object.json')) ?? '';
  const text = await readFile(record, 'utf8');
  await writeFile(record, text.replace(/[0-9a-f]{64}/, '0'.repeat(64)));
  await refuse(t, edges, /object\.json of .+ is changed/);
});

test.serial('a changed file of the release or of an object is refused', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  const files = await pathsBelow(join(edges.remote, 'files'));
  for (const path of files) await change(path);
  await refuse(t, edges, /files\/.+ is changed .+ and \d+ more/);
  for (const path of files) await change(path);
  const [file = ''] = (await newObject(edges)).filter((path) => path.endsWith('.br'));
  await change(file);
  await refuse(t, edges, /objects\/.+ is changed \(its SHA-256 differs\); npm run push/);
});

test.serial('a manifest that was changed to name another product is refused', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  for (const path of await pathsBelow(join(edges.remote, 'releases'))) {
    const text = gunzipSync(await readFile(path)).toString();
    await writeFile(path, gzipSync(text.replace('"TEE-1"', '"TEE-X"')));
  }
  await refuse(t, edges, /releases\/.+ is (truncated or )?changed/);
});

test.serial(
  'a pointer that is signed by another key, changed or unsigned is refused',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const pointer = join(edges.remote, 'pointer');
    const text = await readFile(pointer, 'utf8');
    const [line = '', signature = ''] = text.split('\n');
    await writeFile(pointer, `${line.replace('"sequence":1', '"sequence":2')}\n${signature}\n`);
    await refuse(t, edges, /is not signed with the key that this machine has/);
    await writeFile(pointer, `${line}\n`);
    await refuse(t, edges, /the pointer of .+ is damaged; push again/);
    await writeFile(pointer, line.slice(0, 20));
    await refuse(t, edges, /the pointer of .+ is damaged; push again/);
    await writeFile(pointer, 'x'.repeat(1_000_000));
    await refuse(t, edges, /the pointer of .+ is damaged; push again/);
    t.is((await edges.push()).stderr, '', 'as the message says');
    t.is((await edges.pull()).stderr, '');
    await writeFile(pointer, text);
    const others = await createKeys(await makeFolder(t));
    const stranger = await createEdges(t, edges.remote);
    await writeFile(
      stranger.environment['RELEASE_PUBLIC_KEY'] ?? '',
      await readFile(others['RELEASE_PUBLIC_KEY'] ?? ''),
    );
    const { exitCode, stderr } = await stranger.pull();
    t.is(exitCode, 1);
    t.regex(stderr, /^not pulled: .+ is not signed with the key .+\n$/);
    t.is(await linkedRelease(stranger.edge, 'current'), undefined);
  },
);

test.serial(
  'edges accept a push that replaces a damaged pointer after the clock was set back',
  async (t) => {
    const edges = await createEdgesAt(t, 'updated');
    await writeFile(join(edges.remote, 'pointer'), '');
    const { remote, out, environment } = edges;
    const privateKey = await readPrivateKey(environment);
    const { signal: stop } = new AbortController();
    const options = { remote, out, environment, privateKey, stop, keep: 2, isRepair: false };
    await push({ ...options, nowMs: 0 });
    t.is((await edges.pull()).stderr, '');
  },
);

test.serial('a push does not replace a pointer that another key has signed', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  const stranger = await createEdges(t, edges.remote);
  const before = await readFile(join(edges.remote, 'pointer'), 'utf8');
  const { exitCode, stderr } = await stranger.push();
  t.is(exitCode, 1);
  t.regex(stderr, /^not pushed: .+ is not signed with the key .+\n$/);
  t.is(await readFile(join(edges.remote, 'pointer'), 'utf8'), before);
});

test.serial(
  'a folder with the name of the pointer causes one error line with the remedy',
  async (t) => {
    const edges = await createEdgesAt(t, 'pushed');
    const pointer = join(edges.remote, 'pointer');
    await rm(pointer);
    await mkdir(pointer);
    const { exitCode, stderr } = await edges.push();
    t.is(exitCode, 1);
    t.regex(
      stderr,
      /^not pushed: .+\/pointer: is a directory; move that folder away and run this again\n$/,
    );
    await rm(pointer, { recursive: true });
    t.is((await edges.push()).exitCode, 0);
  },
);

test.serial('an unknown format is refused with the remedy', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  const pointer = join(edges.remote, 'pointer');
  const text = await readFile(pointer, 'utf8');
  await writeFile(pointer, text.replace('"format":1', '"format":2'));
  const reason = /has format 2, and this version reads format 1; update this machine/;
  await refuse(t, edges, reason);
  const { exitCode, stderr } = await edges.push();
  t.is(exitCode, 1);
  t.regex(stderr, reason);
  await writeFile(pointer, text);
  await writeFile(join(edges.edge, 'pull/state.json'), '{"format":2}');
  const remedy = /state\.json is unreadable, damaged or of another version; remove it/;
  await refuse(t, edges, remedy);
  await rm(join(edges.edge, 'pull/state.json'));
  await mkdir(join(edges.edge, 'pull/state.json'));
  await refuse(t, edges, remedy);
});
