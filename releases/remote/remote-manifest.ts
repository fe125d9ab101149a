/**
 * The manifest on a remote. The pointer signs the hash of the manifest. The manifest has the hashes of all
 * other files and of the objects' records, and a record has the hashes of the object's files, so that one
 * signature covers every byte.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type ObjectRecord, recordFile } from '../../build/output/objects.ts';
import type { Stamp } from '../../build/output/stamps.ts';
import { manifestSchema } from '../../contract/release.ts';
import { skuPattern } from '../../contract/sku.ts';
import { remoteFormat } from './pointer.ts';
import { RemoteError } from './remote-error.ts';
import { filesOfRelease, type RemoteFile } from './remote-layout.ts';

const objectNameSchema = z.string().regex(/^[0-9a-f]{30}$/);

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

const stampSchema = z.tuple([z.int().nonnegative(), sha256Schema]).readonly();

/**
 * Paths that stay within a folder. No line breaks, because rclone reads lists with one path per line.
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
    /** The manifest of the release on an edge. */
    release: manifestSchema.extend({
      products: z.record(z.string().regex(new RegExp(skuPattern)), objectNameSchema),
      files: z.record(
        pathSchema.refine((path) => /^(public\/|index\.json)/.test(path)),
        manifestSchema.shape.files.valueType.extend({ sha256: sha256Schema }),
      ),
    }),
    /** Object → size and SHA-256 of its record. */
    records: z.record(objectNameSchema, stampSchema),
    /** Path below the folder of changes → size and SHA-256 of the history and its deltas. */
    changes: z
      .record(z.string().regex(/^(history|deltas\/[0-9a-f]{64})\.json$/), stampSchema)
      .exactOptional(),
  })
  .refine(({ release, records }) =>
    Object.values(release.products).every((name) => Object.hasOwn(records, name)),
  );
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;

/** Returns the bytes of a manifest on a remote. */
export function renderRemoteManifest(manifest: RemoteManifest): Buffer {
  return gzipSync(JSON.stringify(manifest), { level: 9 });
}

/**
 * Parses a manifest. The caller has checked its hash, or only uses it to find files to remove. Throws
 * `RemoteError` if it is invalid or has another format.
 */
export function parseRemoteManifest(bytes: Buffer, from: string): RemoteManifest {
  try {
    return remoteManifestSchema.parse(JSON.parse(gunzipSync(bytes).toString()));
  } catch (cause) {
    throw new RemoteError(
      `a manifest of ${from} cannot be read by this version; update this machine, or push again`,
      { cause },
    );
  }
}

/** Returns the size and SHA-256 of the files of a manifest that belong to no product. */
export function stampsOf({ files }: RemoteManifest['release']): Record<string, Stamp> {
  return Object.fromEntries(
    Object.entries(files).map(([path, { size, sha256 }]) => [path, [size, sha256]]),
  );
}

/**
 * Returns the files of a remote manifest that belong to no product, with their paths on the remote.
 */
export function filesOfManifest({ release, changes = {} }: RemoteManifest): RemoteFile[] {
  return [...filesOfRelease(stampsOf(release)), ...filesOfRelease(changes)];
}

const recordSchema = z.object({
  format: z.literal(1),
  files: z.record(
    pathSchema.refine((path) => path !== recordFile),
    stampSchema,
  ),
});

/**
 * Parses the record of an object after its hash was checked. Throws `RemoteError` if it has another format.
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
