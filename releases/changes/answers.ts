/** The answers of `/v1/products/changes`, made from a history and its deltas. */
import type { Locale } from '../../contract/locales.ts';
import {
  type ChangePart,
  type Changes,
  changeParts,
  type ProductChange,
} from '../../contract/schemas/changes.ts';
import type { Delta, ProductDelta } from './delta.ts';
import { type History, type HistoryEntry, retention } from './history.ts';

/**
 * An answer and the `since` that it is for: undefined for a request without `since`, null for an unknown
 * one.
 */
export interface ChangesAnswer {
  readonly since: string | undefined | null;
  readonly answer: Changes;
}

export interface AnswerFacts {
  readonly history: History;
  /** Returns the changes of an entry. */
  deltaOf(entry: HistoryEntry): Delta;
  /** Returns the URL of the whole catalogue in a locale. */
  reloadUrl(locale: Locale): string;
}

/**
 * Yields every answer in a locale: without `since`, since each release of the history, and since an unknown
 * one.
 */
export function* changesAnswers(locale: Locale, facts: AnswerFacts): Generator<ChangesAnswer> {
  const { entries } = facts.history;
  const last = entries.at(-1) as HistoryEntry;
  const { release } = last;
  const common = { release, releasedAt: toMoment(last.at), retention };
  yield { since: undefined, answer: common };
  const unknown = { complete: false, changes: [], reload: facts.reloadUrl(locale) };
  yield { since: null, answer: { ...common, ...unknown } };
  for (const { since, changes } of changesSinceEach(locale, facts)) {
    yield { since, answer: { from: since, ...common, complete: true, changes } };
  }
}

/** The state of a product in an older release and its current state. */
interface Difference extends ProductDelta {
  /** When it was removed, in milliseconds since 1970. */
  readonly at: number;
}

/** Yields the difference from each release of the history to the current one, newest first. */
function* changesSinceEach(
  locale: Locale,
  { history: { entries }, deltaOf }: AnswerFacts,
): Generator<{ readonly since: string; readonly changes: ProductChange[] }> {
  const differences = new Map<string, Difference>();
  const answered = new Set<string>();
  for (const entry of entries.toReversed()) {
    // A release that was current several times has the same state each time.
    if (!answered.has(entry.release)) {
      answered.add(entry.release);
      yield { since: entry.release, changes: toChanges(differences) };
    }
    if (entry.delta === null) return;
    for (const change of deltaOf(entry)[locale] ?? []) {
      const later = differences.get(change.sku) ?? { ...change, at: entry.at };
      differences.set(change.sku, { ...later, before: change.before });
    }
  }
}

function toChanges(differences: ReadonlyMap<string, Difference>): ProductChange[] {
  return [...differences.values()]
    .sort((a, b) => (a.sku < b.sku ? -1 : 1))
    .flatMap((difference) => toChange(difference) ?? []);
}

/** Returns the change of a product, or undefined if it has not changed. */
function toChange(difference: Difference): ProductChange | undefined {
  const { sku, before, after } = difference;
  if (before?.[0] === after?.[0]) return undefined;
  if (after === null) return toRemoval(difference);
  const [revision] = after;
  if (before === null) return { sku, change: 'added', revision };
  const isChanged = (_part: ChangePart, at: number) => before[at + 1] !== after[at + 1];
  return { sku, change: 'changed', parts: changeParts.filter(isChanged), revision };
}

function toRemoval({ sku, isElsewhere, absence, at }: Difference): ProductChange {
  const why = isElsewhere ? { reason: 'market' as const } : (absence ?? { reason: 'removed' });
  return { sku, change: 'removed', removedAt: toMoment(at), ...why };
}

function toMoment(ms: number): string {
  return new Date(ms).toISOString();
}
