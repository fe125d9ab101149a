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
  /**
   * The parameter `since`: a release id; undefined for a request without `since`, null for any id that the history does
   * not contain.
   */
  readonly since: string | undefined | null;
  readonly answer: Changes;
}

/** The data from which the answers of `/v1/products/changes` are derived. */
export interface AnswerSources {
  /** The activations up to the current release, which is the last entry. */
  readonly history: History;
  /** Maximum number of earlier releases in the history. The answers state this number. */
  readonly knownReleases: number;
  /** Returns the products that changed when the release of `entry` became current. */
  deltaOf(entry: HistoryEntry): Delta;
  /** Returns the absolute URL of the export of all products in a locale. */
  reloadUrl(locale: Locale): string;
}

/** Yields every answer of `/v1/products/changes`. */
export function* changesAnswers(sources: AnswerSources): Generator<ChangesAnswer> {
  const { history, knownReleases } = sources;
  const { entries } = history;
  const last = entries.at(-1) as HistoryEntry;
  const { release } = last;
  const kept = { ...retention, releases: knownReleases };
  const common = { release, releasedAt: toIsoTime(last.at), retention: kept };
  for (const locale of locales) {
    yield { locale, since: undefined, answer: common };
    const unknown = { complete: false, changes: [], reload: sources.reloadUrl(locale) };
    yield { locale, since: null, answer: { ...common, ...unknown } };
  }
  for (const { locale, since, changes } of changesSinceEach(sources)) {
    yield { locale, since, answer: { from: since, ...common, complete: true, changes } };
  }
}

/** The hashes of a product's detail in an older release and in the current one. */
interface Difference extends ProductDelta {
  /** When the product last changed, in milliseconds since 1970; for a removed product, the time of its removal. */
  readonly at: number;
}

/** The changes of products in a locale since a release of the history. */
interface ChangesSince {
  readonly locale: Locale;
  readonly since: string;
  /** Sorted by SKU; the same array again if nothing changed, so that it is encoded once. */
  readonly changes: ProductChange[];
}

/**
 * Yields, for each release of the history (newest first) and each locale, the changes of products since that release.
 */
function* changesSinceEach({
  history: { entries },
  deltaOf,
}: AnswerSources): Generator<ChangesSince> {
  const accumulated = locales.map((locale) => ({ locale, ...accumulateChanges() }));
  const answered = new Set<string>();
  for (const entry of entries.toReversed()) {
    // A release that was current several times has the same state each time.
    if (!answered.has(entry.release)) {
      answered.add(entry.release);
      for (const { locale, changes } of accumulated) {
        yield { locale, since: entry.release, changes: changes() };
      }
    }
    if (entry.delta === null) return;
    const delta = deltaOf(entry);
    for (const { locale, add } of accumulated) add(delta[locale] ?? [], entry.at);
  }
}

/** Collects the changes of products in one locale, from the newest activation back to older ones. */
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

/**
 * Returns true if a product's change since one release and its change since an older release are equal for clients.
 * Undefined means that the product of that release does not differ from the current one.
 */
function isSame(one: ProductChange | undefined, other: ProductChange | undefined): boolean {
  // The other members follow from the current release, or from the removal of the product.
  const partsOf = (change: ProductChange | undefined) =>
    change?.change === 'changed' ? change.parts.join() : '';
  return one?.change === other?.change && partsOf(one) === partsOf(other);
}

/**
 * Returns a product's change as an entry of `changes` in the answer, such as
 * `{"sku": "TEE-1", "change": "added", "revision": …}`; undefined if the detail has the same hash before and after.
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

/**
 * Returns the removal of a product from a locale, with the time and reason of the activation by which the locale lost
 * it. Later activations do not change the reason, so that clients get the same reason whenever they ask.
 */
function toRemoval({ sku, isElsewhere, absence, at }: Difference): ProductChange {
  const why = isElsewhere ? { reason: 'market' as const } : (absence ?? { reason: 'removed' });
  return { sku, change: 'removed', removedAt: toIsoTime(at), ...why };
}

function toIsoTime(ms: number): string {
  return new Date(ms).toISOString();
}
