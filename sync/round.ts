/** One round of a sync: asks the source and serves the listing of its answer and the current release. */
import { mkdir } from 'node:fs/promises';
import { whileLocked } from '../build/output/folder-lock.ts';
import { refusedBy } from '../build/output/release-error.ts';
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

/** Options of a round. */
export interface RoundOptions extends ListingTarget {
  readonly source: Source;
  /** Wall clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Whether to accept an answer that lacks more than half of the products. */
  readonly acceptLoss?: boolean;
  readonly stop: AbortSignal;
}

/** The result of a round. */
export interface RoundResult {
  /** Undefined if there is no listing to serve. */
  readonly served: ServedListing | undefined;
  /** Why the answer of the source was not accepted; `served` is then of the last accepted answer. */
  readonly failure: SyncError | undefined;
}

/**
 * Asks the source and serves the listing. If its answer cannot be accepted, or another process has accepted
 * the answer to a later request meanwhile, serves the last accepted answer with the current release and
 * does not extend its validity. Throws `SyncError` if there is no readable release, `ReleaseError` if the
 * file system fails, and the reason of `stop` once it is aborted; the served listing then stays.
 */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { out, source, now, acceptLoss = false } = options;
  const last = await readState(await makeFolder(out));
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

/** Returns the answer of the source, or the `SyncError` that it throws. */
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
 * Serves the last accepted answer with the current release, without asking the source. Returns undefined
 * if there is no answer yet. Throws what `runRound` throws.
 */
export async function followRelease(options: RoundOptions): Promise<ServedListing | undefined> {
  await makeFolder(options.out);
  return withLock(options, async (current) => current && serveLastAnswer(options, current));
}

async function makeFolder(out: string): Promise<string> {
  const folder = syncFolder(out);
  await refusedBy(`cannot write ${folder}`, () => mkdir(folder, { recursive: true }));
  return folder;
}

/** The content of the folder: the state of the last round that changed something, and its validity. */
interface CurrentListing {
  readonly state: SyncState;
  readonly validity: Validity | undefined;
}

/**
 * Runs work that changes the folder while holding its lock. Passes it what the folder holds now: another
 * process may have changed it since the source was asked.
 */
function withLock<Result>(
  { out, stop }: RoundOptions,
  work: (current: CurrentListing | undefined) => Promise<Result>,
): Promise<Result> {
  const folder = syncFolder(out);
  return whileLocked(folder, { holder: 'npm run sync', stop }, async () => {
    await refusedBy(`cannot clean up ${folder}`, () => removeTempEntries(folder));
    const state = await readState(folder);
    return work(state && { state, validity: await readValidity(folder) });
  });
}

/** Whether the current listing answers a later request. A time in the future comes from a wrong clock. */
function isAskedLater(
  { state, validity }: CurrentListing,
  askedAtMs: number,
  nowMs: number,
): boolean {
  // Every round writes the validity, in seconds; the state is written only if the answer changes.
  const times = [state.askedAtMs ?? 0, (validity?.askedAt ?? 0) * 1000];
  return times.some((timeMs) => askedAtMs < timeMs && timeMs <= nowMs);
}

/** Serves the last accepted answer with the current release; its validity is not extended. */
function serveLastAnswer(
  options: RoundOptions,
  { state, validity: before }: CurrentListing,
): Promise<ServedListing> {
  const { source } = options;
  const validity = createValidity((before?.askedAt ?? 0) * 1000, source.maxAgeSeconds);
  // The limit of another source still applies to its answer.
  const isOwn = before === undefined || state.answer.source === source.name;
  return updateListing(options, state, state, isOwn ? validity : shorterOf(before, validity));
}

function shorterOf(one: Validity, other: Validity): Validity {
  return (one.expiresAt ?? Infinity) < (other.expiresAt ?? Infinity) ? one : other;
}
