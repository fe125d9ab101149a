/** The category, audience and collections of each style, from the category paths of an export. */
import type { z } from 'zod';
import type { categoriesSchema } from '../../../build/content/schemas/shared.ts';
import type { Report } from '../report.ts';
import { type Audience, audienceNamed, noCategory } from '../standard-texts.ts';
import { namesById, toId } from '../text.ts';
import type { ExportProduct, MagentoExport } from './read-export.ts';

type CategoryTable = z.infer<typeof categoriesSchema>['categories'];

/** How a style is classified. */
export interface Classification {
  /** Name of the category. */
  readonly category: string;
  readonly for: Audience;
  /** Names of the collections. */
  readonly collections: readonly string[];
}

/** Classifies a style by its deepest path outside Collections, Promotions and the root. */
export function classify(
  product: ExportProduct,
  categories: MagentoExport['categories'],
  report: Report,
): Classification {
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
    report.note('defaulted', `styles without a category: ${noCategory.en}`, product.sku);
  }
  const found = new Set(garments.map(audienceOf));
  return {
    category: deepest?.at(-1) ?? noCategory.en,
    for: found.size === 1 ? audienceOf(deepest ?? []) : 'adults',
    collections: paths
      .filter((path) => path.length > 1 && isUnder(path, 'collections'))
      .map((path) => path.at(-1) ?? ''),
  };
}

/** Drops the root of the shop's category tree, which `categories.csv` does not list. */
function withoutRoot(path: readonly string[], tops: ReadonlySet<string>): readonly string[] {
  const [first = ''] = path;
  return tops.has(first) && first !== 'Default Category' ? path : path.slice(1);
}

function audienceOf(path: readonly string[]): Classification['for'] {
  for (const name of path) {
    const found = audienceNamed(name);
    if (found !== undefined) return found;
  }
  return 'adults';
}

/** Returns the table of used categories, in the order of `categories.csv`. */
export function toCategoryTable(
  classifications: readonly Classification[],
  categories: MagentoExport['categories'],
): CategoryTable {
  const ids = categories.map(({ name }) => toId(name));
  const rank = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  const used = [...namesById(classifications.map(({ category }) => category))];
  const sorted = used.sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([id, name], index) => [id, { name: { en: name }, order: index + 1 }]),
  );
}
