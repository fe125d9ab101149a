/**
 * One round of a sync: requests the active products from the source, renders the listing from this answer and the
 * current release, and serves it.
 */
import { readdir, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, shortHash } from '../build/content/sha256.ts';
import { type Encoding, encode } from '../build/output/encode.ts';
import { type RenderedFile, writeForms } from '../build/output/file-forms.ts';
import {
  cleaningUp,
  damagedEntries,
  installFolder,
  pointAt,
  removeTempEntries,
  tempName,
} from '../build/output/install.ts';
import { whileLocked } from '../build/output/locks.ts';
import {
  explainPermissionErrors,
  ReleaseError,
  wrapFileSystemErrors,
} from '../build/output/release-error.ts';
import type { Stamp } from '../build/output/stamps.ts';
import { createValidity, type Validity } from '../contract/listing-validity.ts';
import { isReleaseId } from '../contract/release.ts';
import { linkedRelease, undefinedIfMissing } from '../releases/release-store.ts';
import {
  emptyReleasedProducts,
  findUnknownReferences,
  readReleased,
  renderListingFiles,
  type UnknownReferences,
} from './listing.ts';
import { findLoss, type Source, type SourceAnswer, SyncError } from './source.ts';
import {
  readState,
  readValidity,
  type SyncState,
  syncFolder,
  withValidity,
  writeState,
} from './sync-folder.ts';

/** Options of a round. */
export interface RoundOptions {
  /** The build's output folder. */
  readonly out: string;
  /** How listings are compressed: with gzip and Brotli by default. */
  readonly encoding?: Encoding | undefined;
  readonly source: Source;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  /** True to accept an answer that lacks more than half of the products of the last accepted one. */
  readonly acceptLoss?: boolean;
  /** Ends the request, or the wait for the lock, with an abort error. */
  readonly stop: AbortSignal;
}

/** The listing that is served after a round. */
export interface ServedListing {
  /** Id of the listing, the name of its folder in `dist/sync`. */
  readonly listing: string;
  readonly release: string;
  /** Number of active products that the release has in at least one locale. */
  readonly products: number;
  /** True if this listing was not served before. */
  readonly changed: boolean;
  /** Expiry in seconds since 1970; undefined if the listing does not expire. */
  readonly expiresAt: number | undefined;
  readonly unknown: UnknownReferences;
  /** Why old listings could not be removed; the next round tries again. */
  readonly cleanUpFailure?: ReleaseError;
}

/** The result of a round: with both members, the listing is that of the last accepted answer. */
export interface RoundResult {
  readonly served: ServedListing | undefined;
  readonly failure: SyncError | undefined;
}

/**
 * Requests the active products and serves their listing, or that of the last accepted answer after a failure, a loss
 * (`findLoss`), or a later request of another process. Throws `SyncError` without a release or any accepted answer,
 * `ReleaseError` for file-system errors, and an abort error: the earlier listing is then served until it expires.
 */
export function runRound(options: RoundOptions): Promise<RoundResult> {
  const { out, source, now, acceptLoss = false, stop } = options;
  return explainPermissionErrors(out, async () => {
    const last = await readState(syncFolder(out));
    const askedAtMs = now();
    const reply = await source.ask(last?.answer, stop).catch((error): SourceAnswer | SyncError => {
      if (error instanceof SyncError) return error;
      throw error;
    });
    return withLock(options, async (current) => {
      const isOutdated = current !== undefined && isAskedLater(current, askedAtMs, now());
      const before = acceptLoss || isOutdated ? undefined : current?.state.answer;
      const failure =
        reply instanceof SyncError ? reply : findLoss(before?.products ?? [], reply.products);
      if (current && (failure || isOutdated)) {
        return { served: await serveLastAnswer(options, current), failure };
      }
      if (reply instanceof SyncError) throw reply;
      const { etag, products } = reply;
      const answer = { source: source.name, ...(etag !== undefined && { etag }), products };
      const validity = createValidity(askedAtMs, source.maxAgeSeconds);
      const served = await serve(options, current?.state, { answer, askedAtMs }, validity);
      return { served, failure: undefined };
    });
  });
}

/**
 * Serves the listing of the last accepted answer and the current release, without a request to the source. Returns
 * undefined if no answer was accepted yet. Throws as `runRound`.
 */
export function followRelease(options: RoundOptions): Promise<ServedListing | undefined> {
  return explainPermissionErrors(options.out, () =>
    withLock(options, async (current) => current && serveLastAnswer(options, current)),
  );
}

/** What the last round with an accepted answer has left; the validity is undefined if its file is damaged. */
interface CurrentListing {
  readonly state: SyncState;
  readonly validity: Validity | undefined;
}

/** Calls `work` under the lock of the sync folder, with what is read under it: another process may have changed it. */
function withLock<Result>(
  { out, stop }: RoundOptions,
  work: (current: CurrentListing | undefined) => Promise<Result>,
): Promise<Result> {
  const folder = syncFolder(out);
  return whileLocked(folder, { holder: 'npm run sync', stop }, async () => {
    await wrapFileSystemErrors(`cannot clean up ${folder}`, () => removeTempEntries(folder));
    const state = await readState(folder);
    return work(state && { state, validity: await readValidity(folder) });
  });
}

/** True if the current answer was requested after `askedAtMs`. Ignores times after `nowMs`: a clock was wrong. */
function isAskedLater(
  { state, validity }: CurrentListing,
  askedAtMs: number,
  nowMs: number,
): boolean {
  // The state is written only if the answer or the release changes, but the validity after every round.
  const times = [state.askedAtMs ?? 0, (validity?.askedAt ?? 0) * 1000];
  return times.some((timeMs) => askedAtMs < timeMs && timeMs <= nowMs);
}

/** Serves the last accepted answer. Its expiry still depends on the time of its request, and on its own source. */
function serveLastAnswer(
  options: RoundOptions,
  { state, validity: before }: CurrentListing,
): Promise<ServedListing> {
  const { source } = options;
  const askedAtMs = before === undefined ? (state.askedAtMs ?? 0) : before.askedAt * 1000;
  const validity = createValidity(askedAtMs, source.maxAgeSeconds);
  // An answer of another source keeps the maximum age of that source. If that is unknown, it counts as expired.
  const other = before ?? createValidity(askedAtMs, 0);
  const isShorter = (other.expiresAt ?? Infinity) < (validity.expiresAt ?? Infinity);
  const isOther = state.answer.source !== source.name && isShorter;
  return serve(options, state, state, isOther ? other : validity);
}

/** Number of old listings to keep, because requests may still be reading them. */
const keptListings = 2;

/**
 * Renders the listing of an answer and the current release, and serves it; if it is served already and undamaged, writes
 * only its validity. Must be called under the lock; `state` was read under it.
 */
async function serve(
  { out, encoding }: RoundOptions,
  state: SyncState | undefined,
  { answer, askedAtMs }: Pick<SyncState, 'answer' | 'askedAtMs'>,
  validity: Validity,
): Promise<ServedListing> {
  const folder = syncFolder(out);
  const link = join(folder, 'current');
  const before = await wrapFileSystemErrors(`cannot read ${link}`, () =>
    undefinedIfMissing(readlink(link)),
  );
  const isKept =
    state?.files !== undefined &&
    state.listing === before &&
    JSON.stringify(state.answer) === JSON.stringify(answer) &&
    state.release === (await linkedRelease(out, 'current')) &&
    damagedEntries(join(folder, before), { files: state.files }).length === 0;
  const next = isKept ? state : await makeListing();
  await wrapFileSystemErrors(`cannot write ${folder}`, () =>
    withValidity(folder, validity, async () => {
      if (isKept) return;
      await writeState(folder, next);
      if (before !== next.listing) await pointAt(folder, { current: next.listing });
    }),
  );
  const { listing, release, strangers: unknown } = next;
  const cleanUpFailure = isKept ? undefined : await removeOldListings(folder, listing);
  return {
    ...{ listing, release, unknown, changed: before !== listing },
    ...(cleanUpFailure && { cleanUpFailure }),
    products: answer.products.length - unknown.skus.length,
    expiresAt: validity.expiresAt,
  };

  async function makeListing(): Promise<SyncState> {
    const current = await readReleased(out, state?.known ?? emptyReleasedProducts());
    const { id, manifest, released } = current;
    const parts = { manifest, released, active: answer.products };
    return {
      ...{ answer, known: released, release: id },
      ...(await writeListing(folder, renderListingFiles(parts), encoding)),
      strangers: findUnknownReferences(parts),
      ...(askedAtMs !== undefined && { askedAtMs }),
    };
  }
}

/**
 * Writes the files of a listing in all forms to a folder that is named after a hash of them, or repairs that folder.
 * Returns the name, and the size and SHA-256 of each file.
 */
async function writeListing(
  folder: string,
  rendered: readonly RenderedFile[],
  encoding: Encoding = 'full',
): Promise<Pick<SyncState, 'listing' | 'files'>> {
  const temporary = join(folder, tempName());
  return cleaningUp(temporary, `cannot write ${folder}`, async () => {
    const files: Record<string, Stamp> = {};
    for (const { paths, bytes } of rendered) {
      const forms = [bytes, ...(await encode(paths[0], bytes, encoding))];
      Object.assign(files, writeForms(temporary, paths, forms));
    }
    const lines = rendered.flatMap(({ paths, bytes }) =>
      paths.map((path) => `${path} ${sha256(bytes)}\n`),
    );
    const listing = shortHash(lines.sort().join(''));
    await installFolder(temporary, join(folder, listing), { files });
    return { listing, files };
  });
}

/** Removes all listings but the served one and the newest others. Returns the error, because the listing is served. */
async function removeOldListings(
  folder: string,
  served: string,
): Promise<ReleaseError | undefined> {
  const failure = `listing ${served} is served, but old listings in ${folder} cannot be removed`;
  try {
    await wrapFileSystemErrors(failure, async () => {
      const names = (await readdir(folder)).filter((name) => isReleaseId(name) && name !== served);
      const dated = await Promise.all(
        names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
      );
      const old = dated.sort((a, b) => b.at - a.at).slice(keptListings);
      for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true });
    });
    return undefined;
  } catch (error) {
    if (error instanceof ReleaseError) return error;
    throw error;
  }
}
