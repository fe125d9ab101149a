/** Creates a build machine, an edge, and the remote through which releases are transferred, as folders of a test. */
import { cpSync, rmSync } from 'node:fs';
import { readdir, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, shortHash } from '../../build/content/sha256.ts';
import { undefinedIfMissing } from '../../releases/release-store.ts';
import { generateKeys } from '../../releases/remote/keys.ts';
import { runPull } from '../../releases/remote/pull-command.ts';
import { runPush } from '../../releases/remote/push-command.ts';
import { verifyRelease } from '../../releases/verify-release.ts';
import { copyContent, makeFolder } from './content.ts';
import { build, copyBuiltFixture, filesBelow } from './released-files.ts';
import { runCommand } from './run-command.ts';
import type { ProcessEnd } from './run-process.ts';
import { collectTeardowns, type Teardown } from './teardown.ts';

/** A build machine, an edge and the remote between them, with functions that run `npm run push` and `npm run pull`. */
export interface Edges {
  /** The folder of the test, with both output folders, the signing keys and, by default, the remote. */
  readonly folder: string;
  /** Output folder of the build machine. */
  readonly out: string;
  readonly remote: string;
  /** Output folder of the edge. */
  readonly edge: string;
  /** Id of the first release of the build machine. */
  readonly release: string;
  /** Stage of `createEdgesAt` → what the last command that led to it printed. */
  readonly printed: Readonly<Partial<Record<Stage, string>>>;
  readonly environment: Readonly<Record<string, string>>;
  push(...args: string[]): Promise<ProcessEnd>;
  pull(...args: string[]): Promise<ProcessEnd>;
}

/**
 * Makes signing keys, and copies the built fixture to the build machine. The remote is empty, and the edge has no
 * release. `remoteName` is the remote as rclone names it; by default, a folder of the test.
 */
export async function createEdges(t: Teardown, remoteName?: string): Promise<Edges> {
  const folder = await makeFolder(t);
  await createKeys(folder);
  const { out, manifest } = await copyBuiltFixture(t);
  await rename(out, join(folder, 'dist'));
  return openEdges(folder, manifest.release, remoteName);
}

function openEdges(
  folder: string,
  release: string,
  remoteName?: string,
  printed: Edges['printed'] = {},
): Edges {
  const environment = environmentOf(folder);
  const [out, edge] = [join(folder, 'dist'), join(folder, 'edge')];
  const remote = remoteName ?? join(folder, 'remote');
  return {
    ...{ folder, out, remote, edge, release, environment, printed },
    push: (...args) => runCommand(runPush, [remote, '--out', out, ...args], environment),
    pull: (...args) => runCommand(runPull, [remote, '--out', edge, ...args], environment),
  };
}

/**
 * A state in which tests begin. At `pushed` the remote has the release and the edge has none, at `pulled` the edge
 * serves it, at `newer` the remote has a release with another note of TEE-1, and at `updated` the edge serves that.
 */
type Stage = 'pushed' | 'pulled' | 'newer' | 'updated';

/** Stage → the stage before, and the command that leads from there to the stage. */
const stages: Readonly<
  Record<Stage, readonly [from: Stage | undefined, advance: (edges: Edges) => Promise<ProcessEnd>]>
> = {
  pushed: [undefined, (edges) => edges.push()],
  pulled: ['pushed', (edges) => edges.pull()],
  newer: [
    'pulled',
    async (edges) => {
      const teardowns = collectTeardowns();
      await changeOneProduct(teardowns, edges);
      await teardowns.run();
      return edges.push();
    },
  ],
  updated: ['newer', (edges) => edges.pull()],
};

const made = new Map<Stage, Promise<Edges>>();

/**
 * Returns a new copy of the build machine, the remote and the edge at a stage. Each stage is made once for each test
 * process, because a push or pull runs rclone many times.
 */
export async function createEdgesAt(t: Teardown, stage: Stage): Promise<Edges> {
  const making = made.get(stage) ?? makeStage(stage);
  made.set(stage, making);
  return copyEdges(await making, await makeFolder(t));
}

async function makeStage(stage: Stage): Promise<Edges> {
  const [from, advance] = stages[stage];
  // The originals are kept until the process ends.
  const kept: Teardown = { teardown: () => {} };
  const edges = from ? await createEdgesAt(kept, from) : await createEdges(kept);
  process.once('exit', () => rmSync(edges.folder, { recursive: true, force: true }));
  const { exitCode, stdout, stderr } = await advance(edges);
  if (exitCode !== 0 || stderr !== '') throw new Error(stderr);
  return { ...edges, printed: { ...edges.printed, [stage]: stdout } };
}

async function copyEdges({ folder, remote, release, printed }: Edges, to: string): Promise<Edges> {
  cpSync(folder, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const edges = openEdges(to, release, undefined, printed);
  // The state that a push stores about a remote, in a folder that is named after the remote.
  const remembered = (name: string) => join(to, 'dist', 'push', shortHash(name));
  await undefinedIfMissing(rename(remembered(remote), remembered(edges.remote)));
  return edges;
}

/** Makes a pair of signing keys in a folder. Returns the environment for a push or pull with these keys. */
export async function createKeys(folder: string): Promise<Record<string, string>> {
  const environment = environmentOf(folder);
  await generateKeys(environment);
  return environment;
}

function environmentOf(folder: string) {
  return {
    RELEASE_KEY: join(folder, 'release.key'),
    RELEASE_PUBLIC_KEY: join(folder, 'release.pub'),
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
  };
}

/** Makes a release with another note of TEE-1 current on the build machine. Returns its id. */
export async function changeOneProduct(
  t: Teardown,
  { out }: Edges,
  note = 'Taille grand.',
): Promise<string> {
  const content = await copyContent(t);
  await content.replace('products/TEE-1.json', 'Taille petit.', note);
  return (await build(t, content.path, out)).manifest.release;
}

/**
 * Returns the public files of the current release in an output folder, one text for each: its path, SHA-256 and
 * modification time. Omits what only builds need of an object.
 */
export async function servedFiles(out: string): Promise<readonly string[]> {
  const files = await filesBelow(join(out, 'current/public'));
  return [...files]
    .filter(([path]) => !/\/(object\.json|parts)$/.test(path))
    .map(([path, { bytes, mtimeSeconds }]) => `${path} ${sha256(bytes)} ${mtimeSeconds}`);
}

/** Returns the faults of the current release in an output folder; an empty list if it is complete. */
export async function faultsOf(out: string): Promise<string[]> {
  return verifyRelease(await realpath(join(out, 'current')));
}

/** Returns the paths of all files in a folder, sorted. */
export async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
