/** Computes the score of a product, with a reason for each check that costs points. */
import { type QualityCheck, type Subject, type Tally, weights } from './checks/check.ts';

/** Why a product does not have all points: the check that found missing data. */
export interface Reason {
  /** Id of the check that found the missing data. */
  readonly check: string;
  /** Lost points, out of 100. */
  readonly points: number;
  /** Number of items, such as colours, that lack the data; 0 if the check counts no items (see `tallyOne`). */
  readonly count: number;
  /** Names of the items, such as colours, that lack the data: at most the first 20 (`maxNames`). */
  readonly missing: readonly string[];
}

/** The score of a product, with the reasons for lost points. */
export interface Score {
  /** A whole number from 0 to 100; 100 only if there is no reason. */
  readonly score: number;
  /** Reasons for lost points, the largest loss first. */
  readonly reasons: readonly Reason[];
}

/** Maximum number of names in a reason, which limits the memory for a large catalogue. */
const maxNames = 20;

/**
 * Returns the score of a product: 100 points, minus the points lost by each check, rounded down. The lost
 * points are proportional to the weight of the check and to the share of missing data. Checks that do not
 * apply to the product are ignored; if none applies, the score is 100.
 */
export function scoreProduct(subject: Subject, checks: readonly QualityCheck[]): Score {
  const applied = checks.flatMap((check) => {
    const tally = check.count(subject);
    return tally === undefined ? [] : [{ check, tally, weight: weights[check.importance] }];
  });
  const all = applied.reduce((sum, { weight }) => sum + weight, 0);
  const lacks = applied
    .map((each) => ({ ...each, lost: each.weight * shareOf(each.tally) }))
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost);
  const lost = lacks.reduce((sum, each) => sum + each.lost, 0);
  return {
    // Rounded down, so that any missing data lowers the score; 1e-9 corrects float errors.
    score: all === 0 ? 100 : Math.floor((100 * (all - lost)) / all + 1e-9),
    reasons: lacks.map(({ check, tally, lost: ofCheck }) => ({
      check: check.id,
      points: (100 * ofCheck) / all,
      count: tally.missing.length,
      missing: tally.missing.slice(0, maxNames),
    })),
  };
}

/** Returns the missing share of the data that a check counts, from 0 to 1; 1 if it counts nothing (`of` is 0). */
function shareOf({ missing, of }: Tally): number {
  return of === 0 ? 1 : missing.length / of;
}
