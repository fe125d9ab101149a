/** One round: ask the source, join what it says with the current release, serve the listing. */
import { mkdir } from 'node:fs/promises';
import type { Encoding } from '../build/output/encode.ts';
import { whileLocked } from '../build/output/folder-lock.ts';
import { refusedBy } from '../build/output/release-error.ts';
import { removeTempEntries } from '../build/output/temp-entries.ts';
import { createValidity, type Validity } from '../contract/listing-validity.ts';
import { findLoss } from './find-loss.ts';
import { type ServedListing, serveAnswer, syncFolder } from './serve-answer.ts';
import type { Source, SourceAnswer, TakenAnswer } from './source.ts';
import { readState, type SyncState } from './state.ts';
import { SyncError } from './sync-error.ts';
import { readValidity } from './validity.ts';

export interface RoundOptions {
  /** The build's output folder. */
  readonly out: string;
  readonly source: Source;
  /** Wall clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Takes an answer from which more than half of the products are gone. */
  readonly acceptLoss?: boolean;
  readonly stop: AbortSignal;
  /** How hard files are compressed, `full` unless told. */
  readonly encoding?: Encoding;
}

export interface RoundResult {
  /** Undefined when there is none that could be served. */
  readonly served: ServedListing | undefined;
  /** Why the source's answer was not taken; what is served is made of the one before. */
  readonly failure: SyncError | undefined;
}

/**
 * Asks the source and serves the listing. Where no answer can be taken, the last one is joined with the
 * release all the same, and its age stays what it is. So it does when another process has meanwhile taken
 * the answer to a later question. Throws `SyncError` when there is no release that could be listed,
 * `ReleaseError` for what the file system refuses, and whatever `stop` is aborted with; what is served
 * stays then.
 */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { out, source, now, acceptLoss = false } = options;
  const last = await readState(await makeFolder(out));
  const askedAtMs = now();
  const reply = await askSource(options, last?.answer);
  return whileAlone(options, async (current) => {
    const isOutdated = current !== undefined && isAskedLater(current, askedAtMs, now());
    const before = acceptLoss || isOutdated ? undefined : current?.state.answer;
    const failure =
      reply instanceof SyncError ? reply : findLoss(before?.products ?? [], reply.products);
    if (current && (failure || isOutdated)) {
      return { served: await serveAgain(options, current), failure };
    }
    if (reply instanceof SyncError) throw reply;
    const { etag, products } = reply;
    const answer = { source: source.name, ...(etag !== undefined && { etag }), products };
    const validity = createValidity(askedAtMs, source.maxAgeSeconds);
    const served = await serveAnswer(options, current?.state, { answer, askedAtMs }, validity);
    return { served, failure: undefined };
  });
}

/** What the source says now, or why it says nothing that can be used. Throws what `stop` is aborted with. */
async function askSource(
  { source, stop }: RoundOptions,
  last: TakenAnswer | undefined,
): Promise<SourceAnswer | SyncError> {
  try {
    return await source.ask(last, stop);
  } catch (error) {
    if (error instanceof SyncError) return error;
    throw error;
  }
}

/**
 * Joins the last answer with the release that is current now, without asking the source. Returns undefined
 * when there is no answer yet. Throws as `runRound` does.
 */
export async function runAgain(options: RoundOptions): Promise<ServedListing | undefined> {
  await makeFolder(options.out);
  return whileAlone(options, async (current) => current && serveAgain(options, current));
}

async function makeFolder(out: string): Promise<string> {
  const folder = syncFolder(out);
  await refusedBy(`cannot write ${folder}`, () => mkdir(folder, { recursive: true }));
  return folder;
}

/** What the folder holds: the state of the last round that changed something, and until when it is valid. */
interface CurrentListing {
  readonly state: SyncState;
  readonly validity: Validity | undefined;
}

/**
 * Does the work that changes the folder. What it is given is read under the lock: other processes may have
 * changed it since the source was asked.
 */
function whileAlone<Result>(
  { out, stop }: RoundOptions,
  work: (current: CurrentListing | undefined) => Promise<Result>,
): Promise<Result> {
  const folder = syncFolder(out);
  return whileLocked(folder, { stop }, async () => {
    await refusedBy(`cannot clean up ${folder}`, () => removeTempEntries(folder));
    const state = await readState(folder);
    return work(state && { state, validity: await readValidity(folder) });
  });
}

/** Whether the current listing is of a later question. A time yet to come is that of a wrong clock. */
function isAskedLater(
  { state, validity }: CurrentListing,
  askedAtMs: number,
  nowMs: number,
): boolean {
  // The validity is written by every round but in seconds, the state only when the answer is another.
  const times = [state.askedAtMs ?? 0, (validity?.askedAt ?? 0) * 1000];
  return times.some((timeMs) => askedAtMs < timeMs && timeMs <= nowMs);
}

/** No new answer was taken: the age of the listing stays, whatever happens to its contents. */
function serveAgain(
  options: RoundOptions,
  { state, validity: before }: CurrentListing,
): Promise<ServedListing> {
  const { source } = options;
  const validity = createValidity((before?.askedAt ?? 0) * 1000, source.maxAgeSeconds);
  // What another source said holds no longer for this one being asked.
  const isOwn = before === undefined || state.answer.source === source.name;
  return serveAnswer(options, state, state, isOwn ? validity : shorterOf(before, validity));
}

function shorterOf(one: Validity, other: Validity): Validity {
  return (one.expiresAt ?? Infinity) < (other.expiresAt ?? Infinity) ? one : other;
}
