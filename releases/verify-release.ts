/** Holds a release's files against its manifest. */
import { readlinkSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { objectPath, readObjectRecord } from '../build/output/objects.ts';
import { ReleaseError } from '../build/output/release-error.ts';
import { fileEntryOf, sha256 } from '../build/output/stamps.ts';
import type { FileEntry, Manifest } from '../contract/release.ts';
import { readManifest } from './standing.ts';

/** How closely to look: `sizes` and times take a moment, `bytes` reads every file. */
export type Depth = 'sizes' | 'bytes';

/** Files looked at at a time. */
const batchSize = 32;

/**
 * What is wrong with a release, sorted by file, one text a fault: files that are missing, have
 * another size or time, or other bytes than the manifest says. Empty means that it is whole.
 */
export async function verifyRelease(folder: string, depth: Depth = 'bytes'): Promise<string[]> {
  let manifest: Manifest;
  try {
    manifest = await readManifest(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof ReleaseError) return [`manifest.json: ${error.message}`];
    return [`manifest.json ${code === 'ENOENT' ? 'is missing' : 'cannot be read'}`];
  }
  if (manifest.release !== basename(folder)) return [`manifest.json is of ${manifest.release}`];
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

/** Path → entry of every file that the release answers from, those of its objects among them. */
function* filesOf(out: string, { products, files }: Manifest): Generator<[string, FileEntry]> {
  yield* Object.entries(files);
  for (const [sku, name] of Object.entries(products)) {
    const record = readObjectRecord(join(out, objectPath(name)));
    for (const [path, stamp] of Object.entries(record?.files ?? {})) {
      yield [`public/v1/products/${sku}/${path}`, fileEntryOf(stamp)];
    }
  }
}

/** Products whose link is missing or leads to another object, and objects without their record. */
function linkFaults(folder: string, { products }: Manifest): string[] {
  return Object.entries(products).flatMap(([sku, name]) => {
    const path = `public/v1/products/${sku}`;
    const target = readLink(join(folder, path));
    if (target === undefined) return [`${path} is missing`];
    if (basename(target) !== name) return [`${path} leads to another object`];
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

async function faultOf(path: string, entry: FileEntry, depth: Depth): Promise<string | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    if (size !== entry.size) return `has ${size} bytes, not ${entry.size}`;
    // The entity tag is made of it (decision 12).
    if (Math.floor(mtimeMs / 1000) !== entry.mtime) return 'has another modification time';
    if (depth === 'bytes' && sha256(await readFile(path)) !== entry.sha256)
      return 'has other bytes';
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'is missing' : `cannot be read: ${message}`;
  }
}
