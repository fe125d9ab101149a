/** Finds the files and links of a release that are missing or differ from its manifest. */
import { accessSync, constants, readlinkSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sha256 } from '../build/content/sha256.ts';
import { readManifest } from '../build/output/manifest.ts';
import {
  type ObjectRecord,
  objectPath,
  readObjectRecord,
  recordFile,
} from '../build/output/object-records.ts';
import { hasPictures } from '../build/output/objects.ts';
import { linkFolders, linksOf } from '../build/output/product-links.ts';
import { isPermissionError, ReleaseError } from '../build/output/release-error.ts';
import { fileEntryOf, markDamaged } from '../build/output/stamps.ts';
import type { FileEntry, Manifest } from '../contract/release.ts';

/**
 * How thoroughly a release is checked. `sizes` compares only sizes and modification times of files. `bytes` also reads
 * and hashes every file; if only the hash of a file is wrong, marks the file (`markDamaged`), so that the next build
 * writes it again.
 */
export type VerifyDepth = 'sizes' | 'bytes';

/** Number of files that are checked at the same time. */
const batchSize = 32;

/**
 * Compares all files and links of the release in a folder with its manifest. Returns a description of each one that is
 * missing or differs, such as `public/openapi.json is missing`, or an empty list if the release is complete.
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
  const products = readProducts(join(folder, '../..'), manifest);
  const entries = [...filesOf(products, manifest)].sort(([a], [b]) => (a < b ? -1 : 1));
  const faults = linkFaults(folder, products);
  for (let begin = 0; begin < entries.length; begin += batchSize) {
    const batch = entries.slice(begin, begin + batchSize);
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

/**
 * A product of a release: the name of its object (the folder of one version of the product), and the record that lists
 * the files of the object; undefined if this record is missing or damaged.
 */
interface RecordedProduct {
  readonly sku: string;
  readonly object: string;
  readonly record: ObjectRecord | undefined;
}

function readProducts(out: string, { products }: Manifest): RecordedProduct[] {
  return Object.entries(products).map(([sku, object]) => {
    const folder = join(out, objectPath(object));
    const record = readObjectRecord(folder);
    if (record === undefined) assertReadable(join(folder, recordFile));
    return { sku, object, record };
  });
}

/** Throws `ReleaseError` if this user may not read a file. Does nothing for a missing file. */
function assertReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    assertPermitted(error);
  }
}

/**
 * Yields the path in the release, and the size, SHA-256 and modification time, of every file of a release, including
 * those of products. Omits the files of products whose record, the list of these files, is unreadable.
 */
function* filesOf(
  products: readonly RecordedProduct[],
  { files }: Manifest,
): Generator<[string, FileEntry]> {
  yield* Object.entries(files);
  for (const { sku, record } of products) {
    for (const [path, stamp] of Object.entries(record?.files ?? {})) {
      yield [`${linkFolders.objects}/${sku}/${path}`, fileEntryOf(stamp)];
    }
  }
}

/**
 * Checks the links of each product: one to its object (the folder of one version) and, if the build has drawn pictures
 * for it, one to these. Throws `ReleaseError` for a link that this user may not read.
 */
function linkFaults(folder: string, products: readonly RecordedProduct[]): string[] {
  const needed = products.map(({ record, ...product }) => {
    return { ...product, hasPictures: hasPictures(record) };
  });
  const wrong = [...linksOf(needed)].flatMap(([path, expected]) => {
    const target = readLink(join(folder, path));
    if (target === undefined) return [`${path} is missing`];
    return target.endsWith(expected) ? [] : [`${path} points to another object`];
  });
  const unreadable = products.flatMap(({ sku, record }) =>
    record === undefined ? [`${linkFolders.objects}/${sku} cannot be read`] : [],
  );
  return [...wrong, ...unreadable];
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
