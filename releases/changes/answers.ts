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

/** An answer of `/v1/products/changes` and the value of `since` that it belongs to. */
export interface ChangesAnswer {
  /** A release id; undefined for a request without `since`, null for an id that is unknown. */
  readonly since: string | undefined | null;
  readonly answer: Changes;
}

/** The data from which the answers of `/v1/products/changes` are derived. */
export interface AnswerSources {
  /** The releases that clients may name in `since`; the last entry is the current release. */
  readonly history: History;
  /** Maximum number of earlier releases in the history. The answers state this number. */
  readonly knownReleases: number;
  /**
   * Returns the products that changed when the release of `entry` became current. Called only if `entry.delta` is
   * not null.
   */
  deltaOf(entry: HistoryEntry): Delta;
  /**
   * Returns the absolute URL of the export of all products in a locale. The answer for an unknown `since` contains
   * this URL, and clients load everything from it.
   */
  reloadUrl(locale: Locale): string;
}

/**
 * Yields every answer of `/v1/products/changes` in a locale: the one without `since`, the one for an unknown
 * `since`, and one for each release of the history.
 */
export function* changesAnswers(locale: Locale, sources: AnswerSources): Generator<ChangesAnswer> {
  const { history, knownReleases } = sources;
  const { entries } = history;
  const last = entries.at(-1) as HistoryEntry;
  const { release } = last;
  const kept = { ...retention, releases: knownReleases };
  const common = { release, releasedAt: toIsoTime(last.at), retention: kept };
  yield { since: undefined, answer: common };
  const unknown = { complete: false, changes: [], reload: sources.reloadUrl(locale) };
  yield { since: null, answer: { ...common, ...unknown } };
  for (const { since, changes } of changesSinceEach(locale, sources)) {
    yield { since, answer: { from: since, ...common, complete: true, changes } };
  }
}

/** The hashes of a product's detail in an older release and in the current one. */
interface Difference extends ProductDelta {
  /**
   * When the product last changed, in milliseconds since 1970; for a removed product, the time of its
   * removal.
   */
  readonly at: number;
}

/**
 * Yields, for each release of the history, the changes of products since that release; newest release first. Goes
 * back through the history once and accumulates the differences, so that each delta is read once.
 */
function* changesSinceEach(
  locale: Locale,
  { history: { entries }, deltaOf }: AnswerSources,
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

/**
 * Returns the change of a product as clients receive it, or undefined if the detail has the same hash before and
 * after.
 */
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
  return { sku, change: 'removed', removedAt: toIsoTime(at), ...why };
}

function toIsoTime(ms: number): string {
  return new Date(ms).toISOString();
}
