/**
 * Derives the answers of `/v1/products/changes` from the history of activations and their deltas (the products that
 * each activation changed).
 */
import { type Locale, locales } from '../../contract/locales.ts';
import {
  type ChangePart,
  type Changes,
  changeParts,
  type ProductChange,
} from '../../contract/schemas/changes.ts';
import type { Delta, ProductDelta } from './delta.ts';
import { type History, type HistoryEntry, retention } from './history.ts';

/** An answer of `/v1/products/changes`, with the query parameters of its request. */
export interface ChangesAnswer {
  readonly locale: Locale;
  /** A release id; undefined for a request without `since`, null for any id that the history does not contain. */
  readonly since: string | undefined | null;
  readonly answer: Changes;
}

/** The data from which the answers of `/v1/products/changes` are derived. */
export interface AnswerSources {
  /** The activations up to the current release, which is the last entry. */
  readonly history: History;
  /** Maximum number of earlier releases in the history. The answers state this number. */
  readonly knownReleases: number;
  /** Returns the products that an activation changed. Not called for an entry whose `delta` is null. */
  deltaOf(entry: HistoryEntry): Delta;
  /** Returns the absolute URL of the export of all products, which clients load if `since` is unknown. */
  reloadUrl(locale: Locale): string;
}

/**
 * Yields, for each locale, the answer without `since`, the one for an unknown `since`, and one for each release of the
 * history. Reads each delta at most once, and keeps none in memory: their size may be gigabytes.
 */
export function* changesAnswers(sources: AnswerSources): Generator<ChangesAnswer> {
  const { history, knownReleases, deltaOf, reloadUrl } = sources;
  const { entries } = history;
  const { release, at } = entries.at(-1) as HistoryEntry;
  const kept = { ...retention, releases: knownReleases };
  const common = { release, releasedAt: toIsoTime(at), retention: kept };
  for (const locale of locales) {
    yield { locale, since: undefined, answer: common };
    const unknown = { complete: false, changes: [], reload: reloadUrl(locale) };
    yield { locale, since: null, answer: { ...common, ...unknown } };
  }
  // From the current release back, so that the changes since older releases add to those of later ones.
  const accumulated = locales.map((locale) => ({ locale, ...accumulateChanges() }));
  const answered = new Set<string>();
  for (const entry of entries.toReversed()) {
    const since = entry.release;
    // A release that was current several times has the same state each time.
    if (!answered.has(since)) {
      answered.add(since);
      for (const { locale, changes } of accumulated) {
        const answer = { from: since, ...common, complete: true, changes: changes() };
        yield { locale, since, answer };
      }
    }
    if (entry.delta === null) return;
    const delta = deltaOf(entry);
    for (const { locale, add } of accumulated) add(delta[locale] ?? [], entry.at);
  }
}

/** The states of a product's detail in an older release and in the current one. */
interface Difference extends ProductDelta {
  /** When the product last changed or was removed, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Collects the changes of products in one locale: `add` adds those of the next older activation, and `changes` returns
 * the differences between the release before it and the current one, sorted by SKU.
 */
function accumulateChanges() {
  const differences = new Map<string, Difference>();
  const shown = new Map<string, ProductChange>();
  let sorted: ProductChange[] | undefined;
  return {
    add(delta: readonly ProductDelta[], at: number) {
      for (const change of delta) {
        const { sku, before } = change;
        const difference = differences.get(sku) ?? { ...change, at };
        difference.before = before;
        differences.set(sku, difference);
        const [now, last] = [toChange(difference), shown.get(sku)];
        if (isSame(now, last)) continue;
        sorted = undefined;
        if (now === undefined) shown.delete(sku);
        else shown.set(sku, now);
      }
    },
    changes() {
      sorted ??= [...shown.values()].sort((a, b) => (a.sku < b.sku ? -1 : 1));
      return sorted;
    },
  };
}

/** Tests two changes of one product for clients; undefined is no change. All other members follow from these. */
function isSame(one: ProductChange | undefined, other: ProductChange | undefined): boolean {
  const partsOf = (change: ProductChange | undefined) =>
    change?.change === 'changed' ? change.parts.join() : '';
  return one?.change === other?.change && partsOf(one) === partsOf(other);
}

/** Returns a change as in the answer; undefined if the detail has the same hash before and after. */
function toChange(difference: Difference): ProductChange | undefined {
  const { sku, before, after } = difference;
  if (before?.[0] === after?.[0]) return undefined;
  if (after === null) return toRemoval(difference);
  const [revision] = after;
  if (before === null) return { sku, change: 'added', revision };
  const isChanged = (_part: ChangePart, at: number) => before[at + 1] !== after[at + 1];
  return { sku, change: 'changed', parts: changeParts.filter(isChanged), revision };
}

/** Later activations do not change the reason, so that clients get the same one whenever they ask. */
function toRemoval({ sku, isElsewhere, absence, at }: Difference): ProductChange {
  const why = isElsewhere ? { reason: 'market' as const } : (absence ?? { reason: 'removed' });
  return { sku, change: 'removed', removedAt: toIsoTime(at), ...why };
}

function toIsoTime(ms: number): string {
  return new Date(ms).toISOString();
}
