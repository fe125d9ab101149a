/** A product in, its score out, with the reason of every point that it lacks (decision 45). */
import { type QualityCheck, type Subject, type Tally, weights } from './check.ts';

/** Why a product does not have all points. */
export interface Reason {
  /** Id of a check. */
  readonly check: string;
  /** What it costs, of 100. */
  readonly points: number;
  /** Number of things that are missing; 0 where all is. */
  readonly count: number;
  /** Their names, the first `shownNames`. */
  readonly missing: readonly string[];
}

export interface Score {
  /** A whole number from 0 to 100; 100 only where there is no reason. */
  readonly score: number;
  /** The dearest first. */
  readonly reasons: readonly Reason[];
}

/** Names that a reason keeps: enough to begin with, and a bound on the memory of a large catalogue. */
const shownNames = 20;

/**
 * Scores a product: 100, less the weight of each check in proportion to what is missing, of the
 * weights of all checks that are about its kind.
 */
export function scoreProduct(subject: Subject, checks: readonly QualityCheck[]): Score {
  const counted = checks.flatMap((check) => {
    const tally = check.count(subject);
    return tally === undefined ? [] : [{ check, tally, weight: weights[check.importance] }];
  });
  const all = counted.reduce((sum, { weight }) => sum + weight, 0);
  const lacks = counted
    .map((each) => ({ ...each, lost: each.weight * shareOf(each.tally) }))
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost);
  const lost = lacks.reduce((sum, each) => sum + each.lost, 0);
  return {
    // Rounded down, so that whatever is missing is seen; what floats are off by is not.
    score: all === 0 ? 100 : Math.floor((100 * (all - lost)) / all + 1e-9),
    reasons: lacks.map(({ check, tally, lost: ofCheck }) => ({
      check: check.id,
      points: (100 * ofCheck) / all,
      count: tally.missing.length,
      missing: tally.missing.slice(0, shownNames),
    })),
  };
}

/** How much of what was asked for is missing, from 0 to 1. */
function shareOf({ missing, of }: Tally): number {
  return of === 0 ? 1 : missing.length / of;
}
