/** What a fault says of a value that is none of a list: the list, and the one that was meant. */
import type { Fault } from './finding.ts';
import { suggest } from './suggest.ts';

/** Comparisons that are made for one list: where far more is unknown, no misspelling is the reason. */
const comparisonLimit = 300_000;

interface Known {
  readonly allowed: readonly string[];
  /** By the value that is none of them. */
  readonly suggestions: Map<string, string | undefined>;
}

const lists = new WeakMap<ReadonlySet<string>, Known>();

/** The hints for a value; looked for once, since an id that is gone is mostly missed many times. */
export function hintsFor(
  value: string,
  values: ReadonlySet<string>,
): Pick<Fault, 'allowed' | 'suggestion'> {
  const known = lists.get(values) ?? { allowed: [...values], suggestions: new Map() };
  lists.set(values, known);
  const { allowed, suggestions } = known;
  const isWithinLimit = suggestions.size * allowed.length < comparisonLimit;
  if (!suggestions.has(value) && isWithinLimit) suggestions.set(value, suggest(value, allowed));
  const suggestion = suggestions.get(value);
  return suggestion === undefined ? { allowed } : { allowed, suggestion };
}
