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
 * Derives category, audience and collections of a style from its category paths, such as `Default Category`, `Men`,
 * `Tops`. First removes the root of the category tree, here `Default Category`, from each path: it is the first name,
 * unless this name is a category directly below the root in `categories`, the rows of `categories.csv`. If `categories`
 * is empty, the first name of every path is removed; the first name `Default Category` is always removed. Then the
 * category is the last name of the longest path, or of the first of several equally long ones. Paths that now begin
 * with `Collections` or `Promotions` do not count for category and audience.
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
