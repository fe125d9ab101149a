/** Damaged and forged remotes: an edge refuses them, and goes on serving its release. */
import { readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { linkedRelease } from '../../../releases/release-store.ts';
import {
  createEdges,
  createEdgesAt,
  type Edges,
  faultsOf,
  pathsBelow,
  servedFiles,
} from '../../helpers/edges.ts';

/** Pulls, and asserts that one line with the reason is printed and the edge still serves the previous release. */
async function refuse(t: ExecutionContext, edges: Edges, reason: RegExp): Promise<void> {
  const { exitCode, stdout, stderr } = await edges.pull();
  t.deepEqual([exitCode, stdout], [1, '']);
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

test.serial(
  'missing and changed files are refused, and a repair uploads them again unless the own ones are damaged',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const detail = (await newObject(edges)).find((path) => path.endsWith('fr-CA.json')) ?? '';
    await change(detail);
    await refuse(t, edges, /objects\/.+ is changed \(its SHA-256 differs\); npm run push/);
    await truncate(detail, 3);
    await refuse(t, edges, /objects\/.+ is truncated or changed \(3 bytes, not \d+\); npm run/);
    await rm(detail);
    await refuse(t, edges, /objects\/.+ is missing; npm run push -- REMOTE --repair/);
    for (const path of await pathsBelow(join(edges.remote, 'releases'))) {
      const text = gunzipSync(await readFile(path)).toString();
      await writeFile(path, gzipSync(text.replace('"TEE-1"', '"TEE-X"')));
    }
    await rm(join(edges.edge, 'pull/releases'), { recursive: true });
    await refuse(t, edges, /releases\/.+ is (truncated or )?changed/);
    await rm(join(edges.remote, 'releases'), { recursive: true });
    const lost = /^not pushed: releases\/.+ is missing; npm run push -- REMOTE --repair uploads/;
    t.regex((await edges.push()).stderr, lost);

    const own = join(edges.out, detail.slice(edges.remote.length));
    const { atime, mtime } = await stat(own);
    for (const isDamaged of [true, false]) {
      await change(own);
      await utimes(own, atime, mtime);
      const { exitCode, stderr } = await edges.push('--repair');
      t.is(exitCode, Number(isDamaged), stderr);
      const damaged = /^not pushed: release \w+ is damaged: .+; build its .+ again\n$/;
      if (isDamaged) t.regex(stderr, damaged);
    }
    t.is((await edges.pull()).stderr, '');
    t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
  },
);

test.serial(
  'a pointer that is changed, unsigned or of another format is refused, and the next push replaces it',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const pointer = join(edges.remote, 'pointer');
    const text = await readFile(pointer, 'utf8');
    const [line = '', signature = ''] = text.split('\n');
    const later = /has format 3, and this version reads format 2; update this machine/;
    const earlier = /has format 1, .+; push to a new prefix, and pull from it/;
    const damaged = /the pointer of .+ is damaged; push again/;
    for (const [bytes, reason] of [
      [text.replace('"format":2', '"format":3'), later],
      [text.replace('"format":2', '"format":1'), earlier],
      [
        `${line.replace('"sequence":1', '"sequence":2')}\n${signature}\n`,
        /is not signed with the key that this machine has/,
      ],
      [`${line}\n`, damaged],
      ['x'.repeat(1_000_000), damaged],
      [line.slice(0, 20), damaged],
    ] as const) {
      await writeFile(pointer, bytes);
      await refuse(t, edges, reason);
    }
    t.is((await edges.push()).stderr, '', 'as the message says');
    await writeFile(join(edges.edge, 'pull/state.json'), '{"format":2}');
    const unreadable = /^not pulled: \S+state\.json is unreadable, damaged or of .+; remove it/;
    t.regex((await edges.pull()).stderr, unreadable);
  },
);

test.serial(
  'a machine with other keys neither pulls a release nor replaces the pointer',
  async (t) => {
    const edges = await createEdgesAt(t, 'pushed');
    const stranger = await createEdges(t, edges.remote);
    const before = await readFile(join(edges.remote, 'pointer'), 'utf8');
    for (const [command, prefix] of [
      [stranger.push, 'not pushed'],
      [stranger.pull, 'not pulled'],
    ] as const) {
      const { exitCode, stderr } = await command();
      t.is(exitCode, 1);
      t.regex(stderr, new RegExp(`^${prefix}: .+ is not signed with the key .+\n$`));
    }
    t.is(await readFile(join(edges.remote, 'pointer'), 'utf8'), before);
    t.is(await linkedRelease(stranger.edge, 'current'), undefined);
  },
);
