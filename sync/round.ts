/**
 * Runs one round of a sync: requests the active products from the source, renders the listing from this
 * answer and the current release, and serves the listing.
 */
import { whileLocked } from '../build/output/folder-lock.ts';
import { createFolder, explainPermissionErrors } from '../build/output/output-folder.ts';
import { wrapFileSystemErrors } from '../build/output/release-error.ts';
import { removeTempEntries } from '../build/output/temp-entries.ts';
import { createValidity, type Validity } from '../contract/listing-validity.ts';
import {
  type AcceptedAnswer,
  findLoss,
  type Source,
  type SourceAnswer,
  SyncError,
} from './source.ts';
import { readState, readValidity, type SyncState, syncFolder } from './sync-folder.ts';
import { type ListingTarget, type ServedListing, updateListing } from './update-listing.ts';

/** Options of a round: one request to the source of active products, and the update of the listing. */
export interface RoundOptions extends ListingTarget {
  /** The source of active products. */
  readonly source: Source;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  /** True to accept an answer of the source that lacks more than half of the products of the last accepted answer. */
  readonly acceptLoss?: boolean;
  /** Signal that ends the request, or the wait for the lock of the sync folder, with an abort error. */
  readonly stop: AbortSignal;
}

/** The result of a round: the listing that it served, and the error if there was one. */
export interface RoundResult {
  /**
   * The listing that the round served; undefined if the round failed before it served a listing. The earlier listing,
   * if there is one, is then still served.
   */
  readonly served: ServedListing | undefined;
  /**
   * The error if the source failed, its answer was refused or the round failed; otherwise undefined, also if the answer
   * was not used only because another process had accepted the answer to a later request. If `served` is set too, that
   * listing is rendered from the last accepted answer.
   */
  readonly failure: SyncError | undefined;
}

/**
 * Requests the active products from the source, and serves the listing of these products with their data in the current
 * release. Serves the listing of the last accepted answer instead if the request fails, if the new answer lacks too
 * many products (`findLoss`), or if another process has meanwhile accepted the answer to a later request. When a
 * listing expires depends on when its answer was requested, not on when the listing was rendered. Throws `SyncError` if
 * no release can be read, if the state file is damaged, or if the source fails and no answer was ever accepted. Throws
 * `ReleaseError` for file-system errors or if another process holds the lock for a minute, and an abort error if `stop`
 * aborts. If it throws, the earlier listing is still served, until it expires.
 */
export function runRound(options: RoundOptions): Promise<RoundResult> {
  return explainPermissionErrors(options.out, () => round(options));
}

async function round(options: RoundOptions): Promise<RoundResult> {
  const { out, source, now, acceptLoss = false } = options;
  await createFolder(syncFolder(out));
  const last = await readState(syncFolder(out));
  const askedAtMs = now();
  const reply = await askSource(options, last?.answer);
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
    const served = await updateListing(options, current?.state, { answer, askedAtMs }, validity);
    return { served, failure: undefined };
  });
}

/** Returns the answer of the source, or the `SyncError` that the source throws. */
async function askSource(
  { source, stop }: RoundOptions,
  last: AcceptedAnswer | undefined,
): Promise<SourceAnswer | SyncError> {
  try {
    return await source.ask(last, stop);
  } catch (error) {
    if (error instanceof SyncError) return error;
    throw error;
  }
}

/**
 * Updates the listing from the last accepted answer and the current release, without a request to the source. Returns
 * undefined if no answer was accepted yet. Throws `SyncError` if no release can be read or the state file is damaged,
 * `ReleaseError` for file-system errors or if another process holds the lock for a minute, and an abort error if `stop`
 * aborts.
 */
export function followRelease(options: RoundOptions): Promise<ServedListing | undefined> {
  return explainPermissionErrors(options.out, async () => {
    await createFolder(syncFolder(options.out));
    return withLock(options, async (current) => current && serveLastAnswer(options, current));
  });
}

/**
 * The stored result of the last round whose answer was accepted: the content of the state file, and the validity of the
 * listing (undefined if its file is missing or damaged).
 */
interface CurrentListing {
  readonly state: SyncState;
  readonly validity: Validity | undefined;
}

/**
 * Takes the lock of the sync folder, removes temporary entries of killed processes, calls `work`, and returns its
 * result. Passes `work` the stored result of the last round whose answer was accepted, or undefined if there was none;
 * reads it under the lock, because another process may have changed it before. Throws an abort error if `stop` aborts
 * while another process holds the lock, `ReleaseError` if the lock is not free within a minute or for file-system
 * errors, `SyncError` if the stored result is damaged, and errors of `work`.
 */
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

/**
 * Returns true if the answer in the current listing was requested after `askedAtMs`, the time of this process's
 * request; the answer of this process must then not replace it. Ignores request times after `nowMs`, because they come
 * from a wrong clock.
 */
function isAskedLater(
  { state, validity }: CurrentListing,
  askedAtMs: number,
  nowMs: number,
): boolean {
  // The state is written only if the answer or the release changes, but the validity after every round.
  const times = [state.askedAtMs ?? 0, (validity?.askedAt ?? 0) * 1000];
  return times.some((timeMs) => askedAtMs < timeMs && timeMs <= nowMs);
}

/**
 * Serves the listing that is rendered from the last accepted answer and the current release. When this listing expires
 * still depends on the time of the request for that answer; if the answer is from another source, of which no validity
 * is stored, the listing is expired at once.
 */
function serveLastAnswer(
  options: RoundOptions,
  { state, validity: before }: CurrentListing,
): Promise<ServedListing> {
  const { source } = options;
  const askedAtMs = before === undefined ? (state.askedAtMs ?? 0) : before.askedAt * 1000;
  const validity = createValidity(askedAtMs, source.maxAgeSeconds);
  const isOwn = state.answer.source === source.name;
  // An answer of another source keeps the maximum age of that source. If that is unknown, it counts as expired.
  const other = before ?? createValidity(askedAtMs, 0);
  return updateListing(options, state, state, isOwn ? validity : shorterOf(other, validity));
}

function shorterOf(one: Validity, other: Validity): Validity {
  return (one.expiresAt ?? Infinity) < (other.expiresAt ?? Infinity) ? one : other;
}
