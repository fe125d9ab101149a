/** Compares two releases: their manifests and indexes, then the documents whose hashes differ. */
import { codingOf } from '../../build/output/encode.ts';
import { locales } from '../../contract/locales.ts';
import { type Manifest, publicFiles } from '../../contract/release.ts';
import { codingSuffix, codings } from '../../contract/representation.ts';
import { allSkus } from '../release-store.ts';
import { compareFields, isTextChange, type Leaf } from './compare-fields.ts';
import { comparePrices, type PriceChange, pricePairs } from './compare-prices.ts';
import { type DetailDocument, detailDiffers, type ReadableRelease } from './read-release.ts';
import type { FieldChange, ListSize, ReleaseDiff, SkuChange, StockChange } from './release-diff.ts';

/**
 * Manifest fields that `ReleaseDiff.facts` omits: the id of the release, and fields about single products or files,
 * which are compared separately.
 */
const nonFactFields = ['files', 'products', 'productBytes', 'release'];

/**
 * Fields of a detail about prices and stock, which are compared separately from its other fields. `withoutStock` omits
 * those in `inventory`.
 */
const comparedSeparately = ['pricing.msrp', 'pricing.sizes', 'asOf'];

/** Returns the differences between two releases. Rejects with `UnreadableError` if a file cannot be read. */
export async function compareReleases(
  before: ReadableRelease,
  after: ReadableRelease,
): Promise<ReleaseDiff> {
  const prices: PriceChange[] = [];
  for await (const pair of pricePairs(before, after)) prices.push(...comparePrices(pair));
  const { fields, variants } = await compareDetails(before, after);
  const [one, other] = [before.manifest, after.manifest];
  return {
    before: one.release,
    after: other.release,
    facts: compareFields(one, other, nonFactFields),
    products: compareSkus(allSkus(before.skus()), allSkus(after.skus())),
    locales: locales.map((locale) => ({
      locale,
      ...compareSkus([...(before.skus().get(locale) ?? [])], [...(after.skus().get(locale) ?? [])]),
    })),
    prices: prices.sort(bySku),
    texts: fields.filter(isTextChange),
    others: fields.filter((field) => !isTextChange(field)),
    stock: compareStock(before, after, variants),
    lists: compareLists(one, other),
    files: compareFiles(before, after),
  };
}

function compareSkus(before: readonly string[], after: readonly string[]): SkuChange {
  return {
    before: before.length,
    after: after.length,
    added: without(after, before),
    removed: without(before, after),
  };
}

/** SKU → the variants of the product whose stock changed in any locale, each as colour id and size: `navy M`. */
type ChangedVariants = ReadonlyMap<string, ReadonlySet<string>>;

/** Compares the details of products that both releases have in a locale. */
async function compareDetails(
  before: ReadableRelease,
  after: ReadableRelease,
): Promise<{ readonly fields: FieldChange[]; readonly variants: ChangedVariants }> {
  const fields: FieldChange[] = [];
  const variants = new Map<string, Set<string>>();
  for (const locale of locales) {
    for (const sku of [...(before.skus().get(locale) ?? [])].sort()) {
      if (!detailDiffers(sku, locale, before, after)) continue;
      const [one, other] = [await before.detail(sku, locale), await after.detail(sku, locale)];
      const documents = [withoutStock(one, other), withoutStock(other, one)] as const;
      const found = compareFields(...documents, comparedSeparately).map((field) => ({
        ...field,
        before: withoutBaseUrl(field.before, before),
        after: withoutBaseUrl(field.after, after),
      }));
      for (const field of found) {
        if (field.before !== field.after) fields.push({ sku, locale, ...field });
      }
      const changed = changedVariants(one, other);
      if (changed.length > 0)
        variants.set(sku, new Set([...(variants.get(sku) ?? []), ...changed]));
    }
  }
  return { fields, variants };
}

/** Returns the variants whose stock differs between two details of a product, each as colour id and size: `navy M`. */
function changedVariants(before: DetailDocument, after: DetailDocument): readonly string[] {
  const [old, now] = [stockOf(before), stockOf(after)];
  const variants = [...new Set([...old.keys(), ...now.keys()])];
  return variants.filter((variant) => old.get(variant) !== now.get(variant));
}

/** Returns colour id and size, such as `navy M` → pieces, in total and by location, as JSON, without ids and names. */
function stockOf({ inventory }: DetailDocument): ReadonlyMap<string, string> {
  return new Map(
    inventory.map(({ colorId, size, quantity, locations }) => {
      const byLocation = locations?.map(({ name: _name, ...location }) => location);
      return [`${colorId} ${size}`, JSON.stringify([quantity, byLocation])];
    }),
  );
}

/** Returns a detail whose `inventory` has no stock, but colour id and size, such as `navy M` → part id and GTIN. */
function withoutStock({ inventory, ...detail }: DetailDocument, compared: DetailDocument): object {
  const known = new Set(locationsOf(compared).map(({ id }) => id));
  const names = locationsOf({ inventory }).filter(({ id }) => known.has(id));
  return {
    ...detail,
    inventory: Object.fromEntries(
      inventory.map(({ colorId, size, quantity: _quantity, locations: _locations, ...ids }) => [
        `${colorId} ${size}`,
        ids,
      ]),
    ),
    locations: Object.fromEntries(names.map(({ id, name }) => [id, { name }])),
  };
}

function locationsOf({ inventory }: Pick<DetailDocument, 'inventory'>) {
  return inventory.flatMap(({ locations = [] }) => locations);
}

/** Shortens URLs of the API to paths, so that a changed base URL is listed once and not in every document. */
function withoutBaseUrl(leaf: Leaf, { manifest: { baseUrl } }: ReadableRelease): Leaf {
  return typeof leaf === 'string' ? leaf.replaceAll(`${baseUrl}/`, '/') : leaf;
}

/** A product that a release lacks counts as 0 pieces. */
function compareStock(
  before: ReadableRelease,
  after: ReadableRelease,
  variants: ChangedVariants,
): ReleaseDiff['stock'] {
  const products: StockChange[] = [];
  const total = { before: 0, after: 0 };
  const skus = new Set([...allSkus(before.skus()), ...allSkus(after.skus())]);
  for (const sku of [...skus].sort()) {
    const old = before.index.product(sku)?.pieces ?? 0;
    const now = after.index.product(sku)?.pieces ?? 0;
    total.before += old;
    total.after += now;
    const changed = variants.get(sku)?.size ?? 0;
    if (old !== now || changed > 0)
      products.push({ sku, before: old, after: now, variants: changed });
  }
  return { ...total, products };
}

function compareLists(before: Manifest, after: Manifest): ListSize[] {
  return locales.flatMap((locale) =>
    codings.map((coding) => {
      const path = `public/${publicFiles.list(locale)}${codingSuffix[coding]}`;
      const sizeIn = ({ files }: Manifest) => files[path]?.size ?? null;
      return { locale, coding, before: sizeIn(before), after: sizeIn(after) };
    }),
  );
}

function compareFiles(before: ReadableRelease, after: ReadableRelease): ReleaseDiff['files'] {
  const [old, now] = [otherFiles(before), otherFiles(after)];
  const added = without([...now.keys()], [...old.keys()]);
  const changed = without([...now.keys()], added).filter((path) => old.get(path) !== now.get(path));
  return { added, removed: without([...old.keys()], [...now.keys()]), changed };
}

/** Returns path → SHA-256 of public files outside `public/v1/` and of pictures, without compressed forms. */
function otherFiles({ manifest, index }: ReadableRelease): ReadonlyMap<string, string> {
  const isOther = (path: string) =>
    path.startsWith('public/') && !path.startsWith('public/v1/') && codingOf(path) === 0;
  const files = Object.entries(manifest.files).filter(([path]) => isOther(path));
  const hashes = new Map(files.map(([path, { sha256 }]) => [path, sha256]));
  for (const sku of index.skus()) {
    for (const [path, hash] of Object.entries(index.product(sku)?.pictures ?? {})) {
      hashes.set(`public/${publicFiles.picture(sku, path)}`, hash);
    }
  }
  return hashes;
}

/** Returns the items that are not in `others`, sorted. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return items.filter((item) => !known.has(item)).sort();
}

function bySku(a: PriceChange, b: PriceChange): number {
  return a.sku === b.sku ? 0 : a.sku < b.sku ? -1 : 1;
}
