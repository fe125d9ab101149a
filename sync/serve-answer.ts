/** Serves what an answer of the source and the current release make together. */
import { readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from '../build/output/encode.ts';
import { refusedBy } from '../build/output/release-error.ts';
import type { Validity } from '../contract/listing-validity.ts';
import { linkedRelease, undefinedIfMissing } from '../releases/release-store.ts';
import { readServedRelease } from './current-release.ts';
import { followRelease, nothingKnown } from './known-products.ts';
import { findStrangers, renderListingFiles, type Strangers } from './render-listing.ts';
import type { TakenAnswer } from './source.ts';
import { type SyncState, writeState } from './state.ts';
import { withValidity } from './validity.ts';
import { removeOldListings, serveListing, writeListing } from './write-listing.ts';

/** The listing that is served after a round. */
export interface ServedListing {
  readonly listing: string;
  readonly release: string;
  /** Active products of the catalogue, in any locale. */
  readonly products: number;
  /** False when it was served before. */
  readonly changed: boolean;
  /** Seconds since 1970; undefined for never. */
  readonly expiresAt: number | undefined;
  readonly strangers: Strangers;
}

/** The folder of everything about the listing. */
export function syncFolder(out: string): string {
  return join(out, 'sync');
}

/** Where listings are written, and how hard their files are compressed. */
interface ListingTarget {
  readonly out: string;
  readonly encoding?: Encoding | undefined;
}

/** An answer and when its question was sent. */
type DatedAnswer = Pick<SyncState, 'answer' | 'askedAtMs'>;

/**
 * Joins an answer with the current release and serves that listing for as long as `validity` says; most of
 * the time it is served already. Call it under the lock of the folder, with the state that was read there.
 * Throws `SyncError` when there is no release that could be listed, and `ReleaseError` for what the file
 * system refuses.
 */
export async function serveAnswer(
  { out, encoding }: ListingTarget,
  state: SyncState | undefined,
  dated: DatedAnswer,
  validity: Validity,
): Promise<ServedListing> {
  const folder = syncFolder(out);
  const { answer } = dated;
  const before = await undefinedIfMissing(readlink(join(folder, 'current')));
  const kept = (await isServed(out, state, answer, before)) ? state : undefined;
  const next = kept ?? (await makeListing({ out, encoding }, state, dated));
  await refusedBy(`cannot write ${folder}`, () =>
    withValidity(folder, validity, async () => {
      if (kept) return;
      await writeState(folder, next);
      if (before !== next.listing) await serveListing(folder, next.listing);
    }),
  );
  if (!kept) {
    await refusedBy(`cannot clean up ${folder}`, () => removeOldListings(folder, next.listing));
  }
  const { listing, release, strangers } = next;
  return {
    ...{ listing, release, strangers, changed: before !== listing },
    products: answer.products.length - strangers.skus.length,
    expiresAt: validity.expiresAt,
  };
}

/** Whether the listing of an answer and the current release is the one that is served. */
async function isServed(
  out: string,
  state: SyncState | undefined,
  answer: TakenAnswer,
  served: string | undefined,
): Promise<boolean> {
  if (state === undefined || state.listing !== served) return false;
  if (JSON.stringify(state.answer) !== JSON.stringify(answer)) return false;
  if (state.release !== (await linkedRelease(out, 'current'))) return false;
  return (await undefinedIfMissing(stat(join(syncFolder(out), served)))) !== undefined;
}

/** Writes a listing; returns the state that belongs to it. Nothing of it is served yet. */
async function makeListing(
  { out, encoding }: ListingTarget,
  state: SyncState | undefined,
  { answer, askedAtMs }: DatedAnswer,
): Promise<SyncState> {
  const release = await readServedRelease(out);
  const known = await followRelease(release, state?.known ?? nothingKnown());
  const parts = { manifest: release.manifest, known, active: answer.products };
  const listing = await writeListing(syncFolder(out), renderListingFiles(parts), encoding);
  return {
    ...{ answer, known, release: release.id, listing, strangers: findStrangers(parts) },
    ...(askedAtMs !== undefined && { askedAtMs }),
  };
}
