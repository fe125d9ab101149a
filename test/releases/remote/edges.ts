/** A machine that builds, a remote and edges, in folders of a test. */
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { generateKeys } from '../../../releases/remote/keys.ts';
import { runPull } from '../../../releases/remote/pull-command.ts';
import { runPush } from '../../../releases/remote/push-command.ts';
import { verifyRelease } from '../../../releases/verify-release.ts';
import { buildCompressed, filesBelow } from '../../build/released-files.ts';
import { runCommand } from '../../build/run-command.ts';
import type { ProcessEnd } from '../../build/run-process.ts';
import { type ContentFolder, copyContent, makeFolder } from '../../helpers/content.ts';
import { copyFixtureRelease } from '../../helpers/fixture-release.ts';
import type { Teardown } from '../../helpers/teardown.ts';

export interface Edges {
  /** The folder of all that follows. */
  readonly folder: string;
  /** Output folder of the machine that builds. */
  readonly out: string;
  readonly remote: string;
  /** Output folder of the edge. */
  readonly edge: string;
  /** Id of the release that is current on the machine that builds. */
  readonly release: string;
  readonly environment: Readonly<Record<string, string>>;
  push(...args: string[]): Promise<ProcessEnd>;
  pull(...args: string[]): Promise<ProcessEnd>;
}

/** Makes keys, and copies the compiled fixture to the machine that builds. `remote` is a folder by default. */
export async function createEdges(t: Teardown, remoteName?: string): Promise<Edges> {
  const folder = await makeFolder(t);
  const environment = await createKeys(folder);
  const [out, edge] = [join(folder, 'dist'), join(folder, 'edge')];
  const remote = remoteName ?? join(folder, 'remote');
  const { manifest } = await copyFixtureRelease(out);
  return {
    ...{ folder, out, remote, edge, release: manifest.release, environment },
    push: (...args) => runCommand(runPush, [remote, '--out', out, ...args], environment),
    pull: (...args) => runCommand(runPull, [remote, '--out', edge, ...args], environment),
  };
}

/** Makes a pair of keys in a folder. Returns the environment of a push or pull that has only these keys. */
export async function createKeys(folder: string): Promise<Record<string, string>> {
  const keys = {
    RELEASE_KEY: join(folder, 'release.key'),
    RELEASE_PUBLIC_KEY: join(folder, 'release.pub'),
  };
  await generateKeys(keys);
  return { ...keys, PATH: process.env['PATH'] ?? '', HOME: folder };
}

/** Builds the fixture with another note on one product. Returns the id of the release. */
export async function changeOneProduct(
  t: ExecutionContext,
  { out }: Edges,
  note = 'Taille grand.',
): Promise<string> {
  const content = await copyContent(t);
  await setNote(content, 'Taille petit.', note);
  return (await buildCompressed(t, content.path, out)).manifest.release;
}

/** Replaces the note of the product that tests change. */
export function setNote(content: ContentFolder, from: string, to: string): Promise<void> {
  return content.replace('products/TEE-1.json', from, to);
}

/** Path, bytes and modification time of every public file of the current release. */
export async function servedFiles(out: string): Promise<readonly string[]> {
  const files = await filesBelow(join(out, 'current/public'));
  return Array.from(
    files,
    ([path, { bytes, mtimeSeconds }]) => `${path} ${bytes.toString('base64')} ${mtimeSeconds}`,
  );
}

/** What is wrong with the release that an edge serves. */
export async function faultsOf(out: string): Promise<string[]> {
  return verifyRelease(await realpath(join(out, 'current')));
}

/** The paths of all files below a folder, sorted. */
export async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The pointer of a remote that is a folder. */
export async function readPointer(remote: string): Promise<{ sequence: number; release: string }> {
  const [line = ''] = (await readFile(join(remote, 'pointer'), 'utf8')).split('\n');
  return JSON.parse(line);
}
