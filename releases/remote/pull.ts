/**
 * Pulls the release that a remote points to: fetches missing files, verifies every byte, and makes the
 * release current.
 */
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectPath, readWholeObject } from '../../build/output/object-records.ts';
import { explainPermissionErrors } from '../../build/output/output-folder.ts';
import { whileBuilding } from '../../build/output/output-lock.ts';
import { findDamagedChanges, type KnownChanges, readChanges } from '../changes/write-changes.ts';
import { describePin, readPin } from '../pin.ts';
import { linkedRelease, releaseFolder, releaseIds } from '../release-store.ts';
import { swapRelease } from '../swap.ts';
import { verifyRelease } from '../verify-release.ts';
import { planFetch } from './fetch-plan.ts';
import {
  type FetchedObject,
  findCurrentFiles,
  installObjects,
  installRelease,
} from './install-release.ts';
import { assertOutside } from './local-remote.ts';
import { longestPointer, type Pointer, parsePointer } from './pointer.ts';
import { readSequence, writeSequence } from './pull-state.ts';
import { createRclone, type Rclone } from './rclone.ts';
import { missingChanges, readFetchedChanges } from './remote-changes.ts';
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

/** Options of `pull`. */
export interface PullOptions {
  /** A remote of rclone, such as `s3:bucket/catalogue`, or a folder. */
  readonly remote: string;
  /** The output folder of this edge. */
  readonly out: string;
  /** The key that verifies the signature of the pointer, the file on the remote that names the release. */
  readonly publicKey: KeyObject;
  /** If true, accepts a push that is older than a previously accepted one. */
  readonly allowOlder: boolean;
  /** If true, replaces a release that is pinned on this edge, and removes the pin. */
  readonly unpins: boolean;
  /**
   * If true and the release is current already, compares the sizes and modification times of its files with the
   * manifest, and fetches damaged files again; also repairs its answers of `/v1/products/changes`.
   */
  readonly repairsCurrent: boolean;
  /** Environment variables; rclone receives only those that it needs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Current time in milliseconds since 1970. */
  readonly nowMs: number;
  /** Aborts the pull. */
  readonly stop: AbortSignal;
}

/** The result of a pull. */
export interface PullResult {
  /** Id of the pulled release, which is current now. */
  readonly release: string;
  /**
   * Id of the release that was current before: equals `release` if that was current already; undefined if there was
   * none.
   */
  readonly before: string | undefined;
  /**
   * Description of the first damaged file, if the release was current already and damaged; the damage is repaired
   * now.
   */
  readonly fault?: string | undefined;
  /** Number of products of the release; 0 if it was current already and no damage was found or looked for. */
  readonly products: number;
  /** Number of fetched objects (folders of one version of a product). */
  readonly objects: number;
  /** Number of fetched bytes, including the pointer. */
  readonly bytes: number;
  /** The reason why the fetched files could not be removed after their installation; the pull itself succeeded. */
  readonly removalFailure?: Error;
}

/**
 * Fetches the release that the pointer, a signed file on the remote, names, and makes it current. If the pull fails or
 * is killed before that, the earlier release stays current, and the next pull fetches only missing files. Afterwards
 * removes the fetched files. Throws `RemoteError` if the remote cannot be read or is within the output folder, a
 * signature or hash is wrong, or the push is older than an accepted one (without `allowOlder`). Throws `ReleaseError` for
 * file-system errors or if another pull is running, and an error if `stop` aborts.
 */
export async function pull({ out, ...options }: PullOptions): Promise<PullResult> {
  assertOutside(out, options.remote);
  return withWorkFolder(out, 'pull', options.stop, async ({ path, lock }) => {
    const rclone = createRclone(options.remote, { ...options, lock });
    const staged = createStagedFiles(path, rclone);
    const pointer = await readPointer(rclone, options.publicKey);
    const { release, sequence } = pointer;
    const accepted = await readSequence(path);
    if (!options.allowOlder) assertNotOlder(pointer, accepted, rclone.name);
    const before = await linkedRelease(out, 'current');
    const pinned = options.unpins ? undefined : await readPin(out);
    if (pinned && release !== before) {
      throw new RemoteError(`${describePin(pinned)} on this edge; --unpin replaces it`);
    }
    const fault =
      before === release && options.repairsCurrent ? await findFault(out, release) : undefined;
    if (before === release && fault === undefined) {
      if (sequence !== accepted) await writeSequence(path, sequence);
      return { release, before, products: 0, objects: 0, bytes: rclone.bytes() };
    }
    // Nothing is pruned meanwhile: the release may consist of objects of older releases.
    return whileBuilding(out, async () => {
      const { received, ...counts } = await fetchRelease({
        ...{ out, rclone, staged, pointer, stop: options.stop },
      });
      // Before the switch, so that an older push is refused even if this process is killed now.
      await writeSequence(path, sequence);
      await swapRelease({ out, release, nowMs: options.nowMs, received, unpins: options.unpins });
      const removal = await removeStaged(out, staged);
      return { release, before, fault, ...counts, bytes: rclone.bytes(), ...removal };
    });
  });
}

/**
 * Removes the fetched files. If that fails, returns the reason as `removalFailure`, because the release is current
 * already.
 */
async function removeStaged(
  out: string,
  staged: StagedFiles,
): Promise<Pick<PullResult, 'removalFailure'>> {
  try {
    await explainPermissionErrors(out, staged.clear);
    return {};
  } catch (error) {
    return { removalFailure: error as Error };
  }
}

/**
 * Checks the current release, its history and its answers of `/v1/products/changes`. Returns a description of the first
 * missing or damaged file, such as `public/openapi.json is missing`, or undefined if all are complete.
 */
async function findFault(out: string, release: string): Promise<string | undefined> {
  const [fault] = await verifyRelease(releaseFolder(out, release), 'sizes');
  if (fault !== undefined) return fault;
  const path = await findDamagedChanges(out, release);
  return path && `${path} is missing or damaged`;
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
    `${from} points to push ${sequence} (release ${release}), which is older than push ${accepted}, accepted before; --allow-older accepts it`,
  );
}

interface FetchOptions {
  readonly out: string;
  readonly rclone: Rclone;
  readonly staged: StagedFiles;
  readonly pointer: Pointer;
  readonly stop: AbortSignal;
}

/** The result of fetching a release. */
interface Fetched extends Pick<PullResult, 'products' | 'objects'> {
  /** The history of the release; undefined if the push contained none. */
  readonly received: KnownChanges | undefined;
}

/**
 * Fetches the release that `pointer` names, and its history, except files that the output folder has. Installs the
 * release without making it current. If the output folder has the complete release, fetches only its manifest and
 * history. Must be called within `whileBuilding`, which prevents pruning.
 */
async function fetchRelease({
  out,
  rclone,
  staged,
  pointer,
  stop,
}: FetchOptions): Promise<Fetched> {
  const manifest = await fetchManifest(pointer, rclone, staged);
  const { release, records } = manifest;
  const products = Object.keys(release.products).length;
  const current = await linkedRelease(out, 'current');
  const known = current === undefined ? undefined : await readChanges(out, current);
  const received = await fetchChanges(manifest, staged, known);
  if (await isComplete(out, release.release)) return { products, objects: 0, received };

  const currentFiles = await findCurrentFiles(out, current);
  const missing = Object.entries(records)
    .filter(([name]) => readWholeObject(join(out, objectPath(name))) === undefined)
    .map(([name, stamp]) => ({ name, record: { path: recordPath(name), stamp } }));
  const files = filesOfRelease(stampsOf(release)).filter(
    ({ stamp }) => !currentFiles.has(stamp[1]),
  );
  const { chunks } = manifest;
  const plan = await planFetch(files, {
    ...{ chunks, staged, current: current && releaseFolder(out, current) },
  });
  await staged.fetch([...missing.map(({ record }) => record), ...plan.missing]);
  await plan.joinFiles();
  const objects: FetchedObject[] = [];
  for (const { name, record } of missing) {
    const { files: stamps } = parseRecord(await readFile(staged.pathOf(record)), rclone.name);
    objects.push({ name, record, stamps, files: filesOfObject(name, stamps) });
  }
  await staged.fetch(objects.flatMap((object) => object.files));
  stop.throwIfAborted();
  await installObjects(out, objects, staged);
  await installRelease(out, manifest, { staged, currentFiles });
  return { products, objects: objects.length, received };
}

/**
 * Fetches those files of a release's history that `known`, the history on this machine, does not have, and returns the
 * whole history. Returns undefined if the push contained no history.
 */
async function fetchChanges(
  { changes }: RemoteManifest,
  staged: StagedFiles,
  known: KnownChanges | undefined,
): Promise<KnownChanges | undefined> {
  if (changes === undefined) return undefined;
  await staged.fetch(missingChanges(changes, known));
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

/**
 * Returns true if the output folder already has the release, from an earlier pull or a build, with all its links, file
 * sizes and modification times. Does not compare the bytes of its files.
 */
async function isComplete(out: string, release: string): Promise<boolean> {
  if (!(await releaseIds(out)).includes(release)) return false;
  return (await verifyRelease(releaseFolder(out, release), 'sizes')).length === 0;
}
