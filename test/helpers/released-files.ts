/** Reads the output of a build: every file in a folder, its bytes and its time. */
import { cpSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sha256 } from '../../build/content/sha256.ts';
import type { Encoding } from '../../build/output/encode.ts';
import { objectPath, readObjectRecord } from '../../build/output/objects.ts';
import { fileEntryOf } from '../../build/output/stamps.ts';
import { type FileEntry, type Manifest, publicFiles } from '../../contract/release.ts';
import { type Deployment, type DeployOptions, deploy } from '../../releases/deploy/deploy.ts';
import { createContentSource } from '../../sync/content-source.ts';
import type { ServedListing } from '../../sync/round.ts';
import { runRound } from '../../sync/round.ts';
import { baseUrl, fixtureContent, makeFolder } from './content.ts';
import type { Teardown } from './teardown.ts';

/** The bytes of a file, and its modification time in seconds since 1970. */
export interface WrittenFile {
  readonly bytes: Buffer;
  readonly mtimeSeconds: number;
}

/**
 * Returns the bytes and modification time of every file in a folder, by path, sorted. Links are followed.
 */
export async function filesBelow(folder: string): Promise<ReadonlyMap<string, WrittenFile>> {
  const files: [string, WrittenFile][] = [];
  const visit = async (path: string): Promise<void> => {
    const found = await stat(join(folder, path));
    if (found.isDirectory()) {
      const names = await readdir(join(folder, path));
      await Promise.all(names.map((name) => visit(join(path, name))));
      return;
    }
    const bytes = await readFile(join(folder, path));
    files.push([path, { bytes, mtimeSeconds: found.mtimeMs / 1000 }]);
  };
  await visit('');
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns a line `path hash time` for each file of the current release. The line of the manifest has no time, because
 * the manifest is not served.
 */
export async function currentFiles(out: string): Promise<readonly string[]> {
  const files = await filesBelow(join(out, 'current'));
  return Array.from(files, ([path, { bytes, mtimeSeconds }]) => {
    const time = path === 'manifest.json' ? '' : mtimeSeconds;
    return `${path} ${sha256(bytes)} ${time}`;
  });
}

/**
 * Returns path → size, hash and time of every file of a release, from its manifest and the `object.json` of its
 * products.
 */
export function entriesOf(out: string, manifest: Manifest): Readonly<Record<string, FileEntry>> {
  const entries = { ...manifest.files };
  for (const [sku, name] of Object.entries(manifest.products)) {
    const record = readObjectRecord(join(out, objectPath(name)));
    for (const [path, stamp] of Object.entries(record?.files ?? {})) {
      entries[`public/v1/products/${sku}/${path}`] = fileEntryOf(stamp);
      if (!path.startsWith('images/')) continue;
      entries[`public/${publicFiles.picture(sku, path)}`] = fileEntryOf(stamp);
    }
  }
  return entries;
}

/** Decompresses a file whose path ends in `.gz` or `.br`; returns the bytes of any other file unchanged. */
export function decompressed(path: string, bytes: Buffer): Buffer {
  if (path.endsWith('.gz')) return gunzipSync(bytes);
  return path.endsWith('.br') ? brotliDecompressSync(bytes) : bytes;
}

/**
 * Creates the sync listing of the current release from `active-products.csv` in `content`, even if most products
 * of the previous listing are missing.
 */
export async function list(out: string, content = fixtureContent): Promise<ServedListing> {
  const { signal: stop } = new AbortController();
  const source = createContentSource(content);
  const options = { out, source, now: Date.now, stop, acceptLoss: true };
  const { served, failure } = await runRound(options);
  if (failure || served === undefined) throw failure ?? new Error('no listing');
  return served;
}

/**
 * Copies the output folder of a build, which takes a fraction of the time of another build. Returns the path of the
 * copy.
 */
export async function copyBuild(t: Teardown, out: string): Promise<string> {
  const copy = join(await makeFolder(t), 'dist');
  cpSync(out, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return copy;
}

/**
 * Returns a function that runs `make` at its first call. Each call returns the result of `make`, with the path of a new
 * copy of its output folder as `out`. The original is removed when the process exits.
 */
export function copiesOf<Made extends { readonly out: string }>(
  make: (t: Teardown) => Promise<Made>,
): (t: Teardown) => Promise<Made> {
  let making: Promise<Made> | undefined;
  return async (t) => {
    making ??= make({ teardown: () => {} }).then((made) => {
      process.once('exit', () => rmSync(made.out, { recursive: true, force: true }));
      return made;
    });
    const made = await making;
    return { ...made, out: await copyBuild(t, made.out) };
  };
}

/**
 * Builds a content folder (by default the fixture) into the output folder `into` (by default a new folder, which the
 * test removes) and makes the release current. Compresses only the exports, as `npm run dev` does, because compressing
 * all files takes three times as long.
 */
export async function build(
  t: Teardown,
  content = fixtureContent,
  into?: string,
  options: Pick<
    DeployOptions,
    'accept' | 'at' | 'encoding' | 'pages' | 'memory' | 'onProgress'
  > = {},
): Promise<Deployment & { readonly out: string }> {
  const out = into ?? (await makeFolder(t));
  return { ...(await deploy({ content, out, baseUrl, encoding: 'none', ...options })), out };
}

/** The result of a build, and its output folder. */
type Built = Awaited<ReturnType<typeof build>>;

const builtFixtures = new Map<Encoding, Promise<Built>>();

/**
 * Returns the fixture built with an encoding. Each encoding is built once in this process, and all callers get the same
 * output folder, which they must not change; tests that change it use `copyBuiltFixture`.
 */
export function builtFixture(encoding: Encoding = 'none'): Promise<Built> {
  const built = builtFixtures.get(encoding) ?? buildUntilExit(encoding);
  builtFixtures.set(encoding, built);
  return built;
}

/** Returns the result of `builtFixture` with the path of a copy of its output folder, which the test may change. */
export async function copyBuiltFixture(t: Teardown, encoding: Encoding = 'none'): Promise<Built> {
  const built = await builtFixture(encoding);
  return { ...built, out: await copyBuild(t, built.out) };
}

/** Builds the fixture into a folder that is removed when the process exits. */
async function buildUntilExit(encoding: Encoding): Promise<Built> {
  const out = await mkdtemp(join(tmpdir(), 'catalogue-built-'));
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
  return { ...(await deploy({ content: fixtureContent, out, baseUrl, encoding })), out };
}
