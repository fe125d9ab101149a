/** The public part of a release: what is pushed, and what an edge has of it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { effortOf, encode } from '../../build/output/encode.ts';
import { objectPath, recordFile } from '../../build/output/objects.ts';
import {
  type IndexedProduct,
  indexFile,
  readIndex,
  writeIndex,
} from '../../build/output/release-index.ts';
import { fileEntryOf, type Stamp, sha256, stampOf } from '../../build/output/stamps.ts';
import { type Manifest, releaseFormat } from '../../contract/release.ts';
import { changesFolder } from '../changes/write-changes.ts';
import { remoteFormat } from './pointer.ts';
import { describeChanges } from './remote-changes.ts';
import type { RemoteManifest } from './remote-manifest.ts';

export interface PublicRelease {
  readonly manifest: RemoteManifest;
  /** Returns where a file of the release is on this machine, by its path in the release. */
  pathOf(file: string): string;
}

/** The compressed form in which the index is pushed. */
const encodedIndexFile = `${indexFile}.br`;

/**
 * Describes the public part of the release in a folder: its manifest without the private files and the dates and
 * SKUs of products to come, and an index without what only builds need, which is written below `temporary`. Throws
 * what the file system says.
 */
export async function describePublicRelease(
  out: string,
  folder: string,
  manifest: Manifest,
  temporary: string,
): Promise<PublicRelease> {
  const publicFiles = Object.entries(manifest.files).filter(([path]) => path.startsWith('public/'));
  const index = await writePublicIndex(folder, temporary);
  const { absences, dueAt, ...shown } = manifest;
  const files = Object.fromEntries([
    ...[...index].map(([path, stamp]) => [path, fileEntryOf(stamp)] as const),
    ...publicFiles,
  ]);
  const records: Record<string, Stamp> = {};
  for (const name of Object.values(manifest.products)) {
    records[name] ??= stampOf(await readFile(join(out, objectPath(name), recordFile)));
  }
  const changes = await describeChanges(out, manifest.release);
  const changed = changesFolder(out, manifest.release);
  const folderOf = (file: string) => {
    if (changes && Object.hasOwn(changes, file)) return changed;
    return index.has(file) ? temporary : folder;
  };
  return {
    manifest: {
      ...{ format: remoteFormat, release: { ...shown, files }, records },
      ...(changes && { changes }),
    },
    pathOf: (file) => join(folderOf(file), file),
  };
}

/**
 * Writes the index of a release as edges get it. The sync listing reads it there. Builds use it on no machine:
 * hashes of inputs and documents would also say something of net prices.
 */
async function writePublicIndex(
  folder: string,
  temporary: string,
): Promise<ReadonlyMap<string, Stamp>> {
  const index = await readIndex(folder);
  const products = function* () {
    for (const sku of index.skus) {
      yield [sku, toPublic(index.product(sku) as IndexedProduct)] as const;
    }
  };
  const header = { format: releaseFormat, compiler: '', documents: [] } as const;
  const stamp = writeIndex(temporary, header, products());
  const effort = effortOf(indexFile, stamp[0]) ?? 'bulk';
  const [, brotli] = await encode(await readFile(join(temporary, indexFile)), effort);
  await writeFile(join(temporary, encodedIndexFile), brotli, { flag: 'wx' });
  return new Map([
    [indexFile, stamp],
    [encodedIndexFile, [brotli.length, sha256(brotli)]],
  ]);
}

/**
 * `inputs` is a hash that no product has, so that no build takes the product for an unchanged one. Outlines, hashes
 * and sizes of pictures would double the length, and only builds and `npm run diff` use them. The validity names days
 * on which net prices change.
 */
function toPublic({ outline, validity, pictureSizes, ...product }: IndexedProduct): IndexedProduct {
  const built = { inputs: '0', isClean: false, parts: [], pictures: {} };
  return { ...product, ...built, outline: { product: {}, texts: outline.texts } };
}
