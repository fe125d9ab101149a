/** Groups the changes between two releases for display. */
import type { Currency, Locale } from '../../../contract/locales.ts';
import type { ChangedProduct, ReleasesResponse } from '../responses.ts';

type PriceChange = ChangedProduct['prices'][number];
type FieldChange = ChangedProduct['texts'][number];
type Release = ReleasesResponse['releases'][number];

/**
 * The changed values of one kind (price, regular price, last day of a price, or surcharge) of one product in one
 * currency, as a table: a row for each price list (MSRP or a tier), a column for each minimum quantity (`24+`) or, for
 * surcharges, each size (`2XL`).
 */
export interface PriceGrid {
  readonly kind: PriceChange['kind'];
  readonly currency: Currency;
  readonly columns: readonly string[];
  readonly rows: readonly {
    /** `msrp` or the name of a price tier. */
    readonly list: string;
    /** The price change in each of `columns`; undefined if the price there did not change. */
    readonly cells: readonly (PriceChange | undefined)[];
  }[];
}

/**
 * Groups price changes into tables, one for each currency and kind of value: price, regular price, last day of a price,
 * or surcharge of a size. Columns of quantities ascend; everything else is in the order of `prices`.
 */
export function createPriceGrids(prices: readonly PriceChange[]): readonly PriceGrid[] {
  const productKinds = unique(prices.map(({ currency, kind }) => `${currency} ${kind}`));
  return productKinds.map((name) => {
    const ofKind = prices.filter(({ currency, kind }) => `${currency} ${kind}` === name);
    const [{ kind, currency }] = ofKind as [PriceChange];
    const columns = unique([...ofKind].sort(byQuantity).map(columnOf));
    const rows = unique(ofKind.map(({ list }) => list)).map((list) => ({
      list,
      cells: columns.map((column) =>
        ofKind.find((change) => change.list === list && columnOf(change) === column),
      ),
    }));
    return { kind, currency, columns, rows };
  });
}

function columnOf({ minQuantity, size }: PriceChange): string {
  return size ?? `${minQuantity}+`;
}

/**
 * Compares two price changes by minimum quantity, for sorting. Size surcharges have no quantity and compare
 * as equal.
 */
function byQuantity(a: PriceChange, b: PriceChange): number {
  return (a.minQuantity ?? 0) - (b.minQuantity ?? 0);
}

/** A change of a field, with all locales that have the same old value and the same new value. */
export interface MergedChange extends Omit<FieldChange, 'sku' | 'locale'> {
  readonly locales: readonly Locale[];
}

/** Merges the changes of a field in several locales into one if their old and new values are the same. */
export function mergeLocales(changes: readonly FieldChange[]): readonly MergedChange[] {
  const merged = new Map<string, MergedChange>();
  for (const { path, before, after, locale } of changes) {
    const key = JSON.stringify([path, before, after]);
    const locales = [...(merged.get(key)?.locales ?? []), locale];
    merged.set(key, { path, before, after, locales });
  }
  return [...merged.values()];
}

/**
 * The text changes of a product: changes that an editor made (`written`), and changes that only repeat another change
 * (`derived`), such as the new name of a colour in a picture description.
 */
export interface TextChanges {
  readonly written: readonly MergedChange[];
  readonly derived: readonly MergedChange[];
}

/**
 * Splits the text changes of a product into those that an editor wrote and those that the build derived from another
 * change. A change is derived if it only replaces the old name of the product or of a colour by the new name, or if it
 * is in `assets.images`, which repeats the pictures of the product and its colours. Each list is sorted by path, with
 * the product name first.
 */
export function splitTexts(changes: readonly FieldChange[]): TextChanges {
  const names = changes.filter(({ path }) => isName(path));
  const isDerived = ({ path, locales: [locale], before, after }: MergedChange) => {
    if (path.startsWith('assets.images.')) return true;
    if (isName(path) || typeof before !== 'string') return false;
    return names.some((name) => name.locale === locale && rename(before, name) === after);
  };
  const merged = [...mergeLocales(changes)].sort(byPath);
  return {
    written: merged.filter((change) => !isDerived(change)),
    derived: merged.filter(isDerived),
  };
}

/** Returns true for the paths of the product name and of colour names. */
function isName(path: string): boolean {
  return path === 'productName' || /^colors\.[^.]+\.name$/.test(path);
}

/**
 * Replaces the old name of a product or colour in a text by its new name: if `Navy` became `Marine`, `Tee in Navy` →
 * `Tee in Marine`. Returns the text unchanged if the name was added or removed.
 */
function rename(text: string, { before, after }: FieldChange): string {
  return typeof before === 'string' && typeof after === 'string'
    ? text.replaceAll(before, () => after)
    : text;
}

/** Compares by path, with the product name first and numbers in numeric order (`images.9` before `images.10`). */
function byPath(a: MergedChange, b: MergedChange): number {
  const nameFirst = Number(a.path !== 'productName') - Number(b.path !== 'productName');
  return nameFirst || a.path.localeCompare(b.path, 'en', { numeric: true });
}

/**
 * Returns the two releases to compare: those with the ids in the query parameters `before` and `after`. If `after` is
 * missing or unknown, it is the current release or, if none is current, the newest one. If `before` is missing or
 * unknown, it is the newest release other than `after`. Both are the same release if the query names it twice, or if it
 * names as `before` the release that `after` is by default. `releases` must be sorted newest first. Returns undefined
 * if there are fewer than two.
 */
export function selectReleases(
  releases: readonly Release[],
  query: URLSearchParams,
): { readonly before: Release; readonly after: Release } | undefined {
  if (releases.length < 2) return undefined;
  const selected = (name: string) => releases.find(({ id }) => id === query.get(name));
  const after = selected('after') ?? releases.find(({ isCurrent }) => isCurrent) ?? releases[0];
  const before = selected('before') ?? releases.find(({ id }) => id !== after?.id);
  return before && after && { before, after };
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}
