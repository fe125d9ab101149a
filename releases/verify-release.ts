/** Finds the files and links of a release that are missing or differ from its manifest. */
import { accessSync, constants, readlinkSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sha256 } from '../build/content/sha256.ts';
import { linksOf, objectLinks } from '../build/output/install-release.ts';
import { hasPictures, objectPath, readObjectRecord, recordFile } from '../build/output/objects.ts';
import { isPermissionError, ReleaseError } from '../build/output/release-error.ts';
import { readManifest } from '../build/output/release-records.ts';
import { fileEntryOf, markDamaged } from '../build/output/stamps.ts';
import type { FileEntry, Manifest } from '../contract/release.ts';

/**
 * How thoroughly a release is checked: `sizes` compares sizes and modification times; `bytes` also hashes every file,
 * and marks one with another hash (`markDamaged`), so that the next build writes it again.
 */
export type VerifyDepth = 'sizes' | 'bytes';

/** Number of files that are checked at the same time. */
const batchSize = 32;

/**
 * Returns a description of each file and link of a release that is missing or differs from its manifest, such as
 * `public/openapi.json is missing`. Throws `ReleaseError` for a file that this user may not read or mark.
 */
export async function verifyRelease(
  folder: string,
  depth: VerifyDepth = 'bytes',
): Promise<string[]> {
  let manifest: Manifest;
  try {
    manifest = await readManifest(folder);
  } catch (error) {
    assertPermitted(error);
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof ReleaseError) return [`manifest.json: ${error.message}`];
    return [`manifest.json ${code === 'ENOENT' ? 'is missing' : 'cannot be read'}`];
  }
  if (manifest.release !== basename(folder))
    return [`manifest.json belongs to release ${manifest.release}`];
  const { entries, faults } = describeProducts(folder, manifest);
  for (const [path, entry] of Object.entries(manifest.files)) entries.set(path, entry);
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let begin = 0; begin < sorted.length; begin += batchSize) {
    const batch = sorted.slice(begin, begin + batchSize);
    const found = await Promise.all(
      batch.map(async ([path, entry]) => {
        const fault = await faultOf(join(folder, path), entry, depth);
        return fault === undefined ? [] : [`${path} ${fault}`];
      }),
    );
    faults.push(...found.flat());
  }
  return faults;
}

/** Returns the files of all products by path, and the faults of links to them and of the records that list them. */
function describeProducts(folder: string, { products }: Manifest) {
  const entries = new Map<string, FileEntry>();
  const unreadable: string[] = [];
  const linked = Object.entries(products).map(([sku, object]) => {
    const path = `${objectLinks}/${sku}`;
    const objectFolder = join(folder, '../..', objectPath(object));
    const record = readObjectRecord(objectFolder);
    if (record === undefined) {
      assertReadable(join(objectFolder, recordFile));
      unreadable.push(`${path} cannot be read`);
    }
    for (const [file, stamp] of Object.entries(record?.files ?? {})) {
      entries.set(`${path}/${file}`, fileEntryOf(stamp));
    }
    return { sku, object, hasPictures: hasPictures(record) };
  });
  const wrong = Object.entries(linksOf(linked)).flatMap(([path, expected]) => {
    const target = readLink(join(folder, path));
    if (target === undefined) return [`${path} is missing`];
    return target === expected ? [] : [`${path} points to another object`];
  });
  return { entries, faults: [...wrong, ...unreadable] };
}

/** Throws `ReleaseError` if this user may not read a file. Does nothing for a missing file. */
function assertReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    assertPermitted(error);
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    assertPermitted(error);
    return undefined;
  }
}

async function faultOf(
  path: string,
  entry: FileEntry,
  depth: VerifyDepth,
): Promise<string | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    if (size !== entry.size) return `has ${size} bytes, not ${entry.size}`;
    // Entity tags are made from the modification time.
    if (Math.floor(mtimeMs / 1000) !== entry.mtime) return 'has another modification time';
    if (depth === 'sizes' || sha256(await readFile(path)) === entry.sha256) return undefined;
    markDamaged(path);
    return 'has other bytes';
  } catch (error) {
    if (error instanceof ReleaseError) throw error;
    assertPermitted(error);
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'is missing' : `cannot be read: ${message}`;
  }
}

/** Throws `ReleaseError` if `error` says that this user may not read a file; ignores other errors. */
function assertPermitted(error: unknown): void {
  if (!isPermissionError(error)) return;
  throw new ReleaseError(`cannot read the release: ${error.message}`, { cause: error });
}
