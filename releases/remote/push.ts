/**
 * Pushes the current release to a remote: new objects (folders of one version of a product), then other files, then
 * the manifest, and the pointer last.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sha256, shortHash } from '../../build/content/sha256.ts';
import { cleaningUp } from '../../build/output/install.ts';
import { readManifest } from '../../build/output/manifest.ts';
import { objectPath, readObjectRecord } from '../../build/output/object-records.ts';
import { whileBuilding } from '../../build/output/output-lock.ts';
import { ReleaseError } from '../../build/output/release-error.ts';
import { stampOf } from '../../build/output/stamps.ts';
import { tempName } from '../../build/output/temp-entries.ts';
import { linkedRelease, releaseFolder } from '../release-store.ts';
import { type VerifyDepth, verifyRelease } from '../verify-release.ts';
import { copyRange } from './chunks.ts';
import { assertOutside } from './local-remote.ts';
import {
  DamagedPointerError,
  longestPointer,
  type Pointer,
  parsePointer,
  remoteFormat,
  renderPointer,
} from './pointer.ts';
import { describePublicRelease, type PublicRelease } from './public-release.ts';
import { createRclone, type Rclone } from './rclone.ts';
import { RemoteError } from './remote-error.ts';
import {
  cacheControls,
  filesOfObject,
  manifestName,
  manifestsPath,
  pointerPath,
  recordPath,
} from './remote-layout.ts';
import { filesOfManifest, parseRemoteManifest, renderRemoteManifest } from './remote-manifest.ts';
import { listPushes, removeOldReleases } from './retention.ts';
import { withWorkFolder } from './work-folder.ts';

/** Options of `push`. */
export interface PushOptions {
  /** A remote of rclone, such as `s3:bucket/catalogue`, or a folder. */
  readonly remote: string;
  /** The build's output folder. */
  readonly out: string;
  /** The key that signs the pointer, the file on the remote that names the release. */
  readonly privateKey: KeyObject;
  /** Number of releases to keep on the remote, including the pushed one. */
  readonly keep: number;
  /**
   * If true, first compares the bytes of all files of the release with their hashes, and then uploads every file,
   * including those that the remote has.
   */
  readonly isRepair: boolean;
  /** Environment variables; rclone receives only those that it needs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Current time in milliseconds since 1970. */
  readonly nowMs: number;
  /** Aborts the push. */
  readonly stop: AbortSignal;
}

/** The facts that `npm run push` prints: the pushed release, and what was uploaded and removed. */
export interface PushResult {
  /** Id of the release that the remote now points to. */
  readonly release: string;
  /** Name of the remote, without secrets. */
  readonly remote: string;
  /** True if files were uploaded; false if the remote already pointed to the release and `isRepair` is not set. */
  readonly isNew: boolean;
  /**
   * Number of uploaded objects (folders of one version of a product): those that the previous push lacked; all with
   * `isRepair`, or if the pointer or the manifest of the previous push is missing or damaged.
   */
  readonly objects: number;
  /** Number of bytes uploaded and fetched, including the pointer, which is fetched even if `isNew` is false. */
  readonly bytes: number;
  /** Ids of the releases that were removed from the remote. */
  readonly removed: readonly string[];
  /** The reason why old releases could not be removed; the push itself succeeded. */
  readonly retentionFailure?: Error;
}

/**
 * Uploads the public files of the current release to a remote, then the signed pointer that names this release; then
 * removes old releases from the remote. If the remote points to this release already, uploads nothing unless `isRepair`
 * is set. If the push is killed, the pointer still names the complete previous release, and the next push uploads only
 * missing files. Throws `ReleaseError` if there is no complete current release or another push is running. Throws
 * `RemoteError` if the remote is unusable or within the output folder, if its pointer was signed with another key, or
 * if it points to this release but lacks the manifest. Throws the abort reason if the option `stop` aborts.
 */
export async function push({ out, ...options }: PushOptions): Promise<PushResult> {
  assertOutside(out, options.remote);
  // A repair is the answer to a damaged file, which may be damaged on this machine, too.
  const depth = options.isRepair ? 'bytes' : 'sizes';
  return withCurrentRelease(out, depth, (release) =>
    withWorkFolder(out, 'push', options.stop, async ({ path, lock }) => {
      const rclone = createRclone(options.remote, { ...options, lock });
      const before = await readRemotePointer(rclone, createPublicKey(options.privateKey));
      // Each remote has its own folder of cached manifests.
      const cache = join(path, shortHash(options.remote), manifestsPath);
      await mkdir(cache, { recursive: true });
      if (before?.release === release && !options.isRepair) {
        const currentManifestName = manifestName(before.sequence, release);
        await assertHasManifest(rclone, currentManifestName);
        // Also now, because the push before this one may have been stopped before it removed them.
        const retention = await removeOldReleases({
          ...options,
          rclone,
          cache,
          currentManifestName,
        });
        const result = { release, remote: rclone.name, isNew: false, objects: 0 };
        return { ...result, bytes: rclone.bytes(), ...retention };
      }
      const temporary = join(path, tempName());
      return cleaningUp(temporary, `cannot write ${path}`, async () => {
        await mkdir(temporary, { recursive: true });
        const work = { ...options, out, release, rclone, before, temporary, cache };
        const result = await upload(work);
        await rm(temporary, { recursive: true });
        return result;
      });
    }),
  );
}

/**
 * Calls `work` with the id of the current release, which cannot be pruned meanwhile, and returns its result. First
 * compares the files of the release with its manifest: their sizes, or all bytes, as `depth` says. Throws
 * `ReleaseError` if there is no current release or it is damaged.
 */
async function withCurrentRelease<Result>(
  out: string,
  depth: VerifyDepth,
  work: (release: string) => Promise<Result>,
): Promise<Result> {
  if ((await linkedRelease(out, 'current')) === undefined) {
    throw new ReleaseError(`there is no release in ${out}; run npm run build`);
  }
  return whileBuilding(out, async () => {
    const release = (await linkedRelease(out, 'current')) ?? '';
    const [fault] = await verifyRelease(releaseFolder(out, release), depth);
    if (fault === undefined) return work(release);
    throw new ReleaseError(`release ${release} is damaged: ${fault}; build its content again`);
  });
}

/**
 * Returns the verified pointer of a remote (the file that names its release), or undefined if the remote has none or a
 * damaged one, which this push replaces. Throws `RemoteError` if the remote cannot be read, or the pointer is invalid
 * or signed with another key.
 */
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

/** The options of a push, and the data that its steps share. */
interface Upload extends Omit<PushOptions, 'remote'> {
  readonly release: string;
  readonly rclone: Rclone;
  /** The pointer on the remote before this push; undefined if it was missing or damaged. */
  readonly before: Pointer | undefined;
  /** Folder for files that only this push needs. */
  readonly temporary: string;
  /** Folder with copies of the manifests of earlier pushes. */
  readonly cache: string;
}

/**
 * Uploads the files that the remote lacks (all files with `isRepair`), then the pointer; then removes old releases from
 * the remote.
 */
async function upload(options: Upload): Promise<PushResult> {
  const { out, release, rclone, before, temporary, cache, isRepair, privateKey, nowMs } = options;
  const folder = releaseFolder(out, release);
  const local = await describePublicRelease(out, folder, await readManifest(folder), temporary);
  const known = before && !isRepair ? await readKnown(options, before) : new Set<string>();
  // Edges refuse a lower number than that of the last push, also if the pointer was lost or damaged.
  const last = before ?? (await listPushes(rclone))[0];
  // Derived from the time, so that it increases even if the remote was emptied.
  const sequence = Math.max((last?.sequence ?? 0) + 1, Math.floor(nowMs / 1000));
  const name = manifestName(sequence, release);
  const manifest = renderRemoteManifest(local.manifest);
  // Recorded before the upload, so that files of a killed push can be removed later.
  await writeFile(join(cache, name), manifest);

  const immutable = { cacheControl: cacheControls.immutable, isForced: isRepair };
  const objects = Object.keys(local.manifest.records).filter((object) => !known.has(object));
  const objectFiles = objects.flatMap((object) => pathsOfObject(out, object));
  await rclone.upload(out, objectFiles, immutable);
  await rclone.upload(temporary, await stageFiles(local, known, temporary), immutable);
  await stage(temporary, `${manifestsPath}/${name}`, manifest);
  await rclone.upload(temporary, [`${manifestsPath}/${name}`], immutable);
  const pointer = { format: remoteFormat, sequence, release, manifest: stampOf(manifest) } as const;
  await stage(temporary, pointerPath, renderPointer(pointer, privateKey));
  const pointerOptions = { cacheControl: cacheControls.pointer, isForced: true };
  await rclone.upload(temporary, [pointerPath], pointerOptions);

  const retention = await removeOldReleases({ ...options, currentManifestName: name });
  const result = { release, remote: rclone.name, isNew: true, objects: objects.length };
  return { ...result, bytes: rclone.bytes(), ...retention };
}

/**
 * Throws `RemoteError` if the remote lacks the manifest `name`, which its pointer names: edges could not pull then, and
 * a push without `--repair` would not upload it again.
 */
async function assertHasManifest(rclone: Rclone, name: string): Promise<void> {
  if ((await rclone.list(manifestsPath)).includes(name)) return;
  throw new RemoteError(
    `${manifestsPath}/${name} of ${rclone.name} is missing; npm run push -- REMOTE --repair uploads it again`,
  );
}

/**
 * Returns the names of the objects (folders of product versions) and the paths of the other files that the remote has
 * according to the manifest of the previous push. Returns an empty set if that manifest is missing or damaged; every
 * file is then compared with the remote.
 */
async function readKnown(
  { rclone, cache }: Upload,
  { sequence, release, manifest: [size, hash] }: Pointer,
): Promise<ReadonlySet<string>> {
  const name = manifestName(sequence, release);
  const read = () => readFile(join(cache, name)).catch(() => Buffer.alloc(0));
  let bytes = await read();
  if (sha256(bytes) !== hash) {
    await rclone.download([`${manifestsPath}/${name}`], dirname(cache));
    bytes = await read();
  }
  if (bytes.length !== size || sha256(bytes) !== hash) return new Set();
  const known = parseRemoteManifest(bytes, rclone.name);
  const files = filesOfManifest(known).map(({ path }) => path);
  return new Set([...Object.keys(known.records), ...files]);
}

/**
 * Returns the paths on the remote of the files of an object (one version of a product). The record, which marks the
 * object as complete, is last.
 */
function pathsOfObject(out: string, object: string): string[] {
  const record = readObjectRecord(join(out, objectPath(object)));
  const files = filesOfObject(object, record?.files ?? {}).map(({ path }) => path);
  return [...files, recordPath(object)];
}

/**
 * Prepares the upload of files that belong to no product: puts those that the remote lacks into the folder `temporary`,
 * at their paths on the remote. A whole file becomes a symbolic link; a chunk (a part of a long file) becomes a copy.
 * Returns these paths. `known` contains the paths that the remote has.
 */
async function stageFiles(
  { manifest, pathOf }: PublicRelease,
  known: ReadonlySet<string>,
  temporary: string,
): Promise<string[]> {
  const files = filesOfManifest(manifest).filter(({ path }) => !known.has(path));
  for (const { path, from, start, stamp } of files) {
    const [source, target] = [resolve(pathOf(from)), join(temporary, path)];
    await mkdir(dirname(target), { recursive: true });
    if (start === undefined) await symlink(source, target);
    else await copyRange({ path: source, start, end: start + stamp[0] }, target);
  }
  return files.map(({ path }) => path);
}

/**
 * Writes `bytes` to the file `path` in the local folder `temporary`. The file will have the same path on the remote.
 */
async function stage(temporary: string, path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(join(temporary, path)), { recursive: true });
  await writeFile(join(temporary, path), bytes);
}
