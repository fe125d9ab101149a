/** `data/releases/A/B`: what `npm run diff` tells of two releases, product by product. */
import { z } from 'zod';
import { groupBy } from '../../../build/content/group-by.ts';
import { type Language, type Locale, localeFacts, locales } from '../../../contract/locales.ts';
import { compareReleases } from '../../../releases/diff/compare-releases.ts';
import { openRelease, type ReadableRelease } from '../../../releases/diff/read-release.ts';
import type { ReleaseDiff } from '../../../releases/diff/release-diff.ts';
import { releaseFolder, releaseIds } from '../../../releases/release-store.ts';
import type { ChangedProduct, ComparisonAnswer } from '../answers.ts';
import { changedPictures, productOfPicture, visiblyChanged } from './picture-changes.ts';
import { releaseFileUrl } from './release-pictures.ts';
import type { Shown } from './shown.ts';

/** Products that a page shows; it says how many there are. */
const shownProducts = 200;

interface Asked {
  /** Of the release before, and of the one after. */
  readonly ids: readonly [before: string, after: string];
  readonly language: Language;
}

/**
 * Compares two releases; undefined where one is not kept any more. The runner removes old ones at any
 * time, so that a file which cannot be read may mean no more than that.
 */
export async function answerComparison(
  { out }: Shown,
  { ids, language }: Asked,
): Promise<ComparisonAnswer | undefined> {
  const areKept = async () => {
    const kept = await releaseIds(out);
    return ids.every((id) => kept.includes(id));
  };
  if (!(await areKept())) return undefined;
  try {
    const [one, other] = ids;
    const before = await openRelease(releaseFolder(out, one));
    const after = await openRelease(releaseFolder(out, other));
    return await toComparison(out, [before, after], language);
  } catch (error) {
    if (await areKept()) throw error;
    return undefined;
  }
}

async function toComparison(
  out: string,
  [before, after]: readonly [ReadableRelease, ReadableRelease],
  language: Language,
): Promise<ComparisonAnswer> {
  const ids = [before.manifest.release, after.manifest.release] as const;
  const diff = await compareReleases(before, after);
  const { products, stock, facts, lists } = diff;
  const changesOf = createFinder(diff, [before, after]);
  const skus = changedSkus(diff);
  const changes: ChangedProduct[] = [];
  for (const sku of skus.slice(0, shownProducts)) {
    const look = (await lookOf(after, sku, language)) ?? (await lookOf(before, sku, language));
    const found = changesOf(sku);
    const pictures = await visiblyChanged({ out, ids }, found.pictures);
    changes.push({ sku, name: sku, picture: undefined, ...look, ...found, pictures });
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

/** Every product of which something differs, its pictures too, sorted. */
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

/** Returns a function that compares a product in two releases. */
function createFinder(
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
    const [pieces] = stock(sku);
    return {
      kind,
      prices: prices(sku),
      texts: texts(sku),
      others: others(sku),
      pictures: kind === 'changed' ? pictures(sku) : [],
      pieces: pieces && { before: pieces.before, after: pieces.after },
      // Of a product that is new or gone everywhere, that is said once.
      soldIn: kind === 'changed' ? saleChanges(diff, sku) : [],
    };
  };
}

function saleChanges({ locales: changes }: ReleaseDiff, sku: string): ChangedProduct['soldIn'] {
  return changes
    .filter(({ added, removed }) => added.includes(sku) || removed.includes(sku))
    .map(({ locale, added }) => ({ locale, isNow: added.includes(sku) }));
}

/** Of an old release no more is taken for granted than that. */
const lookSchema = z.looseObject({
  productName: z.string(),
  images: z.array(z.looseObject({ url: z.string() })),
});

/** What a product is called and looks like in a release; undefined when it does not have it. */
async function lookOf(
  release: ReadableRelease,
  sku: string,
  language: Language,
): Promise<Pick<ChangedProduct, 'name' | 'picture'> | undefined> {
  const inLanguage = (each: Locale) => (localeFacts[each].language === language ? 0 : 1);
  const locale = [...locales]
    .sort((a, b) => inLanguage(a) - inLanguage(b))
    .find((each) => release.skus.get(each)?.has(sku));
  if (locale === undefined) return undefined;
  const { productName, images } = lookSchema.parse(await release.detail(sku, locale));
  const { baseUrl, release: id } = release.manifest;
  const [image] = images;
  const own = image?.url.startsWith(`${baseUrl}/`)
    ? releaseFileUrl(id, image.url.slice(baseUrl.length + 1))
    : image?.url;
  return { name: productName, picture: own };
}
