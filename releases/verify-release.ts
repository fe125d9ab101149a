/** Compares the files of a release with its manifest. */
import { readlinkSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { objectPath, readObjectRecord } from '../build/output/objects.ts';
import { ReleaseError } from '../build/output/release-error.ts';
import { fileEntryOf, sha256 } from '../build/output/stamps.ts';
import type { FileEntry, Manifest } from '../contract/release.ts';
import { readManifest } from './release-store.ts';

/**
 * How thoroughly a release is checked: `sizes` compares sizes and modification times of files; `bytes` also
 * reads and hashes every file.
 */
export type VerifyDepth = 'sizes' | 'bytes';

/** Number of files that are checked at the same time. */
const batchSize = 32;

/**
 * Compares all files and links of the release in a folder with its manifest. Returns a description of each
 * one that is missing or differs, such as `public/v1/openapi.json is missing`, or an empty list if the
 * release is complete. An unreadable manifest is described too, not thrown.
 */
export async function verifyRelease(
  folder: string,
  depth: VerifyDepth = 'bytes',
): Promise<string[]> {
  let manifest: Manifest;
  try {
    manifest = await readManifest(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof ReleaseError) return [`manifest.json: ${error.message}`];
    return [`manifest.json ${code === 'ENOENT' ? 'is missing' : 'cannot be read'}`];
  }
  if (manifest.release !== basename(folder))
    return [`manifest.json belongs to release ${manifest.release}`];
  const out = join(folder, '../..');
  const entries = [...filesOf(out, manifest)].sort(([a], [b]) => (a < b ? -1 : 1));
  const faults = linkFaults(folder, manifest);
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

/** Yields path and entry of every file of a release, including those of its objects. */
function* filesOf(out: string, { products, files }: Manifest): Generator<[string, FileEntry]> {
  yield* Object.entries(files);
  for (const [sku, name] of Object.entries(products)) {
    const record = readObjectRecord(join(out, objectPath(name)));
    for (const [path, stamp] of Object.entries(record?.files ?? {})) {
      yield [`public/v1/products/${sku}/${path}`, fileEntryOf(stamp)];
    }
  }
}

/**
 * Returns the products whose link is missing or points to another object, or whose object has no record.
 */
function linkFaults(folder: string, { products }: Manifest): string[] {
  return Object.entries(products).flatMap(([sku, name]) => {
    const path = `public/v1/products/${sku}`;
    const target = readLink(join(folder, path));
    if (target === undefined) return [`${path} is missing`];
    if (!target.endsWith(objectPath(name))) return [`${path} points to another object`];
    if (readObjectRecord(join(folder, path)) === undefined) return [`${path} cannot be read`];
    return [];
  });
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
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
    // Entity tags are made from the modification time (decision 12).
    if (Math.floor(mtimeMs / 1000) !== entry.mtime) return 'has another modification time';
    if (depth === 'bytes' && sha256(await readFile(path)) !== entry.sha256)
      return 'has other bytes';
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'is missing' : `cannot be read: ${message}`;
  }
}
