/**
 * Data for `/preview/data/releases/A/B`: the differences between two releases, as in `npm run diff`, grouped by
 * product.
 */
import { z } from 'zod';
import { groupBy } from '../../../build/content/group-by.ts';
import { type Language, type Locale, localeFacts, locales } from '../../../contract/locales.ts';
import { compareReleases } from '../../../releases/diff/compare-releases.ts';
import { openRelease, type ReadableRelease } from '../../../releases/diff/read-release.ts';
import type { ReleaseDiff } from '../../../releases/diff/release-diff.ts';
import { releaseFolder, releaseIds } from '../../../releases/release-store.ts';
import type { ChangedProduct, ComparisonResponse } from '../responses.ts';
import { changedPictures, productOfPicture, visiblyChanged } from './picture-changes.ts';
import type { PreviewState } from './preview-state.ts';
import { releaseFileUrl } from './release-pictures.ts';

/** Maximum number of changed products in a response. The response also has the total number. */
const maxProducts = 200;

interface ComparisonRequest {
  /** Ids of the two releases. */
  readonly ids: readonly [before: string, after: string];
  /** Language of the interface. */
  readonly language: Language;
}

/**
 * Compares two releases of the output folder. Resolves to undefined if a release does not exist or is removed by
 * `npm run dev` during the comparison. Rejects if an existing release cannot be read.
 */
export async function createComparisonResponse(
  { out }: PreviewState,
  { ids, language }: ComparisonRequest,
): Promise<ComparisonResponse | undefined> {
  const bothExist = async () => {
    const existing = await releaseIds(out);
    return ids.every((id) => existing.includes(id));
  };
  if (!(await bothExist())) return undefined;
  try {
    const [one, other] = ids;
    const before = await openRelease(releaseFolder(out, one));
    const after = await openRelease(releaseFolder(out, other));
    return await toComparison(out, [before, after], language);
  } catch (error) {
    if (await bothExist()) throw error;
    return undefined;
  }
}

async function toComparison(
  out: string,
  [before, after]: readonly [ReadableRelease, ReadableRelease],
  language: Language,
): Promise<ComparisonResponse> {
  const ids = [before.manifest.release, after.manifest.release] as const;
  const diff = await compareReleases(before, after);
  const { products, stock, facts, lists } = diff;
  const changesOf = createChangeFinder(diff, [before, after]);
  const skus = changedSkus(diff);
  const changes: ChangedProduct[] = [];
  for (const sku of skus.slice(0, maxProducts)) {
    const nameAndPicture =
      (await readNameAndPicture(after, sku, language)) ??
      (await readNameAndPicture(before, sku, language));
    const productChanges = changesOf(sku);
    const pictures = await visiblyChanged({ out, ids }, productChanges.pictures);
    const unnamed = { sku, name: sku, picture: undefined };
    changes.push({ ...unnamed, ...nameAndPicture, ...productChanges, pictures });
  }
  const isPicture = (path: string) => productOfPicture(path) !== undefined;
  const files = [...diff.files.removed, ...diff.files.added, ...diff.files.changed];
  return {
    ...{ before: diff.before, after: diff.after, facts, lists, changes },
    products: { before: products.before, after: products.after, changed: skus.length },
    pieces: { before: stock.before, after: stock.after },
    files: files.filter((path) => !isPicture(path)).sort(),
  };
}

/**
 * Returns the sorted SKUs of all products that were added or removed, or differ in data, prices, stock, locales or
 * pictures.
 */
function changedSkus(diff: ReleaseDiff): readonly string[] {
  const { products, prices, texts, others, stock, files } = diff;
  const rows = [...prices, ...texts, ...others, ...stock.products];
  const paths = [...files.added, ...files.removed, ...files.changed];
  const skus = [
    ...products.added,
    ...products.removed,
    ...diff.locales.flatMap(({ added, removed }) => [...added, ...removed]),
    ...rows.map(({ sku }) => sku),
    ...paths.flatMap((path) => productOfPicture(path) ?? []),
  ];
  return [...new Set(skus)].sort();
}

/**
 * Returns a function that takes a SKU and returns how the product differs between two releases. `diff` is the result of
 * comparing these `releases`.
 */
function createChangeFinder(
  diff: ReleaseDiff,
  releases: readonly [ReadableRelease, ReadableRelease],
): (sku: string) => Omit<ChangedProduct, 'sku' | 'name' | 'picture'> {
  const { added, removed } = diff.products;
  const bySku = <Row extends { readonly sku: string }>(rows: readonly Row[]) => {
    const groups = groupBy(rows, ({ sku }) => sku);
    return (sku: string) => groups.get(sku) ?? [];
  };
  const [prices, texts, others] = [bySku(diff.prices), bySku(diff.texts), bySku(diff.others)];
  const stock = bySku(diff.stock.products);
  const pictures = bySku(changedPictures(diff, releases));
  return (sku) => {
    const kind = added.includes(sku) ? 'added' : removed.includes(sku) ? 'removed' : 'changed';
    const [change] = stock(sku);
    return {
      kind,
      prices: prices(sku),
      texts: texts(sku),
      others: others(sku),
      pictures: kind === 'changed' ? pictures(sku) : [],
      stock: change && { before: change.before, after: change.after, variants: change.variants },
      // A product that was added or removed as a whole does not list its locales.
      soldIn: kind === 'changed' ? saleChanges(diff, sku) : [],
    };
  };
}

function saleChanges({ locales: changes }: ReleaseDiff, sku: string): ChangedProduct['soldIn'] {
  return changes
    .filter(({ added, removed }) => added.includes(sku) || removed.includes(sku))
    .map(({ locale, added }) => ({ locale, isNow: added.includes(sku) }));
}

/**
 * The members of a product detail that this file reads. Other members are accepted, because older releases may have
 * them.
 */
const detailSchema = z.looseObject({
  productName: z.string(),
  images: z.array(z.looseObject({ url: z.string() })),
});

/**
 * Reads the name of a product and the URL of its first picture from a release, preferably in a locale of `language`.
 * Returns undefined if the release does not have the product.
 */
async function readNameAndPicture(
  release: ReadableRelease,
  sku: string,
  language: Language,
): Promise<Pick<ChangedProduct, 'name' | 'picture'> | undefined> {
  const inLanguage = (each: Locale) => (localeFacts[each].language === language ? 0 : 1);
  const locale = [...locales]
    .sort((a, b) => inLanguage(a) - inLanguage(b))
    .find((each) => release.skus().get(each)?.has(sku));
  if (locale === undefined) return undefined;
  const { productName, images } = detailSchema.parse(await release.detail(sku, locale));
  const { baseUrl, release: id } = release.manifest;
  const [image] = images;
  const picture = image?.url.startsWith(`${baseUrl}/`)
    ? releaseFileUrl(id, image.url.slice(baseUrl.length + 1))
    : image?.url;
  return { name: productName, picture };
}
