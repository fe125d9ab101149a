/**
 * Determines category, audience and collections of a style (a product with its variants) from its category
 * paths in a Magento export.
 */
import { type Audience, audienceNamed } from '../standard-texts.ts';
import type { ExportCategory, ExportProduct } from './export-rows.ts';

/** The category, audience and collections of a style, as its category paths name them. */
export interface Classification {
  /** Name of the category; empty if the style has none. */
  readonly category: string;
  /**
   * The audience that every category path names, such as `women`; undefined if two paths differ or a path names no
   * audience. Paths below Collections or Promotions do not count.
   */
  readonly audience: Audience | undefined;
  /** The last name of each category path below the category `Collections`; they become the facet `inspiration`. */
  readonly collections: readonly string[];
}

/**
 * Derives category, audience and collections of a style from its category paths:
 * 1. Removes the root of the category tree from each path: `Default Category`, `Men`, `Tops` → `Men`, `Tops`. A path
 *    that begins with a category directly below the root stays unchanged. `categories`, the rows of `categories.csv`,
 *    names these categories; if it is empty, removes the first name of every path. Always removes the first name
 *    `Default Category`.
 * 2. Ignores paths that now begin with `Collections` or `Promotions`, for category and audience.
 * 3. Takes as category the last name of the longest path (here `Tops`), or of the first of several equally long ones.
 */
export function classify(
  { categoryPaths }: Pick<ExportProduct, 'categoryPaths'>,
  categories: readonly ExportCategory[],
): Classification {
  const tops = new Set(categories.filter(({ isTop }) => isTop).map(({ name }) => name));
  const paths = categoryPaths.map((path) => withoutRoot(path, tops));
  const isUnder = (path: readonly string[], top: string) => path[0]?.toLowerCase() === top;
  const garments = paths.filter(
    (path) => path.length > 0 && !isUnder(path, 'collections') && !isUnder(path, 'promotions'),
  );
  const deepest = garments.reduce<readonly string[]>(
    (best, path) => (path.length > best.length ? path : best),
    [],
  );
  const found = new Set(garments.map(audienceOf));
  return {
    category: deepest.at(-1) ?? '',
    audience: found.size === 1 ? audienceOf(deepest) : undefined,
    collections: paths
      .filter((path) => path.length > 1 && isUnder(path, 'collections'))
      .map((path) => path.at(-1) ?? ''),
  };
}

/**
 * Removes the root of the shop's category tree from a category path: `Default Category`, `Men`, `Tops` → `Men`, `Tops`.
 * A path stays unchanged if it begins with one of `tops`, the categories directly below the root.
 */
function withoutRoot(path: readonly string[], tops: ReadonlySet<string>): readonly string[] {
  const [first = ''] = path;
  return tops.has(first) && first !== 'Default Category' ? path : path.slice(1);
}

function audienceOf(path: readonly string[]): Audience | undefined {
  return path.map(audienceNamed).find((audience) => audience !== undefined);
}
