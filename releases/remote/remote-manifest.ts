/**
 * The manifest of a release on a remote. The signed pointer contains the hash of the manifest, the manifest
 * contains the hashes of all other files and of the objects' records, and each record contains the hashes of
 * the object's files. One signature therefore covers every byte.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type ObjectRecord, recordFile } from '../../build/output/object-records.ts';
import type { Stamp } from '../../build/output/stamps.ts';
import { manifestSchema } from '../../contract/release.ts';
import { skuPattern } from '../../contract/sku.ts';
import { remoteFormat } from './pointer.ts';
import { RemoteError } from './remote-error.ts';
import { chunked, filesOfRelease, type ReleaseFile } from './remote-layout.ts';

const objectNameSchema = z.string().regex(/^[0-9a-f]{30}$/);

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

const stampSchema = z.tuple([z.int().nonnegative(), sha256Schema]).readonly();

/**
 * Validates a path that stays within its folder. Refuses control characters, because rclone reads lists of
 * paths with one path per line.
 */
const pathSchema = z
  .string()
  .refine(
    (path) =>
      path.split('/').every((name) => !['', '.', '..'].includes(name)) && !/[\\\p{Cc}]/u.test(path),
  );

const remoteManifestSchema = z
  .strictObject({
    format: z.literal(remoteFormat),
    /**
     * The release's own manifest, without what is not public. An edge that pulls the release writes this as its
     * `manifest.json`.
     */
    release: manifestSchema.extend({
      products: z.record(z.string().regex(new RegExp(skuPattern)), objectNameSchema),
      files: z.record(
        pathSchema.refine((path) => /^(public\/|index\.json)/.test(path)),
        manifestSchema.shape.files.valueType.extend({ sha256: sha256Schema }),
      ),
    }),
    /**
     * Name of an object (the folder of one version of a product) → size and SHA-256 of its record, the list of its
     * files.
     */
    records: z.record(objectNameSchema, stampSchema),
    /**
     * Path below `<out>/changes/<release>`, such as `history.json` → size and SHA-256 of the history and its
     * deltas; missing if the release has no history.
     */
    changes: z
      .record(z.string().regex(/^(history|deltas\/[0-9a-f]{64})\.json$/), stampSchema)
      .exactOptional(),
    /**
     * SHA-256 of a file → size and SHA-256 of its chunks, for files that the remote has in several chunks; missing if
     * there are no such files.
     */
    chunks: z.record(sha256Schema, z.array(stampSchema).min(2).readonly()).exactOptional(),
  })
  .refine(({ release, records }) =>
    Object.values(release.products).every((name) => Object.hasOwn(records, name)),
  );
/**
 * The content of the manifest of a release on a remote: the release's own manifest, and hashes of its objects
 * and history.
 */
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;

/** Returns the bytes of a manifest as a remote stores it: JSON compressed with gzip. */
export function renderRemoteManifest(manifest: RemoteManifest): Buffer {
  return gzipSync(JSON.stringify(manifest), { level: 9 });
}

/**
 * Parses the bytes of a manifest from a remote. Does not check the hash of the bytes. Throws `RemoteError` if
 * the manifest is invalid or has another format. `from` is the name of the remote in messages.
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

/**
 * Returns path → size and SHA-256 of all files in the manifest of a release. A manifest lists only files that belong to
 * no product, such as lists and pages.
 */
export function stampsOf({ files }: RemoteManifest['release']): Record<string, Stamp> {
  return Object.fromEntries(
    Object.entries(files).map(([path, { size, sha256 }]) => [path, [size, sha256]]),
  );
}

/**
 * Returns the files on a remote that a manifest lists: those of the release that belong to no product, or their chunks,
 * and those of its history (`changes`). The manifest does not list the files of products; the record of each object
 * does.
 */
export function filesOfManifest({ release, changes = {}, chunks }: RemoteManifest): ReleaseFile[] {
  return chunked([...filesOfRelease(stampsOf(release)), ...filesOfRelease(changes)], chunks);
}

const recordSchema = z.object({
  format: z.literal(1),
  files: z.record(
    pathSchema.refine((path) => path !== recordFile),
    stampSchema,
  ),
});

/**
 * Parses the record of an object, the list of its files, from the bytes on a remote. Does not check the hash
 * of the bytes. Throws `RemoteError` if the record is invalid or has another format. `from` is the name of
 * the remote in messages.
 */
export function parseRecord(bytes: Buffer, from: string): ObjectRecord {
  try {
    return recordSchema.parse(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new RemoteError(`an object of ${from} has another format; update this machine`, {
      cause,
    });
  }
}
