/** Compares two releases: manifests first, then, product by product, the documents whose bytes differ. */
import { locales } from '../../contract/locales.ts';
import { allSkus } from '../products.ts';
import { compareFields, isTextChange, type Leaf } from './compare-fields.ts';
import { compareManifests } from './compare-manifests.ts';
import { comparePrices, type PriceChange } from './compare-prices.ts';
import { pricePairs } from './price-pairs.ts';
import { detailDiffers, type ReadableRelease } from './read-release.ts';
import type { FieldChange, ReleaseDiff, StockChange } from './release-diff.ts';

/** Fields of a detail that have a comparison of their own. */
const comparedElsewhere = ['pricing.msrp', 'pricing.sizes', 'inventory'];

/**
 * Compares two releases. Only what changed is held; documents are read one product at a time.
 * Rejects when a file of either cannot be read.
 */
export async function compareReleases(
  before: ReadableRelease,
  after: ReadableRelease,
): Promise<ReleaseDiff> {
  const prices: PriceChange[] = [];
  for await (const pair of pricePairs(before, after)) prices.push(...comparePrices(pair));
  const fields = await compareDetails(before, after);
  return {
    before: before.manifest.release,
    after: after.manifest.release,
    ...compareManifests(before, after),
    prices: prices.sort(bySku),
    texts: fields.filter(isTextChange),
    others: fields.filter((field) => !isTextChange(field)),
    stock: compareStock(before, after),
  };
}

/** The changed fields of products that both releases have in a locale, by locale, then SKU. */
async function compareDetails(
  before: ReadableRelease,
  after: ReadableRelease,
): Promise<FieldChange[]> {
  const changes: FieldChange[] = [];
  for (const locale of locales) {
    for (const sku of [...(before.skus.get(locale) ?? [])].sort()) {
      if (!detailDiffers(sku, locale, before, after)) continue;
      const [one, other] = [await before.detail(sku, locale), await after.detail(sku, locale)];
      const found = compareFields(one, other, comparedElsewhere).map((field) => ({
        ...field,
        before: withoutBase(field.before, before),
        after: withoutBase(field.after, after),
      }));
      for (const field of found) {
        if (field.before !== field.after) changes.push({ sku, locale, ...field });
      }
    }
  }
  return changes;
}

/** Addresses of our own are compared below the public address: that it changed is one fact, told once. */
function withoutBase(leaf: Leaf, { manifest: { baseUrl } }: ReadableRelease): Leaf {
  return typeof leaf === 'string' ? leaf.replaceAll(`${baseUrl}/`, '/') : leaf;
}

/** Pieces by product and in all; a product that is new or gone counts as well. */
function compareStock(before: ReadableRelease, after: ReadableRelease): ReleaseDiff['stock'] {
  const products: StockChange[] = [];
  const total = { before: 0, after: 0 };
  const skus = new Set([...allSkus(before.skus), ...allSkus(after.skus)]);
  for (const sku of [...skus].sort()) {
    const [old, now] = [piecesOf(before, sku), piecesOf(after, sku)];
    total.before += old;
    total.after += now;
    if (old !== now) products.push({ sku, before: old, after: now });
  }
  return { ...total, products };
}

function piecesOf({ index }: ReadableRelease, sku: string): number {
  return index.product(sku)?.pieces ?? 0;
}

function bySku(a: PriceChange, b: PriceChange): number {
  return a.sku === b.sku ? 0 : a.sku < b.sku ? -1 : 1;
}
