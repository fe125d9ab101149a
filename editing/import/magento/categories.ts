/** Category paths of an export in: a style's category, whom it is for, and its collections out. */
import type { z } from 'zod';
import type { categoriesSchema } from '../../../build/content/schemas/shared.ts';
import type { Report } from '../report.ts';
import { namesById, toId } from './names.ts';
import type { ExportProduct, MagentoExport } from './read-export.ts';

type CategoryTable = z.infer<typeof categoriesSchema>['categories'];

/** Where a style stands in the catalogue. */
export interface Placing {
  /** The category's name. */
  readonly category: string;
  readonly for: 'adults' | 'men' | 'women' | 'youth';
  readonly collections: readonly string[];
}

const otherCategory = 'Other';

const audiences = [
  ['women', /^(women|ladies)(['’]?s)?$/i],
  ['men', /^(men|gentlemen)(['’]?s)?$/i],
  ['youth', /^(youth|kids?|children|boys?|girls?)(['’]?s?)?$/i],
] as const;

/** Drops the root of the shop's tree, which `categories.csv` does not list. */
function withoutRoot(path: readonly string[], tops: ReadonlySet<string>): readonly string[] {
  const [first = ''] = path;
  return tops.has(first) && first !== 'Default Category' ? path : path.slice(1);
}

function audienceOf(path: readonly string[]): Placing['for'] {
  for (const name of path) {
    const found = audiences.find(([, pattern]) => pattern.test(name));
    if (found !== undefined) return found[0];
  }
  return 'adults';
}

/** Finds a style's place: its deepest path outside Collections, Promotions and the bare root. */
export function toPlacing(
  product: ExportProduct,
  categories: MagentoExport['categories'],
  report: Report,
): Placing {
  const tops = new Set(categories.filter(({ top }) => top).map(({ name }) => name));
  const paths = product.categoryPaths.map((path) => withoutRoot(path, tops));
  const isUnder = (path: readonly string[], top: string) => path[0]?.toLowerCase() === top;
  const garments = paths.filter(
    (path) => path.length > 0 && !isUnder(path, 'collections') && !isUnder(path, 'promotions'),
  );
  const [first, ...rest] = garments;
  const deepest = rest.reduce(
    (best, path) => (path.length > (best?.length ?? 0) ? path : best),
    first,
  );
  if (deepest === undefined) {
    report.note('defaulted', `styles without a category: ${otherCategory}`, product.sku);
  }
  const found = new Set(garments.map(audienceOf));
  return {
    category: deepest?.at(-1) ?? otherCategory,
    for: found.size === 1 ? audienceOf(deepest ?? []) : 'adults',
    collections: paths
      .filter((path) => path.length > 1 && isUnder(path, 'collections'))
      .map((path) => path.at(-1) ?? ''),
  };
}

/** Makes the category table, in the order of `categories.csv`. */
export function toCategoryTable(
  placings: readonly Placing[],
  categories: MagentoExport['categories'],
): CategoryTable {
  const ids = categories.map(({ name }) => toId(name));
  const rank = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  const used = [...namesById(placings.map(({ category }) => category))];
  const sorted = used.sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([id, name], index) => [id, { name: { en: name }, order: index + 1 }]),
  );
}
