/** `npm run sync -- --every`: repeats rounds, and follows a new release as soon as it is current. */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { ReleaseError } from '../build/output/release-error.ts';
import { linkedRelease } from '../releases/release-store.ts';
import { followRelease, type RoundOptions, type RoundResult, runRound } from './round.ts';
import { SourceError, SyncError } from './source.ts';

/** Options of `keepSyncing`. */
export interface SyncingOptions extends RoundOptions {
  readonly everySeconds: number;
  /** Called after each round, and after each release that is followed between two rounds. */
  readonly onResult: (result: RoundResult) => void;
}

/** How often to check which release is current. */
const checkEveryMs = 1000;

/**
 * Repeats rounds until `stop` is aborted, and then resolves. After a round that fails, the next one starts
 * at its usual time, or when the source asks for it if that is later. Throws only unexpected errors: those
 * that are neither a `SyncError` nor a `ReleaseError`.
 */
export async function keepSyncing(options: SyncingOptions): Promise<void> {
  const { out, everySeconds, onResult, stop } = options;
  let nextAt = performance.now();
  let notBefore = nextAt;
  let followed: string | undefined;
  while (!stop.aborted) {
    const startedAt = performance.now();
    const current = await linkedRelease(out, 'current');
    if (startedAt >= nextAt) {
      const result = await attempt(() => runRound(options), stop);
      notBefore = startedAt + retryAfterOf(result);
      nextAt = Math.max(startedAt + everySeconds * 1000, notBefore);
      if (result) onResult(result);
    } else if (current !== followed) {
      const result = await attempt(() => follow(options), stop);
      if (result) onResult(result);
      // There is no accepted answer yet, so the release is a reason to ask the source.
      else nextAt = notBefore;
    }
    followed = current;
    const pauseMs = Math.min(checkEveryMs, Math.max(0, nextAt - performance.now()));
    await wait(pauseMs, undefined, { signal: stop }).catch(() => {});
  }
}

/** Serves the last accepted answer with the new release; returns undefined if there is no answer. */
async function follow(options: SyncingOptions): Promise<RoundResult | undefined> {
  const served = await followRelease(options);
  return served && { served, failure: undefined };
}

/** Returns the result of a round, with expected errors as its failure; undefined once `stop` is aborted. */
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

function retryAfterOf(result: RoundResult | undefined): number {
  return result?.failure instanceof SourceError ? result.failure.retryAfterMs : 0;
}
