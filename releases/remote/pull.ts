/**
 * Pulls the release that a remote points to: fetches missing files, verifies every byte, and makes the release current.
 */
import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { z } from 'zod';
import { allOf } from '../../build/output/all-of.ts';
import { cleaningUp, installFolder, replaceFile, tempName } from '../../build/output/install.ts';
import { installRelease } from '../../build/output/install-release.ts';
import { whileBuilding } from '../../build/output/locks.ts';
import {
  hasPictures,
  objectPath,
  objectsFolder,
  readObjectRecord,
  readWholeObject,
  recordFile,
} from '../../build/output/objects.ts';
import { explainPermissionErrors } from '../../build/output/release-error.ts';
import { readManifest } from '../../build/output/release-records.ts';
import { linkOrCopy, type Stamp, stampTime, statStamped } from '../../build/output/stamps.ts';
import { changesFiles } from '../../contract/release.ts';
import { deltaSchema } from '../changes/delta.ts';
import { historySchema } from '../changes/history.ts';
import {
  deltasOf,
  findDamagedChanges,
  type KnownChanges,
  readChanges,
} from '../changes/write-changes.ts';
import { type Pin, readPin } from '../pin.ts';
import {
  linkedRelease,
  markNewest,
  releaseFolder,
  releaseIds,
  undefinedIfMissing,
} from '../release-store.ts';
import { swapRelease } from '../swap.ts';
import { verifyRelease } from '../verify-release.ts';
import { longestPointer, type Pointer, parsePointer, pointerPath } from './pointer.ts';
import { type Rclone, type RemoteOptions, withRemote } from './rclone.ts';
import { RemoteError } from './remote-error.ts';
import {
  fileOf,
  filesOf,
  filesOfObject,
  manifestsFolder,
  parseRecord,
  parseRemoteManifest,
  type RemoteFile,
  type RemoteManifest,
  stampsOf,
  transferred,
} from './remote-manifest.ts';

/** Options of `pull`. */
export interface PullOptions extends RemoteOptions {
  /** The key that verifies the signature of the pointer. */
  readonly publicKey: KeyObject;
  /** If true, accepts a pointer that is older than an accepted one. */
  readonly allowOlder: boolean;
  /** If true, replaces a release that is pinned on this edge, and removes the pin. */
  readonly unpins: boolean;
  /** If true and the release is current already, checks the sizes and times of its files, and repairs it. */
  readonly repairsCurrent: boolean;
  /** Current time in milliseconds since 1970. */
  readonly nowMs: number;
}

/** The result of a pull. */
export interface PullResult {
  /** The accepted pointer. It may be expired: its release is served nevertheless. */
  readonly pointer: Pointer;
  /** The pin because of which nothing was fetched. */
  readonly pinned?: Pin;
  /** Ids of the releases that are current now, and that were before. */
  readonly release: string;
  readonly before: string | undefined;
  /** The first damaged file that was found in the current release, which is repaired now. */
  readonly fault?: string | undefined;
  /** Numbers of products of the release and of fetched objects (0 if nothing was fetched), and of all fetched bytes. */
  readonly products: number;
  readonly objects: number;
  readonly bytes: number;
  /** Why the fetched files could not be removed after their installation; the pull itself succeeded. */
  readonly removalFailure?: Error;
}

/**
 * Fetches the release that the pointer names, and makes it current. A failed or killed pull leaves the earlier release,
 * and the next one fetches only missing files. Throws `RemoteError` for an unreadable, forged, damaged or older remote,
 * `ReleaseError` for file-system errors and a second pull, and the reason of `stop`.
 */
export function pull(options: PullOptions): Promise<PullResult> {
  const { out, allowOlder, repairsCurrent, nowMs } = options;
  return withRemote('pull', options, async (rclone, folder) => {
    const pointer = await readPointer(rclone, options.publicKey);
    const { release, sequence } = pointer;
    const accepted = await readSequence(folder);
    if (!allowOlder) assertNotOlder(pointer, accepted, rclone.name);
    const before = await linkedRelease(out, 'current');
    const nothing = { pointer, before, products: 0, objects: 0 };
    const stays = (pinned: Pin) => ({
      ...nothing,
      pinned,
      release: pinned.release,
      bytes: rclone.bytes(),
    });
    const pinned = options.unpins ? undefined : await readPin(out);
    if (pinned && pinned.release !== release) return stays(pinned);
    const fault = before === release && repairsCurrent ? await findFault(out, release) : undefined;
    if (before === release && fault === undefined && !options.unpins) {
      if (sequence !== accepted) await writeSequence(folder, sequence);
      return { ...nothing, release, bytes: rclone.bytes() };
    }
    // Nothing is pruned meanwhile: the release may consist of objects of older releases.
    return whileBuilding(out, async () => {
      const { received, ...counts } = await fetchRelease({ ...options, rclone, folder, pointer });
      // Before the switch, so that an older pointer is refused even if this process is killed now.
      await writeSequence(folder, sequence);
      // An activation of another release pins that one.
      await markNewest(out, release);
      const unpins = options.unpins || pinned !== undefined;
      const swapped = await swapRelease({ out, release, nowMs, received, unpins });
      const removal = await removeFetched(out, folder);
      if (swapped.pinned) return { ...removal, ...stays(swapped.pinned) };
      return { pointer, release, before, fault, ...counts, bytes: rclone.bytes(), ...removal };
    });
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
    `${from} points to push ${sequence} (release ${release}), which is older than push ${accepted}, accepted before; --allow-older accepts it`,
  );
}

const stateFile = 'state.json';
const stateSchema = z.object({ format: z.literal(1), sequence: z.int().positive() });

/** Returns the sequence number of the newest accepted pointer; 0 if none was accepted. */
async function readSequence(folder: string): Promise<number> {
  const path = join(folder, stateFile);
  try {
    const text = await undefinedIfMissing(readFile(path, 'utf8'));
    return text === undefined ? 0 : stateSchema.parse(JSON.parse(text)).sequence;
  } catch (cause) {
    throw new RemoteError(
      `${path} is unreadable, damaged or of another version; remove it, and the next pull accepts any push`,
      { cause },
    );
  }
}

function writeSequence(folder: string, sequence: number): Promise<void> {
  const text = `${JSON.stringify({ format: 1, sequence })}\n`;
  return replaceFile(join(folder, stateFile), text);
}

/** Returns the first missing or damaged file of the current release or of its answers about changes. */
async function findFault(out: string, release: string): Promise<string | undefined> {
  const [fault] = await verifyRelease(releaseFolder(out, release), 'sizes');
  if (fault !== undefined) return fault;
  const path = await findDamagedChanges(out, release);
  return path && `${path} is missing or damaged`;
}

interface FetchOptions extends RemoteOptions {
  readonly rclone: Rclone;
  /** Folder for fetched files, at the same paths as on the remote. */
  readonly folder: string;
  readonly pointer: Pointer;
}

/** Fetches and installs the release of a pointer, except what this machine has, without making it current. */
async function fetchRelease(options: FetchOptions) {
  const { out, rclone, folder, pointer, stop } = options;
  const manifest = await fetchManifest(options);
  const { release, records, changes } = manifest;
  const products = Object.keys(release.products).length;
  const local = await localFiles(out);
  const isComplete =
    (await releaseIds(out)).includes(pointer.release) &&
    (await verifyRelease(releaseFolder(out, pointer.release), 'sizes')).length === 0;
  const lacking = isComplete
    ? []
    : Object.entries(records).filter(
        ([name]) => readWholeObject(join(out, objectPath(name))) === undefined,
      );
  const wanted = {
    ...{ changes, records: Object.fromEntries(lacking) },
    release: isComplete ? { ...release, files: {} } : release,
  };
  const files = filesOf(wanted).filter(({ stamp }) => !local.has(stamp[1]));
  await fetchFiles(rclone, folder, files);
  const objects: FetchedObject[] = [];
  for (const [name, record] of lacking) {
    const bytes = await readFile(join(folder, fileOf(record).path));
    objects.push({ name, record, files: parseRecord(bytes, rclone.name).files });
  }
  const objectFiles = objects.flatMap(({ name, files: own }) => filesOfObject(name, own));
  await fetchFiles(rclone, folder, objectFiles);
  stop.throwIfAborted();
  const fetched = new Map(files.map(({ path, stamp }) => [stamp[1], join(folder, path)]));
  const sourceOf = (hash: string) => local.get(hash) ?? fetched.get(hash);
  for (const object of objects) await installObject(out, object, folder);
  if (!isComplete) await placeRelease(out, release, sourceOf);
  return { products, objects: objects.length, received: await readReceived(changes, sourceOf) };
}

/** A fetched object: its name, the size and SHA-256 of its record, and those of its files by path. */
interface FetchedObject {
  readonly name: string;
  readonly record: Stamp;
  readonly files: Readonly<Record<string, Stamp>>;
}

async function fetchManifest({ rclone, folder, pointer }: FetchOptions): Promise<RemoteManifest> {
  const [name, size, hash] = pointer.manifest;
  const path = `${manifestsFolder}/${name}`;
  await fetchFiles(rclone, folder, [{ path, stamp: [size, hash] }]);
  const manifest = parseRemoteManifest(await readFile(join(folder, path)), rclone.name);
  if (manifest.release.release === pointer.release) return manifest;
  throw new RemoteError(`the manifest of ${rclone.name} is of another release; push again`);
}

/** Returns SHA-256 → path of what the current release has without products, and of its deltas, for no second fetch. */
async function localFiles(out: string): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  const current = await linkedRelease(out, 'current');
  if (current === undefined) return paths;
  const folder = releaseFolder(out, current);
  // If the current release is damaged, everything is fetched.
  const manifest = await readManifest(folder).catch(() => undefined);
  for (const [path, { size, sha256 }] of Object.entries(manifest?.files ?? {})) {
    if (statStamped(join(folder, path), [size, sha256])) paths.set(sha256, join(folder, path));
  }
  for (const [hash, path] of (await readChanges(out, current))?.deltas ?? []) paths.set(hash, path);
  return paths;
}

/** Number of files that are read at the same time. */
const batchSize = 16;

/** Fetches files that the folder does not have undamaged. Throws `RemoteError` for a missing or damaged file. */
async function fetchFiles(
  rclone: Rclone,
  folder: string,
  files: readonly RemoteFile[],
): Promise<void> {
  const missing = (await findFaults(folder, files)).map(({ file }) => file);
  for (const { path } of missing) await rm(join(folder, path), { force: true });
  await rclone.download(
    missing.map(({ path }) => path),
    folder,
  );
  const [first, ...more] = await findFaults(folder, missing);
  if (first === undefined) return;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  throw new RemoteError(
    `${first.file.path} of ${rclone.name} ${first.fault}${others}; npm run push -- REMOTE --repair uploads it again`,
  );
}

/** Returns the files of which the folder lacks the right bytes, and why. */
async function findFaults(folder: string, files: readonly RemoteFile[]) {
  const faults: { readonly file: RemoteFile; readonly fault: string }[] = [];
  for (let begin = 0; begin < files.length; begin += batchSize) {
    await allOf(
      files.slice(begin, begin + batchSize).map(async (file) => {
        const fault = await faultOf(join(folder, file.path), file.stamp);
        if (fault !== undefined) faults.push({ file, fault });
      }),
    );
  }
  return faults;
}

async function faultOf(path: string, [size, expected]: Stamp): Promise<string | undefined> {
  const found = await undefinedIfMissing(stat(path));
  if (found === undefined) return 'is missing';
  if (found.size !== size) return `is truncated or changed (${found.size} bytes, not ${size})`;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') === expected ? undefined : 'is changed (its SHA-256 differs)';
}

/** Moves a fetched object to the output folder; if that object exists, replaces its missing and damaged files. */
async function installObject(
  out: string,
  { name, record, files }: FetchedObject,
  folder: string,
): Promise<void> {
  const target = join(out, objectPath(name));
  const fetched = join(folder, objectPath(name));
  await cleaningUp(fetched, `cannot write ${target}`, async () => {
    const sources = new Map(
      transferred(files).map(([path, [, hash]]) => [hash, join(fetched, path)]),
    );
    sources.set(record[1], join(folder, fileOf(record).path));
    const all = { ...files, [recordFile]: record };
    await placeFiles(fetched, all, (hash) => sources.get(hash));
    await installFolder(fetched, target, { files: all });
  });
}

/** Writes the folder of a release, whose objects must be installed. `sourceOf` returns the path of a file by SHA-256. */
async function placeRelease(
  out: string,
  release: RemoteManifest['release'],
  sourceOf: (hash: string) => string | undefined,
): Promise<void> {
  const target = releaseFolder(out, release.release);
  const temporary = join(out, 'releases', tempName());
  const stamps = stampsOf(release);
  await cleaningUp(temporary, `cannot write ${target}`, async () => {
    // Net prices are closed to other users.
    await mkdir(join(temporary, 'private'), { recursive: true });
    await chmod(join(temporary, 'private'), 0o750);
    await placeFiles(temporary, stamps, sourceOf);
    const products = Object.entries(release.products).map(([sku, object]) => {
      const record = readObjectRecord(join(out, objectPath(object)));
      return { sku, object, hasPictures: hasPictures(record) };
    });
    await installRelease(temporary, out, release, { files: stamps, products });
  });
}

/** Links or copies files into a folder, or decompresses them from their Brotli form, and stamps their times. */
async function placeFiles(
  folder: string,
  files: Readonly<Record<string, Stamp>>,
  sourceOf: (hash: string) => string | undefined,
): Promise<void> {
  const placed = new Map<string, string>();
  for (const [path, stamp] of Object.entries(files)) {
    const [, hash] = stamp;
    const target = join(folder, path);
    const source = placed.get(hash) ?? sourceOf(hash);
    if (source !== target) {
      mkdirSync(dirname(target), { recursive: true });
      // A pull that was killed may have left it.
      rmSync(target, { force: true });
      if (source !== undefined) linkOrCopy(source, target, stamp);
      else await decompress(sourceOf(files[`${path}.br`]?.[1] ?? '') ?? '', target, hash);
    }
    stampTime(target, stamp);
    placed.set(hash, target);
  }
}

async function decompress(source: string, target: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  const measured = new PassThrough().on('data', (chunk: Buffer) => hash.update(chunk));
  try {
    await pipeline(
      createReadStream(source),
      createBrotliDecompress(),
      measured,
      createWriteStream(target),
    );
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall !== undefined) throw cause;
    throw new RemoteError(`${source} cannot be decompressed; push again from a fresh build`, {
      cause,
    });
  }
  if (hash.digest('hex') === expected) return;
  throw new RemoteError(
    `${source} is not the Brotli form of its plain file; push again from a fresh build`,
  );
}

/** Returns the history of a pulled release, if it has one. Throws `RemoteError` if a part has another format. */
async function readReceived(
  changes: RemoteManifest['changes'],
  sourceOf: (hash: string) => string | undefined,
): Promise<KnownChanges | undefined> {
  const { [changesFiles.history]: stamp, ...others } = changes;
  if (stamp === undefined) return undefined;
  const read = async (hash: string) => JSON.parse(await readFile(sourceOf(hash) ?? '', 'utf8'));
  const history = historySchema.safeParse(await read(stamp[1])).data;
  const deltas = new Map<string, string>();
  for (const [, hash] of Object.values(others)) {
    if (deltaSchema.safeParse(await read(hash)).success) deltas.set(hash, sourceOf(hash) ?? '');
  }
  if (history && deltasOf(history).every((hash) => deltas.has(hash))) return { history, deltas };
  throw new RemoteError('the history of the release has another format; update this machine');
}

/** Removes the fetched files. Returns the reason if that fails, because the release is current already. */
async function removeFetched(
  out: string,
  folder: string,
): Promise<Pick<PullResult, 'removalFailure'>> {
  try {
    await explainPermissionErrors(out, async () => {
      for (const name of [objectsFolder, 'files', manifestsFolder]) {
        await rm(join(folder, name), { recursive: true, force: true });
      }
    });
    return {};
  } catch (error) {
    return { removalFailure: error as Error };
  }
}
