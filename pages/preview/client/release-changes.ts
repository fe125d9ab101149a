/** Changes between two releases, in the groups that a page shows them in. */
import type { Currency, Locale } from '../../../contract/locales.ts';
import type { ChangedProduct, ReleasesAnswer } from '../answers.ts';

type PriceChange = ChangedProduct['prices'][number];
type FieldChange = ChangedProduct['texts'][number];
type Release = ReleasesAnswer['releases'][number];

/** Changed amounts of one kind in one currency: a row a list, a column a quantity or a size. */
export interface PriceGrid {
  readonly kind: PriceChange['kind'];
  readonly currency: Currency;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly list: string;
    /** Undefined where the amount is as it was. */
    readonly cells: readonly (PriceChange | undefined)[];
  }[];
}

/** Lays changed amounts out, in the order in which they come. */
export function priceGrids(prices: readonly PriceChange[]): readonly PriceGrid[] {
  const kinds = unique(prices.map(({ currency, kind }) => `${currency} ${kind}`));
  return kinds.map((name) => {
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

/** Sizes stay in their order. */
function byQuantity(a: PriceChange, b: PriceChange): number {
  return (a.minQuantity ?? 0) - (b.minQuantity ?? 0);
}

/** A change of a field, and every locale in which it is the same. */
export interface MergedChange extends Omit<FieldChange, 'sku' | 'locale'> {
  readonly locales: readonly Locale[];
}

/** Merges changes that are equal in several locales. */
export function mergeLocales(changes: readonly FieldChange[]): readonly MergedChange[] {
  const merged = new Map<string, MergedChange>();
  for (const { path, before, after, locale } of changes) {
    const key = JSON.stringify([path, before, after]);
    const locales = [...(merged.get(key)?.locales ?? []), locale];
    merged.set(key, { path, before, after, locales });
  }
  return [...merged.values()];
}

/** The text changes of a product: those that were written, and those that follow from them. */
export interface TextChanges {
  readonly written: readonly MergedChange[];
  readonly derived: readonly MergedChange[];
}

/**
 * Splits the text changes of a product; both lists begin with its name and continue by path. The build makes
 * descriptions of pictures from the names of the product and its colours, so one new name changes dozens: a
 * text is derived if nothing differs but such a name, and so is every text of `assets.images`, which
 * repeats the pictures of the product and its colours.
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

function isName(path: string): boolean {
  return path === 'productName' || /^colors\.[^.]+\.name$/.test(path);
}

function rename(text: string, { before, after }: FieldChange): string {
  return typeof before === 'string' && typeof after === 'string'
    ? text.replaceAll(before, () => after)
    : text;
}

/** The name first; `images.10` after `images.9`. */
function byPath(a: MergedChange, b: MergedChange): number {
  const isNameLast = Number(a.path !== 'productName') - Number(b.path !== 'productName');
  return isNameLast || a.path.localeCompare(b.path, 'en', { numeric: true });
}

/**
 * The two releases that are compared: those asked for as far as they are kept, else the current one
 * and the newest other. Undefined where there is but one.
 */
export function chosenReleases(
  releases: readonly Release[],
  query: URLSearchParams,
): { readonly before: Release; readonly after: Release } | undefined {
  const asked = (name: string) => releases.find(({ id }) => id === query.get(name));
  const after = asked('after') ?? releases.find(({ isCurrent }) => isCurrent) ?? releases[0];
  const before = asked('before') ?? releases.find(({ id }) => id !== after?.id);
  return before && after && { before, after };
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}
