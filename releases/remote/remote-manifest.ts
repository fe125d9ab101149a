/**
 * The files of a release on a remote (decisions.md, "Edges follow a signed pointer"). Every file except the pointer is
 * written once and never changed:
 *
 *     pointer                          the release to serve and the hash of its manifest, signed
 *     releases/<seconds>-<id>.json.gz  the manifest of a pushed release
 *     files/<2 hex>/<SHA-256>          a file of the release or of its history of changes, or the record of an object
 *     objects/<2 hex>/<hash>/…         the public files of one version of a product
 *
 * The pointer has the SHA-256 of the manifest, the manifest those of all files and records, and each record those of
 * the files of its object: one signature covers every byte. A plain file with a Brotli form is omitted: a pull
 * decompresses that form.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import {
  type ObjectRecord,
  objectPath,
  partsFile,
  readObjectRecord,
  recordFile,
} from '../../build/output/objects.ts';
import { ReleaseError } from '../../build/output/release-error.ts';
import { type IndexedProduct, readIndex, renderIndex } from '../../build/output/release-records.ts';
import { fileEntryOf, type Stamp, stampOf } from '../../build/output/stamps.ts';
import { changesFiles, type Manifest, manifestSchema } from '../../contract/release.ts';
import { skuPattern } from '../../contract/sku.ts';
import { readChanges } from '../changes/write-changes.ts';
import { releaseFolder } from '../release-store.ts';
import { remoteFormat } from './pointer.ts';
import { RemoteError } from './remote-error.ts';

/** Folder on a remote with the manifests of pushed releases. */
export const manifestsFolder = 'releases';

/** A file on a remote: its path, size and SHA-256. */
export interface RemoteFile {
  readonly path: string;
  readonly stamp: Stamp;
}

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const stampSchema = z.tuple([z.int().nonnegative(), sha256Schema]).readonly();
const objectNameSchema = z.string().regex(/^[0-9a-f]{30}$/);

/** A path that stays within its folder, without control characters: rclone reads one path per line. */
const pathSchema = z
  .string()
  .refine(
    (path) =>
      path.split('/').every((name) => !['', '.', '..'].includes(name)) && !/[\\\p{Cc}]/u.test(path),
  );

const remoteManifestSchema = z
  .strictObject({
    format: z.literal(remoteFormat),
    /** The manifest that an edge writes: only the files that were pushed. */
    release: manifestSchema.extend({
      products: z.record(z.string().regex(new RegExp(skuPattern)), objectNameSchema),
      files: z.record(
        pathSchema.refine((path) => /^(public\/|private\/(net|pricing)\/|index\.json$)/.test(path)),
        manifestSchema.shape.files.valueType.extend({ sha256: sha256Schema }),
      ),
    }),
    /** Name of an object → size and SHA-256 of its record, the list of its files. */
    records: z.record(objectNameSchema, stampSchema),
    /** Path below `<out>/changes/<release>` → size and SHA-256, for the history of changes; empty without a history. */
    changes: z.record(z.string().regex(/^(history|deltas\/[0-9a-f]{64})\.json$/), stampSchema),
  })
  .refine(({ release, records }) =>
    Object.values(release.products).every((name) => Object.hasOwn(records, name)),
  );
/** The content of a manifest on a remote. */
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;

/** A release as it is pushed: its manifest, and SHA-256 → where this machine has the file: its path, or its bytes. */
export interface PushedRelease {
  readonly manifest: RemoteManifest;
  readonly sources: ReadonlyMap<string, string | Buffer>;
}

/** Tests if a file of a release is pushed with the net prices. */
const isNetPrice = (path: string) => /^private\/(net|pricing)\//.test(path);

/**
 * Describes a release of the output folder for a remote. Throws file-system errors, and `ReleaseError` if a record is
 * damaged.
 */
export async function describeRelease(
  out: string,
  release: string,
  { withNetPrices, own }: { readonly withNetPrices: boolean; readonly own: Manifest },
): Promise<PushedRelease> {
  const folder = releaseFolder(out, release);
  const sources = new Map<string, string | Buffer>();
  const { absences, dueAt, ...shown } = own;
  const index = await renderPublicIndex(folder);
  const files: Manifest['files'] = { 'index.json': fileEntryOf(stampOf(index)) };
  sources.set(stampOf(index)[1], index);
  for (const [path, entry] of Object.entries(own.files)) {
    if (!path.startsWith('public/') && !(withNetPrices && isNetPrice(path))) continue;
    files[path] = entry;
    sources.set(entry.sha256, join(folder, path));
  }
  const records: Record<string, Stamp> = {};
  for (const name of Object.values(own.products)) {
    if (records[name]) continue;
    const record = Buffer.from(JSON.stringify(publicRecord(out, name)));
    records[name] = stampOf(record);
    sources.set(stampOf(record)[1], record);
  }
  const changes: Record<string, Stamp> = {};
  const known = await readChanges(out, release);
  for (const [hash, path] of known?.deltas ?? []) {
    changes[changesFiles.delta(hash)] = [(await stat(path)).size, hash];
    sources.set(hash, path);
  }
  if (known) {
    // Its bytes, because an activation may replace the file.
    const history = Buffer.from(JSON.stringify(known.history));
    changes[changesFiles.history] = stampOf(history);
    sources.set(stampOf(history)[1], history);
  }
  const manifest = {
    format: remoteFormat,
    release: { ...shown, files },
    records,
    changes,
  } as const;
  return { manifest, sources };
}

/** Returns the record of an object without what only builds need. Throws `ReleaseError` if it is damaged. */
function publicRecord(out: string, name: string): ObjectRecord {
  const record = readObjectRecord(join(out, objectPath(name)));
  if (record === undefined) throw new ReleaseError(`${objectPath(name)} is damaged; build again`);
  const { [partsFile]: _parts, ...files } = record.files;
  return { format: record.format, files, ...(record.states && { states: record.states }) };
}

/** Renders the index without hashes of inputs, outlines and dates of prices: edges make the sync listing from it. */
async function renderPublicIndex(folder: string): Promise<Buffer> {
  const index = await readIndex(folder);
  const products = index.skus().map((sku) => {
    const { validity, pictureHashes, ...product } = index.product(sku) as IndexedProduct;
    return [sku, { ...product, key: '', outline: { product: {} }, pictures: {} }] as const;
  });
  return renderIndex({ compiler: '', asOf: undefined }, products);
}

/** Returns the bytes of a manifest as a remote stores it: JSON compressed with gzip. */
export function renderRemoteManifest(manifest: RemoteManifest): Buffer {
  return gzipSync(JSON.stringify(manifest), { level: 9 });
}

/**
 * Parses the bytes of a manifest, without checking their hash. Throws `RemoteError` if it is invalid. `from` is the
 * name of the remote in messages.
 */
export function parseRemoteManifest(bytes: Buffer, from: string): RemoteManifest {
  try {
    return remoteManifestSchema.parse(JSON.parse(gunzipSync(bytes).toString()));
  } catch (cause) {
    throw new RemoteError(
      `a manifest of ${from} cannot be read by this version; update this machine, or push with --repair`,
      { cause },
    );
  }
}

const recordSchema = z.object({
  format: z.literal(1),
  files: z.record(
    pathSchema.refine((path) => path !== recordFile),
    stampSchema,
  ),
});

/** Parses the record of an object. Throws `RemoteError` if it is invalid. `from` is the remote in messages. */
export function parseRecord(bytes: Buffer, from: string): Pick<ObjectRecord, 'files'> {
  try {
    return recordSchema.parse(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new RemoteError(`an object of ${from} has another format; update this machine`, {
      cause,
    });
  }
}

/** Returns path → size and SHA-256 of the files of a release that belong to no product. */
export function stampsOf({ files }: RemoteManifest['release']): Record<string, Stamp> {
  return Object.fromEntries(
    Object.entries(files).map(([path, { size, sha256 }]) => [path, [size, sha256]]),
  );
}

/** Returns the files in `files/` of a remote that a manifest lists, each once. */
export function filesOf({
  release,
  changes,
  records,
}: Pick<RemoteManifest, 'release' | 'changes' | 'records'>): RemoteFile[] {
  const stamps = [...transferred(stampsOf(release)), ...transferred({ ...changes, ...records })];
  const byHash = new Map(stamps.map(([, stamp]) => [stamp[1], stamp]));
  return Array.from(byHash.values(), fileOf);
}

/** Returns a file in `files/` of a remote. */
export function fileOf(stamp: Stamp): RemoteFile {
  return { path: `files/${stamp[1].slice(0, 2)}/${stamp[1]}`, stamp };
}

/** Returns the files of an object on a remote: of files with equal bytes only one. */
export function filesOfObject(name: string, files: ObjectRecord['files']): RemoteFile[] {
  return transferred(files).map(([path, stamp]) => ({
    path: `${objectPath(name)}/${path}`,
    stamp,
  }));
}

/** Returns the paths on a remote of an object on this machine. Throws `ReleaseError` if its record is damaged. */
export function pathsOfObject(out: string, name: string): string[] {
  return filesOfObject(name, publicRecord(out, name).files).map(({ path }) => path);
}

/** Returns the entries to transfer: no plain file with a Brotli form, and one of files with equal bytes. */
export function transferred(
  files: Readonly<Record<string, Stamp>>,
): [path: string, stamp: Stamp][] {
  const hashes = new Set<string>();
  return Object.entries(files).filter(([path, [, hash]]) => {
    if (Object.hasOwn(files, `${path}.br`) || hashes.has(hash)) return false;
    hashes.add(hash);
    return true;
  });
}
