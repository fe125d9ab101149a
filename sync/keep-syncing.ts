/**
 * `npm run sync -- --every`: requests the active products at regular intervals, and also updates the sync listing as
 * soon as another release becomes current.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { ReleaseError } from '../build/output/release-error.ts';
import { linkedRelease } from '../releases/release-store.ts';
import { followRelease, type RoundOptions, type RoundResult, runRound } from './round.ts';
import { SourceError, SyncError } from './source.ts';

/**
 * Options of `keepSyncing`: those of one round (a request to the source of active products, and an update of the sync
 * listing from its answer), and how to repeat it.
 */
export interface SyncingOptions extends RoundOptions {
  /** Seconds between the starts of two rounds. */
  readonly everySeconds: number;
  /** Called with the result of each round, and of each update of the listing for a new release between two rounds. */
  readonly onResult: (result: RoundResult) => void;
}

/** Milliseconds between two checks whether another release became current. */
const checkEveryMs = 1000;

/**
 * Runs a round every `everySeconds`, and updates the sync listing as soon as another release becomes current, until
 * `stop` aborts; then resolves. After a failure, the next round starts at its usual time, or after the `Retry-After` of
 * the specification service if that is later. Passes each result to `onResult`; a `SyncError` or `ReleaseError` becomes
 * the `failure` of a result. Rejects with all other errors.
 */
export async function keepSyncing(options: SyncingOptions): Promise<void> {
  const { out, everySeconds, onResult, stop } = options;
  let nextAt = performance.now();
  let notBefore = nextAt;
  let followed: string | undefined;
  while (!stop.aborted) {
    const startedAt = performance.now();
    // Its errors are reported by the round, which reads it too.
    const current = await linkedRelease(out, 'current').catch(() => undefined);
    if (startedAt >= nextAt) {
      const result = await attempt(() => runRound(options), stop);
      notBefore = startedAt + retryAfterOf(result);
      nextAt = Math.max(startedAt + everySeconds * 1000, notBefore);
      if (result) onResult(result);
    } else if (current !== followed) {
      const result = await attempt(() => follow(options), stop);
      if (result) onResult(result);
      // Without an accepted answer, a new release starts the next round at once.
      else nextAt = notBefore;
    }
    followed = current;
    const pauseMs = Math.min(checkEveryMs, Math.max(0, nextAt - performance.now()));
    await wait(pauseMs, undefined, { signal: stop }).catch(() => {});
  }
}

/**
 * Updates the listing after another release became current, from the last accepted answer of the source. Returns
 * undefined if no answer was accepted yet. Throws the errors of `followRelease`.
 */
async function follow(options: SyncingOptions): Promise<RoundResult | undefined> {
  const served = await followRelease(options);
  return served && { served, failure: undefined };
}

/**
 * Calls `round`, which runs a round or only updates the listing, and returns its result. If `round` throws after `stop`
 * has aborted, returns undefined. If it throws a `SyncError`, returns a result with this error as `failure`; for a
 * `ReleaseError`, `failure` is a `SyncError` with the same message. Rejects with all other errors.
 */
async function attempt(
  round: () => Promise<RoundResult | undefined>,
  stop: AbortSignal,
): Promise<RoundResult | undefined> {
  try {
    return await round();
  } catch (error) {
    if (stop.aborted) return undefined;
    if (error instanceof SyncError) return { served: undefined, failure: error };
    if (error instanceof ReleaseError) {
      return { served: undefined, failure: new SyncError(error.message, { cause: error }) };
    }
    throw error;
  }
}

/**
 * Returns how many milliseconds the source asked to wait before the next request, or 0 if it did not.
 */
function retryAfterOf(result: RoundResult | undefined): number {
  return result?.failure instanceof SourceError ? result.failure.retryAfterMs : 0;
}
