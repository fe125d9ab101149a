/** The release that the listing speaks of: the one that is served. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReleaseIndex, readIndex } from '../build/output/release-index.ts';
import type { Manifest } from '../contract/release.ts';
import { linkedRelease, readManifest, releaseFolder } from '../releases/release-store.ts';
import { SyncError } from './sync-error.ts';

export interface ServedRelease {
  readonly id: string;
  readonly folder: string;
  /** When it became what is served. */
  readonly activatedAt: Date;
  readonly manifest: Manifest;
  readonly index: ReleaseIndex;
}

/** Reads the release that is current; throws `SyncError` when there is none to list. */
export async function readServedRelease(out: string): Promise<ServedRelease> {
  const id = await linkedRelease(out, 'current');
  if (id === undefined) throw new SyncError(`${out} has no release; run npm run build`);
  const folder = releaseFolder(out, id);
  const { mtime: activatedAt } = await lstat(join(out, 'current'));
  const manifest = await readManifest(folder).catch((error: Error) => {
    throw new SyncError(`the manifest of release ${id} cannot be read: ${error.message}`);
  });
  const index = await readIndex(folder).catch((error: Error) => {
    throw new SyncError(`the index of release ${id} cannot be read: ${error.message}`);
  });
  return { id, folder, activatedAt, manifest, index };
}
