/**
 * Pulls the release that a remote points to: fetches missing files, verifies every byte, and activates it.
 */
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { objectPath, readWholeObject } from '../../build/output/objects.ts';
import { whileBuilding } from '../../build/output/output-lock.ts';
import { type KnownChanges, readChanges } from '../changes/write-changes.ts';
import { swapRelease } from '../deploy/swap.ts';
import { linkedRelease, releaseFolder, releaseIds } from '../release-store.ts';
import { verifyRelease } from '../verify-release.ts';
import {
  type FetchedObject,
  findCurrentFiles,
  installObjects,
  installRelease,
} from './install-release.ts';
import { longestPointer, type Pointer, parsePointer } from './pointer.ts';
import { readSequence, writeSequence } from './pull-state.ts';
import { createRclone, type Rclone } from './rclone.ts';
import { lackingChanges, readFetchedChanges } from './remote-changes.ts';
import { RemoteError } from './remote-error.ts';
import {
  filesOfObject,
  filesOfRelease,
  manifestName,
  manifestsPath,
  pointerPath,
  recordPath,
} from './remote-layout.ts';
import {
  parseRecord,
  parseRemoteManifest,
  type RemoteManifest,
  stampsOf,
} from './remote-manifest.ts';
import { createStagedFiles, type StagedFiles } from './staged-files.ts';
import { withWorkFolder } from './work-folder.ts';

export interface PullOptions {
  readonly remote: string;
  /** The output folder of this edge. */
  readonly out: string;
  readonly publicKey: KeyObject;
  /** Accepts a push that is older than a previously accepted one. */
  readonly allowOlder: boolean;
  /**
   * Returns true when Redis has the net prices of a release. If undefined, an activation does not wait for
   * prices.
   */
  readonly isPriced?: (release: string) => Promise<boolean>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly stop: AbortSignal;
}

export interface PullResult {
  readonly release: string;
  /** The previously current release; the same as the pulled one if it was already current. */
  readonly before: string | undefined;
  readonly products: number;
  /** Number of fetched objects. */
  readonly objects: number;
  /** Number of fetched bytes, including the pointer. */
  readonly bytes: number;
}

/** How often and how long Redis is asked for the net prices of a release. */
const askEveryMs = 1000;
const askForMs = 30_000;

/**
 * Makes the release current that the pointer of a remote names. If it fails or is killed, the current
 * release stays, and the next pull fetches only missing files. Throws `RemoteError` if the remote cannot be
 * read, a signature or a hash is wrong, the push is older than an accepted one, or its prices are missing;
 * throws `ReleaseError` for file-system errors, and the reason of `stop`.
 */
export function pull({ out, ...options }: PullOptions): Promise<PullResult> {
  return withWorkFolder(out, 'pull', options.stop, async ({ path, lock }) => {
    const rclone = createRclone(options.remote, { ...options, lock });
    const staged = createStagedFiles(path, rclone);
    const pointer = await readPointer(rclone, options.publicKey);
    const { release, sequence } = pointer;
    const accepted = await readSequence(path);
    if (!options.allowOlder) assertNotOlder(pointer, accepted, rclone.name);
    const before = await linkedRelease(out, 'current');
    if (before === release) {
      if (sequence !== accepted) await writeSequence(path, sequence);
      return { release, before, products: 0, objects: 0, bytes: rclone.bytes() };
    }
    const { received, ...counts } = await fetchRelease({
      ...{ out, rclone, staged, pointer, stop: options.stop },
    });
    await waitForPrices(release, options);
    await whileBuilding(out, async () => {
      // Before the release is served: if this process is then killed, an older push is still
      // refused.
      await writeSequence(path, sequence);
      await swapRelease({ out, release, nowMs: options.nowMs, received });
    });
    await staged.clear();
    return { release, before, ...counts, bytes: rclone.bytes() };
  });
}

async function readPointer(rclone: Rclone, publicKey: KeyObject): Promise<Pointer> {
  const bytes = await rclone.read(pointerPath, longestPointer);
  if (bytes !== undefined) return parsePointer(bytes, publicKey, rclone.name);
  throw new RemoteError(
    `there is no release on ${rclone.name}; npm run push on the machine that builds puts one there`,
  );
}

function assertNotOlder({ sequence, release }: Pointer, accepted: number, from: string): void {
  if (sequence >= accepted) return;
  throw new RemoteError(
    `${from} leads to push ${sequence} (release ${release}), which is older than push ${accepted}, accepted before; --allow-older accepts it`,
  );
}

interface Fetch {
  readonly out: string;
  readonly rclone: Rclone;
  readonly staged: StagedFiles;
  readonly pointer: Pointer;
  readonly stop: AbortSignal;
}

interface Fetched extends Pick<PullResult, 'products' | 'objects'> {
  /** The history of the release. */
  readonly received: KnownChanges | undefined;
}

/** Fetches a release and its history, and installs it unless it already exists and is complete. */
async function fetchRelease({ out, rclone, staged, pointer, stop }: Fetch): Promise<Fetched> {
  const manifest = await fetchManifest(pointer, rclone, staged);
  const { release, records } = manifest;
  const products = Object.keys(release.products).length;
  const current = await linkedRelease(out, 'current');
  const known = current === undefined ? undefined : await readChanges(out, current);
  const received = await fetchChanges(manifest, staged, known);
  if (await isWhole(out, release.release)) return { products, objects: 0, received };

  const currentFiles = await findCurrentFiles(out, current);
  const lacking = Object.entries(records)
    .filter(([name]) => readWholeObject(join(out, objectPath(name))) === undefined)
    .map(([name, stamp]) => ({ name, record: { path: recordPath(name), stamp } }));
  const files = filesOfRelease(stampsOf(release)).filter(
    ({ stamp }) => !currentFiles.has(stamp[1]),
  );
  await staged.fetch([...lacking.map(({ record }) => record), ...files]);
  const objects: FetchedObject[] = [];
  for (const { name, record } of lacking) {
    const { files: stamps } = parseRecord(await readFile(staged.pathOf(record)), rclone.name);
    objects.push({ name, record, stamps, files: filesOfObject(name, stamps) });
  }
  await staged.fetch(objects.flatMap((object) => object.files));
  stop.throwIfAborted();
  await whileBuilding(out, async () => {
    await installObjects(out, objects, staged);
    await installRelease(out, manifest, { staged, currentFiles });
  });
  return { products, objects: objects.length, received };
}

/**
 * Fetches the history of a release; returns undefined if an older version without histories pushed it.
 */
async function fetchChanges(
  { changes }: RemoteManifest,
  staged: StagedFiles,
  known: KnownChanges | undefined,
): Promise<KnownChanges | undefined> {
  if (changes === undefined) return undefined;
  await staged.fetch(lackingChanges(changes, known));
  return readFetchedChanges(changes, known, staged);
}

async function fetchManifest(
  { sequence, release, manifest: stamp }: Pointer,
  rclone: Rclone,
  staged: StagedFiles,
): Promise<RemoteManifest> {
  const file = { path: `${manifestsPath}/${manifestName(sequence, release)}`, stamp };
  await staged.fetch([file]);
  const manifest = parseRemoteManifest(await readFile(staged.pathOf(file)), rclone.name);
  if (manifest.release.release === release) return manifest;
  throw new RemoteError(`the manifest of ${rclone.name} is of another release; push again`);
}

/** Returns true if an earlier pull or a build has already written the complete release. */
async function isWhole(out: string, release: string): Promise<boolean> {
  if (!(await releaseIds(out)).includes(release)) return false;
  return (await verifyRelease(releaseFolder(out, release), 'sizes')).length === 0;
}

async function waitForPrices(
  release: string,
  { isPriced = async () => true, stop }: Pick<PullOptions, 'isPriced' | 'stop'>,
): Promise<void> {
  const deadline = performance.now() + askForMs;
  while (!(await isPriced(release))) {
    if (performance.now() >= deadline) {
      throw new RemoteError(
        `release ${release} is fetched, but Redis does not have its net prices; npm run deploy on the machine that builds loads them; then pull again`,
      );
    }
    await wait(askEveryMs, undefined, { signal: stop });
  }
}
