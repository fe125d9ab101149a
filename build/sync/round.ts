/** One round: ask the source, join what it says with the current release, serve the listing. */
import { mkdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { refusedBy } from '../release/write-tree.ts';
import { removeStaleDrafts } from '../releases/drafts.ts';
import { readServedRelease } from './current-release.ts';
import { followRelease, nothingKnown } from './known-products.ts';
import { findStrangers, renderListingFiles, type Strangers } from './render-listing.ts';
import type { Source } from './source.ts';
import { readState, writeState } from './state.ts';
import { removeOldListings, serveListing, writeListing } from './write-listing.ts';

export interface RoundOptions {
  /** The build's output folder. */
  readonly out: string;
  readonly source: Source;
}

export interface RoundResult {
  readonly listing: string;
  readonly release: string;
  /** Active products of the catalogue, in any locale. */
  readonly products: number;
  /** False when this listing was served before. */
  readonly changed: boolean;
  readonly strangers: Strangers;
}

/** The folder of everything about the listing. */
export function syncFolder(out: string): string {
  return join(out, 'sync');
}

/** Makes the listing and serves it; throws `SyncError` or `ReleaseError`, and what is served stays. */
export async function runRound({ out, source }: RoundOptions): Promise<RoundResult> {
  const folder = syncFolder(out);
  await refusedBy(`cannot write ${folder}`, async () => {
    await mkdir(folder, { recursive: true });
    await removeStaleDrafts(folder);
  });
  const { products: active } = await source.ask();
  const state = await readState(folder);
  const release = await readServedRelease(out);
  const known = await followRelease(release, state?.known ?? nothingKnown);
  const parts = { manifest: release.manifest, known, active };
  const listing = await writeListing(folder, renderListingFiles(parts));
  const served = await readlink(join(folder, 'current')).catch(() => undefined);
  await refusedBy(`cannot write ${folder}`, async () => {
    await writeState(folder, { answer: { products: active }, known, release: release.id, listing });
    if (served !== listing) await serveListing(folder, listing);
    await removeOldListings(folder, listing);
  });
  const strangers = findStrangers(parts);
  return {
    ...{ listing, release: release.id, strangers, changed: served !== listing },
    products: active.length - strangers.skus.length,
  };
}
