/**
 * Installs the fetched objects (folders with the files of one product) and the other files of a release in the output
 * folder, without making the release current.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleaningUp, installFolder } from '../../build/output/install.ts';
import { readManifest } from '../../build/output/manifest.ts';
import {
  objectPath,
  objectsFolder,
  readObjectRecord,
  readWholeObject,
  recordFile,
} from '../../build/output/object-records.ts';
import { hasPictures } from '../../build/output/objects.ts';
import { linkAll, linksOf } from '../../build/output/product-links.ts';
import { hasStamp, linkOrCopy, type Stamp, stampTime } from '../../build/output/stamps.ts';
import { tempName } from '../../build/output/temp-entries.ts';
import { manifestFile } from '../../contract/release.ts';
import { releaseFolder } from '../release-store.ts';
import { placeFiles } from './place-files.ts';
import { filesOfRelease, type RemoteFile } from './remote-layout.ts';
import { type RemoteManifest, stampsOf } from './remote-manifest.ts';
import { inBatches, type StagedFiles } from './staged-files.ts';

/**
 * An object that a pull has fetched: the folder of one version of a product, with its record, which lists its
 * files.
 */
export interface FetchedObject {
  readonly name: string;
  /** The record on the remote: the file that lists the files of the object. */
  readonly record: RemoteFile;
  /** Path in the object → size and SHA-256, for all files of the object except the record. */
  readonly stamps: Readonly<Record<string, Stamp>>;
  /**
   * The files of `stamps` that the remote has. Each other file has the same bytes as one of these, or is
   * decompressed from its Brotli form.
   */
  readonly files: readonly RemoteFile[];
}

/**
 * Writes fetched objects (folders of product versions) to the output folder `out`, except objects that exist and are
 * complete. Takes their files from `staged`, the files that the pull fetched. Must be called within `whileBuilding`,
 * which prevents pruning. If the process is killed, each object is complete or absent. Throws `ReleaseError` for
 * file-system errors, and `RemoteError` if a Brotli file cannot be decompressed or does not match the hash of its plain
 * file.
 */
export function installObjects(
  out: string,
  objects: readonly FetchedObject[],
  staged: StagedFiles,
): Promise<void> {
  return inBatches(objects, async ({ name, record, stamps, files }) => {
    const folder = join(out, objectPath(name));
    if (readWholeObject(folder) !== undefined) return;
    const temporary = join(out, objectsFolder, tempName());
    await cleaningUp(temporary, `cannot write ${folder}`, async () => {
      mkdirSync(temporary);
      const sources = new Map(files.map((file) => [file.stamp[1], staged.pathOf(file)]));
      await placeFiles(temporary, stamps, (hash) => sources.get(hash));
      linkOrCopy(staged.pathOf(record), join(temporary, recordFile), record.stamp);
      stampTime(join(temporary, recordFile), record.stamp);
      const content = new Map([...Object.entries(stamps), [recordFile, record.stamp]]);
      await installFolder(temporary, folder, { files: content });
    });
  });
}

/**
 * Returns SHA-256 → path of the files of the current release that belong to no product, so that a pull does not fetch
 * them again. Omits files whose size or modification time differs from the manifest. Returns an empty map if `current`,
 * the id of that release, is undefined or its manifest cannot be read.
 */
export async function findCurrentFiles(
  out: string,
  current: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  if (current === undefined) return paths;
  const folder = releaseFolder(out, current);
  // If the current release is damaged, everything is fetched.
  const manifest = await readManifest(folder).catch(() => undefined);
  for (const [path, { size, sha256 }] of Object.entries(manifest?.files ?? {})) {
    if (hasStamp(join(folder, path), [size, sha256])) paths.set(sha256, join(folder, path));
  }
  return paths;
}

/**
 * The files on this machine from which `installRelease` takes the files of a release that belong to no product. The
 * files of products are not among them, because `installObjects` installs those.
 */
export interface InstallSources {
  /** The files that the pull fetched. */
  readonly staged: StagedFiles;
  /** SHA-256 → path of the files of the current release that belong to no product, from `findCurrentFiles`. */
  readonly currentFiles: ReadonlyMap<string, string>;
}

/**
 * Writes the folder of a fetched release, whose objects (folders of product versions) must be installed already,
 * without making the release current. Takes each file from `currentFiles` if its hash is there, otherwise from
 * `staged`, the files that the pull fetched. Must be called within `whileBuilding`, which prevents pruning. Throws
 * `ReleaseError` for file-system errors, and `RemoteError` if a Brotli file cannot be decompressed or does not match
 * the hash of its plain file.
 */
export async function installRelease(
  out: string,
  { release }: RemoteManifest,
  { staged, currentFiles }: InstallSources,
): Promise<void> {
  const target = releaseFolder(out, release.release);
  const parent = join(out, 'releases');
  const temporary = join(parent, tempName());
  const stamps = stampsOf(release);
  await cleaningUp(temporary, `cannot write ${target}`, async () => {
    mkdirSync(temporary, { recursive: true });
    const sources = new Map(currentFiles);
    for (const file of filesOfRelease(stamps)) {
      if (!sources.has(file.stamp[1])) sources.set(file.stamp[1], staged.pathOf(file));
    }
    await placeFiles(temporary, stamps, (hash) => sources.get(hash));
    const links = linkAll(linksTo(out, release), { out, folder: temporary, previous: undefined });
    const text = JSON.stringify(release);
    writeFileSync(join(temporary, manifestFile), text, { flag: 'wx' });
    await installFolder(temporary, target, {
      files: new Map(Object.entries(stamps)),
      links,
      texts: new Map([[manifestFile, text]]),
    });
  });
}

/**
 * Returns the symbolic links that a release needs to its objects (folders of product versions) and their pictures: path
 * of the link, relative to the release → path of the target, relative to `out`.
 */
function linksTo(out: string, { products }: RemoteManifest['release']) {
  return linksOf(
    Object.entries(products).map(([sku, object]) => {
      const record = readObjectRecord(join(out, objectPath(object)));
      return { sku, object, hasPictures: hasPictures(record) };
    }),
  );
}
