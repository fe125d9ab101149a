/** One round: ask the source, join what it says with the current release, serve the listing. */
import { mkdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createValidity, type Validity } from '../../contract/listing-validity.ts';
import { refusedBy } from '../release/write-tree.ts';
import { removeStaleDrafts } from '../releases/drafts.ts';
import { linkedRelease, orNothing } from '../releases/standing.ts';
import { readServedRelease } from './current-release.ts';
import { guardLoss } from './guard-loss.ts';
import { followRelease, nothingKnown } from './known-products.ts';
import { findStrangers, renderListingFiles, type Strangers } from './render-listing.ts';
import type { Source, TakenAnswer } from './source.ts';
import { readState, type SyncState, writeState } from './state.ts';
import { SyncError } from './sync-error.ts';
import { readValidity, withValidity } from './validity.ts';
import { removeOldListings, serveListing, writeListing } from './write-listing.ts';

export interface RoundOptions {
  /** The build's output folder. */
  readonly out: string;
  readonly source: Source;
  /** Wall clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Takes an answer from which more than half of the products are gone. */
  readonly acceptLoss?: boolean;
  readonly stop: AbortSignal;
}

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

export interface RoundResult {
  /** Undefined when there is none that could be served. */
  readonly served: ServedListing | undefined;
  /** Why the source's answer was not taken; what is served is made of the one before. */
  readonly failure: SyncError | undefined;
}

/** The folder of everything about the listing. */
export function syncFolder(out: string): string {
  return join(out, 'sync');
}

/**
 * Asks the source and serves the listing. Where no answer can be taken, the last one is joined with the
 * release all the same, and its age stays what it is. Throws `SyncError` when there is no release that
 * could be listed, `ReleaseError` for what the file system refuses, and whatever `stop` is aborted with;
 * what is served stays then.
 */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const state = await readState(await prepareFolder(options.out));
  const askedAtMs = options.now();
  let answer: TakenAnswer;
  try {
    answer = await takeAnswer(options, state);
  } catch (error) {
    if (!(error instanceof SyncError) || state === undefined) throw error;
    return { served: await serveAgain(options, state), failure: error };
  }
  const validity = createValidity(askedAtMs, options.source.maxAgeSeconds);
  return { served: await serve(options.out, state, answer, validity), failure: undefined };
}

/** What the source says now. Throws `SyncError` when it says nothing, or too little to be believed. */
async function takeAnswer(
  { source, acceptLoss = false, stop }: RoundOptions,
  state: SyncState | undefined,
): Promise<TakenAnswer> {
  const { etag, products } = await source.ask(state?.answer, stop);
  if (state !== undefined && !acceptLoss) guardLoss(state.answer.products, products);
  return { source: source.name, ...(etag !== undefined && { etag }), products };
}

/**
 * Joins the last answer with the release that is current now; asks nobody. Undefined when there is no
 * answer yet. Throws as `runRound` does.
 */
export async function runAgain(options: RoundOptions): Promise<ServedListing | undefined> {
  const state = await readState(await prepareFolder(options.out));
  return state && serveAgain(options, state);
}

async function prepareFolder(out: string): Promise<string> {
  const folder = syncFolder(out);
  await refusedBy(`cannot write ${folder}`, async () => {
    await mkdir(folder, { recursive: true });
    await removeStaleDrafts(folder);
  });
  return folder;
}

/** Nobody said anything new: the age of the listing stays, whatever happens to its contents. */
async function serveAgain({ out, source }: RoundOptions, state: SyncState): Promise<ServedListing> {
  const stands = await readValidity(syncFolder(out));
  const validity = createValidity((stands?.askedAt ?? 0) * 1000, source.maxAgeSeconds);
  // What another source said holds no longer for this one being asked.
  const isOwn = stands === undefined || state.answer.source === source.name;
  return serve(out, state, state.answer, isOwn ? validity : shorterOf(stands, validity));
}

function shorterOf(one: Validity, other: Validity): Validity {
  return (one.expiresAt ?? Infinity) < (other.expiresAt ?? Infinity) ? one : other;
}

/** Serves what an answer makes of the current release; most of the time that is served already. */
async function serve(
  out: string,
  state: SyncState | undefined,
  answer: TakenAnswer,
  validity: Validity,
): Promise<ServedListing> {
  const folder = syncFolder(out);
  const before = await orNothing(readlink(join(folder, 'current')));
  const kept = (await isServed(out, state, answer, before)) ? state : undefined;
  const next = kept ?? (await makeListing(out, state, answer));
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
  return (await orNothing(stat(join(syncFolder(out), served)))) !== undefined;
}

/** Writes a listing; gives the state that belongs to it. Nothing of it is served yet. */
async function makeListing(
  out: string,
  state: SyncState | undefined,
  answer: TakenAnswer,
): Promise<SyncState> {
  const release = await readServedRelease(out);
  const known = await followRelease(release, state?.known ?? nothingKnown());
  const parts = { manifest: release.manifest, known, active: answer.products };
  const listing = await writeListing(syncFolder(out), renderListingFiles(parts));
  return { answer, known, release: release.id, listing, strangers: findStrangers(parts) };
}
