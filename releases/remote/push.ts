/** Pushes the current release to a remote: the files that it lacks, a manifest, and the signed pointer last. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sha256, shortHash } from '../../build/content/sha256.ts';
import { cleaningUp, tempName } from '../../build/output/install.ts';
import { whileBuilding } from '../../build/output/locks.ts';
import { objectPath, objectsFolder } from '../../build/output/objects.ts';
import { ReleaseError } from '../../build/output/release-error.ts';
import { readManifest } from '../../build/output/release-records.ts';
import { stampOf } from '../../build/output/stamps.ts';
import { tryLink } from '../../console/hard-links.ts';
import { linkedRelease, releaseFolder } from '../release-store.ts';
import { verifyRelease } from '../verify-release.ts';
import {
  DamagedPointerError,
  longestPointer,
  type Pointer,
  parsePointer,
  pointerAges,
  pointerPath,
  remoteFormat,
  renderPointer,
} from './pointer.ts';
import { readPushState, writePushState } from './push-state.ts';
import { type Rclone, type RemoteOptions, withRemote } from './rclone.ts';
import { RemoteError } from './remote-error.ts';
import {
  describeRelease,
  filesOf,
  manifestsFolder,
  type PushedRelease,
  parseRemoteManifest,
  pathsOfObject,
  type RemoteManifest,
  renderRemoteManifest,
} from './remote-manifest.ts';

/** Options of `push`. */
export interface PushOptions extends RemoteOptions {
  /** The key that signs the pointer. */
  readonly privateKey: KeyObject;
  /** Name of this machine, in the pointer: another one refuses to push without `takesOver`. */
  readonly machine: string;
  readonly takesOver: boolean;
  /** Number of releases to keep on the remote, including the pushed one. */
  readonly keep: number;
  /** If true, compares the bytes of all files of the release first, and uploads every file again. */
  readonly isRepair: boolean;
  /** If true, also pushes the net prices. The caller must know that the remote is trusted. */
  readonly withNetPrices: boolean;
  /** Current time in milliseconds since 1970. */
  readonly nowMs: number;
}

/** The result of a push: the release that the remote points to now, and what was uploaded and removed. */
export interface PushResult {
  readonly release: string;
  /** Name of the remote, without secrets. */
  readonly remote: string;
  readonly pointer: Pointer;
  /** What was written: the release, only a new pointer (the old one was older than a day), or nothing. */
  readonly written: 'release' | 'pointer' | 'nothing';
  /** Number of uploaded objects, the folders of one version of a product. */
  readonly objects: number;
  /** Number of bytes uploaded and fetched. */
  readonly bytes: number;
  /** Ids of the releases that were removed from the remote. */
  readonly removed: readonly string[];
  /** Why old releases could not be removed; the push itself succeeded. */
  readonly retentionFailure?: Error;
}

/**
 * Uploads the public files of the current release that the remote lacks, its manifest, and last a signed pointer; then
 * removes old releases. Throws `ReleaseError` without a complete release, `RemoteError` for an unusable remote or one of
 * another key or machine, and the reason of `stop`.
 */
export function push(options: PushOptions): Promise<PushResult> {
  const { out, isRepair } = options;
  return whileBuilding(out, async () => {
    const release = await linkedRelease(out, 'current');
    if (release === undefined) {
      throw new ReleaseError(`there is no release in ${out}; run npm run build`);
    }
    const folder = releaseFolder(out, release);
    const [fault] = await verifyRelease(folder, isRepair ? 'bytes' : 'sizes');
    if (fault !== undefined) {
      throw new ReleaseError(`release ${release} is damaged: ${fault}; build its content again`);
    }
    return withRemote('push', options, async (rclone, work) => {
      const before = await readRemotePointer(rclone, createPublicKey(options.privateKey));
      await assertOwner(before, options, { work, from: rclone.name });
      const own = await readManifest(folder);
      const pushed = await describeRelease(out, release, { ...options, own });
      // Each remote has its own folder of copies of its manifests.
      const cache = join(work, shortHash(options.remote), manifestsFolder);
      await mkdir(cache, { recursive: true });
      const temporary = join(work, tempName());
      return cleaningUp(temporary, `cannot write ${work}`, async () => {
        await mkdir(temporary, { recursive: true });
        const step = { options, rclone, cache, temporary, before, work };
        const result = await upload(step, release, pushed);
        await rm(temporary, { recursive: true });
        return result;
      });
    });
  });
}

/** Returns the pointer of a remote; undefined if it is missing or damaged, because this push replaces it then. */
async function readRemotePointer(
  rclone: Rclone,
  publicKey: KeyObject,
): Promise<Pointer | undefined> {
  const bytes = await rclone.read(pointerPath, longestPointer);
  try {
    return bytes && parsePointer(bytes, publicKey, rclone.name);
  } catch (error) {
    if (error instanceof DamagedPointerError) return undefined;
    throw error;
  }
}

/** Throws `RemoteError` if another machine wrote the pointer. A renamed container knows its own by its state file. */
async function assertOwner(
  before: Pointer | undefined,
  { machine, takesOver, remote }: PushOptions,
  { work, from }: { readonly work: string; readonly from: string },
): Promise<void> {
  if (before === undefined || before.machine === machine || takesOver) return;
  const last = await readPushState(work);
  if (last?.remote === remote && last.sequence === before.sequence) return;
  throw new RemoteError(
    `${before.machine} pushes to ${from}, last at ${before.time}, and this machine is ${machine}; if it replaces that one, push with --take-over`,
  );
}

/** What the steps of a push share. */
interface Step {
  readonly options: PushOptions;
  readonly rclone: Rclone;
  /** The work folder of pushes. */
  readonly work: string;
  /** Folder with copies of the manifests on the remote. */
  readonly cache: string;
  /** Folder that has the same paths as the remote, for the files to upload. */
  readonly temporary: string;
  /** The pointer on the remote before this push; undefined if it was missing or damaged. */
  readonly before: Pointer | undefined;
}

async function upload(
  step: Step,
  release: string,
  { manifest, sources }: PushedRelease,
): Promise<PushResult> {
  const { options, rclone, cache, temporary, before } = step;
  const { out, isRepair, nowMs } = options;
  const bytes = renderRemoteManifest(manifest);
  const [size, hash] = stampOf(bytes);
  const isKnown = before !== undefined && before.manifest[2] === hash && !isRepair;
  const listed = await rclone.list(manifestsFolder);
  if (isKnown && !listed.includes(before.manifest[0])) {
    // Otherwise no edge could pull.
    throw new RemoteError(
      `${manifestsFolder}/${before.manifest[0]} of ${rclone.name} is missing; npm run push -- REMOTE --repair uploads it again`,
    );
  }
  const name = isKnown ? before.manifest[0] : `${Math.floor(nowMs / 1000)}-${release}.json.gz`;
  let objects: readonly string[] = [];
  if (!isKnown) {
    const last = before && !isRepair ? await readLast(step, before) : undefined;
    const known = new Set(last && [...Object.keys(last.records), ...pathsIn(last)]);
    objects = Object.keys(manifest.records).filter((object) => !known.has(object));
    const files = filesOf(manifest).filter(({ path }) => !known.has(path));
    for (const { path, stamp } of files) {
      await stage(join(temporary, path), sources.get(stamp[1]) as string | Buffer);
    }
    await writeFile(join(cache, name), bytes);
    await stage(join(temporary, manifestsFolder, name), bytes);
    await symlink(resolve(out, objectsFolder), join(temporary, objectsFolder));
    const paths = [
      ...objects.flatMap((object) => pathsOfObject(out, object)),
      ...files.map(({ path }) => path),
      `${manifestsFolder}/${name}`,
    ];
    await rclone.upload(temporary, paths, { isForced: isRepair, isImmutable: true });
  }
  const isRenewed = !isKnown || nowMs - Date.parse(before.time) >= pointerAges.renewMs;
  const pointer = isRenewed ? await writePointer(step, release, [name, size, hash]) : before;
  await writePushState(step.work, options.remote, pointer);
  const written = isKnown ? (isRenewed ? 'pointer' : 'nothing') : 'release';
  const retention = await removeOldReleases(step, name, new Set([...listed, name]));
  const result = {
    release,
    remote: rclone.name,
    pointer,
    written,
    objects: objects.length,
  } as const;
  return { ...result, bytes: rclone.bytes(), ...retention };
}

const pathsIn = (manifest: RemoteManifest) => filesOf(manifest).map(({ path }) => path);

/** Puts a file into the folder of files to upload: a link, because an activation may remove the original. */
async function stage(target: string, source: string | Buffer): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  if (typeof source !== 'string') await writeFile(target, source);
  else if (!tryLink(source, target)) await copyFile(source, target);
}

/** Signs and uploads a pointer. Its number comes from the time: it increases even if the remote lost the last one. */
async function writePointer(
  { options, rclone, temporary, before, work }: Step,
  release: string,
  manifest: Pointer['manifest'],
): Promise<Pointer> {
  const { machine, nowMs, privateKey } = options;
  const last = Math.max(before?.sequence ?? 0, (await readPushState(work))?.sequence ?? 0);
  const pointer: Pointer = {
    ...{ format: remoteFormat, sequence: Math.max(last + 1, Math.floor(nowMs / 1000)) },
    ...{ time: new Date(nowMs).toISOString(), machine, release, manifest },
    validUntil: new Date(nowMs + pointerAges.validMs).toISOString(),
  };
  await stage(join(temporary, pointerPath), renderPointer(pointer, privateKey));
  await rclone.upload(temporary, [pointerPath], { isForced: true, isImmutable: false });
  return pointer;
}

/** Returns the manifest that the pointer names; undefined if it is damaged: all files are then compared by size. */
async function readLast(step: Step, { manifest }: Pointer): Promise<RemoteManifest | undefined> {
  const [name, , hash] = manifest;
  const bytes = await readFile(join(step.cache, name)).catch(() => undefined);
  if (bytes !== undefined && sha256(bytes) !== hash) await rm(join(step.cache, name));
  return (await readManifests(step, [name])).get(name);
}

/** Returns name → manifest of pushes; fetches those that are not in the cache. Omits damaged ones. */
async function readManifests(
  { rclone, cache }: Pick<Step, 'rclone' | 'cache'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, RemoteManifest>> {
  const manifests = new Map<string, RemoteManifest>();
  const read = async (name: string) => {
    try {
      manifests.set(name, parseRemoteManifest(await readFile(join(cache, name)), rclone.name));
    } catch (error) {
      // A kill may have truncated it.
      await rm(join(cache, name), { force: true });
      if (!(error instanceof RemoteError) && (error as NodeJS.ErrnoException).code !== 'ENOENT')
        throw error;
    }
  };
  for (const name of names) await read(name);
  const missing = names.filter((name) => !manifests.has(name));
  await rclone.download(
    missing.map((name) => `${manifestsFolder}/${name}`),
    dirname(cache),
  );
  for (const name of missing) await read(name);
  return manifests;
}

const manifestName = /^(?<seconds>[1-9]\d{0,14})-(?<release>[0-9a-f]{16})\.json\.gz$/;

/**
 * Keeps the newest `keep` releases on a remote, everything that was pushed within a day, and the manifest `current`. If
 * a removal fails, returns the reason, because the push has succeeded and the next one tries again.
 */
async function removeOldReleases(
  step: Step,
  current: string,
  names: ReadonlySet<string>,
): Promise<Pick<PushResult, 'removed' | 'retentionFailure'>> {
  const { rclone, cache, options } = step;
  try {
    const listed = [...names].flatMap((name) => {
      const { seconds, release } = manifestName.exec(name)?.groups ?? {};
      return release === undefined ? [] : [{ name, release, at: Number(seconds) * 1000 }];
    });
    const pushes = listed.sort((a, b) => b.at - a.at);
    const releases = new Set<string>();
    const kept = pushes.filter(({ name, release, at }) => {
      const isOneOfNewest = !releases.has(release) && releases.add(release).size <= options.keep;
      return isOneOfNewest || name === current || options.nowMs - at < pointerAges.renewMs;
    });
    const old = pushes.filter((each) => !kept.includes(each));
    for (const name of await readdir(cache)) {
      if (!pushes.some((each) => each.name === name)) await rm(join(cache, name));
    }
    if (old.length === 0) return { removed: [] };
    const allNames = pushes.map(({ name }) => name);
    const manifests = await readManifests(step, allNames);
    const damaged = kept.find(({ name }) => !manifests.has(name));
    if (damaged) {
      throw new RemoteError(`${manifestsFolder}/${damaged.name} is damaged; push with --repair`);
    }
    const contentOf = ({ name }: (typeof pushes)[number]) => {
      const manifest = manifests.get(name);
      if (manifest === undefined) return [];
      const objects = Object.keys(manifest.records).map((object) => `${objectPath(object)}/`);
      return [...objects, ...pathsIn(manifest)];
    };
    const unused = new Set(old.flatMap(contentOf));
    for (const path of kept.flatMap(contentOf)) unused.delete(path);
    // Manifests last: as long as one exists, the next push finds the files that it lists.
    await rclone.remove([...unused]);
    await rclone.remove(old.map(({ name }) => `${manifestsFolder}/${name}`));
    for (const { name } of old) await rm(join(cache, name), { force: true });
    for (const { release } of kept) releases.delete(release);
    return { removed: [...releases] };
  } catch (error) {
    const failure = options.stop.aborted ? new RemoteError('stopped', { cause: error }) : error;
    if (!(failure instanceof RemoteError)) throw error;
    return { removed: [], retentionFailure: failure };
  }
}
