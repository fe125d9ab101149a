/**
 * Describes the public part of a release, which is pushed to remotes: everything except net prices and
 * unpublished products.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codingOf, effortOf, encodeSync } from '../../build/output/encode.ts';
import { objectPath, recordFile } from '../../build/output/object-records.ts';
import {
  type IndexedProduct,
  indexFile,
  readIndex,
  renderIndex,
} from '../../build/output/release-index.ts';
import { fileEntryOf, type Stamp, stampOf } from '../../build/output/stamps.ts';
import type { FileEntry, Manifest } from '../../contract/release.ts';
import { cutIntoChunks } from './chunks.ts';
import { remoteFormat } from './pointer.ts';
import { copyChanges } from './remote-changes.ts';
import type { Chunks } from './remote-layout.ts';
import type { RemoteManifest } from './remote-manifest.ts';

/** The public part of a release: its manifest, and where its files are on this machine. */
export interface PublicRelease {
  readonly manifest: RemoteManifest;
  /** Returns the path on this machine of a file, given its path in the release. */
  pathOf(file: string): string;
}

/** Path, in the release, of the Brotli form of its index of products. */
const encodedIndexFile = `${indexFile}.br`;

/**
 * Returns the public part of the release in `folder`, whose own manifest is `manifest`. The manifest of the public part
 * omits private files, `absences` (products that the release lacks) and `dueAt` (the next date in the content); the
 * last two may reveal future products. Writes to the folder `temporary`: a reduced index of products, without data that
 * only builds need, and a copy of the release's history. Throws file-system errors, and an error if the release's own
 * index is damaged.
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
  const changes = await copyChanges(out, manifest.release, temporary);
  const chunks = await cutCompressedForms(folder, publicFiles);
  const copied = new Set([...index.keys(), ...Object.keys(changes ?? {})]);
  return {
    manifest: {
      ...{ format: remoteFormat, release: { ...shown, files }, records },
      ...(changes && { changes }),
      ...(Object.keys(chunks).length > 0 && { chunks }),
    },
    pathOf: (file) => join(copied.has(file) ? temporary : folder, file),
  };
}

/**
 * Cuts the gzip and Brotli forms of public files into chunks (parts), and returns the chunks of files that have
 * several. The build copies most bytes of lists and exports from the previous release, so that the remote has most
 * chunks already.
 */
async function cutCompressedForms(
  folder: string,
  files: readonly (readonly [path: string, entry: FileEntry])[],
): Promise<Chunks> {
  const chunks: Record<string, readonly Stamp[]> = {};
  for (const [path, { sha256: hash }] of files) {
    if (codingOf(path) === 0 || Object.hasOwn(chunks, hash)) continue;
    const cut = await cutIntoChunks(join(folder, path));
    if (cut.length > 1) chunks[hash] = cut;
  }
  return chunks;
}

/**
 * Writes the product index for edges to the folder `temporary`. On edges, only the sync listing
 * (`/v1/sync/activeProduct`) is made from it. Omits hashes of inputs and documents: builds do not use this index,
 * and the hashes would reveal changes of net prices. Returns path → size and SHA-256 of the written files.
 */
async function writePublicIndex(
  folder: string,
  temporary: string,
): Promise<ReadonlyMap<string, Stamp>> {
  const index = await readIndex(folder);
  const products = index
    .skus()
    .map((sku) => [sku, toPublic(index.product(sku) as IndexedProduct)] as const);
  const bytes = renderIndex({ compiler: '', asOf: undefined }, products);
  await writeFile(join(temporary, indexFile), bytes, { flag: 'wx' });
  const effort = effortOf(indexFile, bytes.length) ?? 'bulk';
  const [, brotli] = encodeSync(bytes, effort);
  await writeFile(join(temporary, encodedIndexFile), brotli, { flag: 'wx' });
  return new Map([
    [indexFile, stampOf(bytes)],
    [encodedIndexFile, stampOf(brotli)],
  ]);
}

/**
 * Returns the index entry of a product without the data that edges do not need or must not have. The key and the outline
 * are emptied: they would reveal changes of net prices and matter only for builds. So are hashes and sizes of pictures,
 * and `validity`, which contains the days on which net prices change.
 */
function toPublic({ validity, pictureSizes, ...product }: IndexedProduct): IndexedProduct {
  return { ...product, key: '', outline: { product: {} }, pictures: {} };
}
