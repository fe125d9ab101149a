/** `npm run sync -- --every`: round after round, and a new release as soon as it is there. */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { ReleaseError } from '../build/output/release-error.ts';
import { linkedRelease } from '../releases/release-store.ts';
import { type RoundOptions, type RoundResult, runAgain, runRound } from './round.ts';
import { SourceError, SyncError } from './sync-error.ts';

export interface SyncingOptions extends RoundOptions {
  readonly everySeconds: number;
  /** Told of each round, and of each release that was followed between two. */
  readonly tell: (result: RoundResult) => void;
}

/** How often to look which release is current. */
const lookEveryMs = 1000;

/**
 * Goes on until `stop` aborts, and then resolves. A round that fails is told, and the next comes in its
 * time, or when the source asked to be asked again. Whatever is no failure of source, release or file
 * system is thrown.
 */
export async function keepSyncing(options: SyncingOptions): Promise<void> {
  const { out, everySeconds, tell, stop } = options;
  let nextAt = performance.now();
  let leftAloneUntil = nextAt;
  let followed: string | undefined;
  while (!stop.aborted) {
    const startedAt = performance.now();
    const current = await linkedRelease(out, 'current');
    if (startedAt >= nextAt) {
      const result = await attempt(() => runRound(options), stop);
      leftAloneUntil = startedAt + leaveAloneOf(result);
      nextAt = Math.max(startedAt + everySeconds * 1000, leftAloneUntil);
      if (result) tell(result);
    } else if (current !== followed) {
      const result = await attempt(() => follow(options), stop);
      if (result) tell(result);
      // Nobody has said anything yet that could be joined with it.
      else nextAt = leftAloneUntil;
    }
    followed = current;
    const pauseMs = Math.min(lookEveryMs, Math.max(0, nextAt - performance.now()));
    await wait(pauseMs, undefined, { signal: stop }).catch(() => {});
  }
}

/** The last answer with the new release; undefined where there is none. */
async function follow(options: SyncingOptions): Promise<RoundResult | undefined> {
  const served = await runAgain(options);
  return served && { served, failure: undefined };
}

/** What came of it; undefined when it was nothing, or was stopped. */
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
      return { served: undefined, failure: new SyncError(error.message) };
    }
    throw error;
  }
}

function leaveAloneOf(result: RoundResult | undefined): number {
  return result?.failure instanceof SourceError ? result.failure.leaveAloneMs : 0;
}
